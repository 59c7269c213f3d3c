"""`maskscope graph`: every form, whole and cut."""

import json
from pathlib import Path

import pytest

from support.cli import run


@pytest.mark.parametrize(
    ("form", "begins"),
    [("svg", "<svg "), ("dot", "digraph "), ("json", '{"kind": "regex"'), ("html", "<!doctype html>")],
)
def test_graph_writes_the_form_that_the_name_ends_in(date: str, tmp_path: Path, form: str, begins: str) -> None:
    out = tmp_path / f"date.{form}"
    code, said, err = run("graph", "regex", date, "-o", str(out))
    assert (code, said, err) == (0, f"{out}: 8 states\n", "")
    assert out.read_text("utf-8").startswith(begins)


def test_graph_as_numbers_has_every_state_and_move(tmp_path: Path) -> None:
    out = tmp_path / "a.json"
    run("graph", "regex", "-", "-o", str(out), stdin="a[bx]*")
    assert json.loads(out.read_text("utf-8")) == {
        "kind": "regex",
        "start": 0,
        "complete": True,
        "states": [
            {"accepting": False, "distance": 1, "origins": [[0, 1]]},
            {"accepting": True, "distance": 0, "origins": [[1, 5]]},
        ],
        "moves": [
            {"from": 0, "to": 1, "bytes": [[97, 97]]},
            {"from": 1, "to": 1, "bytes": [[98, 98], [120, 120]]},
        ],
    }


def test_graph_of_a_recursive_grammar_shows_the_first_states_and_says_so(tmp_path: Path) -> None:
    out = tmp_path / "nest.svg"
    code, said, err = run(
        "graph", "gbnf", "-", "-o", str(out), "--max-states", "12", stdin='root ::= "(" root ")" | "x"'
    )
    assert (code, said) == (0, f"{out}: 12 states\n")
    assert err == f"gbnf: more than 12 states; {out} shows the first 12\n"


def test_graph_wants_a_form_it_knows(date: str) -> None:
    assert run("graph", "regex", date, "-o", "date.png")[0] == 2


def test_graph_says_when_it_cannot_write(date: str, tmp_path: Path) -> None:
    code, _, err = run("graph", "regex", date, "-o", str(tmp_path / "no" / "date.svg"))
    assert code == 1
    assert "No such file or directory" in err


def test_markup_in_a_grammar_is_text_in_the_page(tmp_path: Path) -> None:
    out = tmp_path / "a.html"
    run("graph", "regex", "-", "-o", str(out), stdin="<script>alert\\(1\\)</script>")
    assert "<script" not in out.read_text("utf-8")
