"""`maskscope compare`: how two grammars stand to each other, with a shortest text of each sort."""

import json
from pathlib import Path

import pytest

from support.cli import run


def compared(folder: Path, first: tuple[str, str], second: tuple[str, str], *options: str) -> tuple[int, str, str]:
    """The command on two grammars, given as kind and text."""
    arguments = []
    for name, (kind, text) in (("a", first), ("b", second)):
        path = folder / name
        path.write_text(text, "utf-8")
        arguments += [kind, str(path)]
    code, out, err = run("compare", *arguments, *options)
    return code, out.replace(f"{folder}/", ""), err


def test_equal_grammars_of_two_kinds(tmp_path: Path) -> None:
    found = compared(tmp_path, ("regex", "(ab)+"), ("gbnf", 'root ::= "ab" root | "ab"'))
    assert found == (0, "a and b accept the same texts\n  both: `ab`\n", "")


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        ("[0-9]{2}", "[0-9]+", "b accepts all that a does, and more\n  only b: `0`\n  both: `00`\n"),
        ("[0-9]+", "[0-9]{2}", "a accepts all that b does, and more\n  only a: `0`\n  both: `00`\n"),
        (
            "a|b",
            "b|c",
            "a and b share texts, and each accepts some that the other refuses\n"
            "  only a: `a`\n  only b: `c`\n  both: `b`\n",
        ),
        ("a", "b", "a and b have no text in common\n  only a: `a`\n  only b: `b`\n"),
    ],
)
def test_grammars_that_differ_exit_with_one_and_show_texts(tmp_path: Path, a: str, b: str, says: str) -> None:
    assert compared(tmp_path, ("regex", a), ("regex", b)) == (1, says, "")


def test_an_option_goes_to_the_grammar_that_has_it(tmp_path: Path) -> None:
    schema = '{"type": "array", "maxItems": 0}'
    assert compared(tmp_path, ("regex", r"\[\]"), ("json_schema", schema))[0] == 0
    code, out, _ = compared(tmp_path, ("regex", r"\[\]"), ("json_schema", schema), "--whitespace", "json")
    assert (code, out.splitlines()[0]) == (1, "b accepts all that a does, and more")


def test_an_option_of_neither_is_a_usage_error(tmp_path: Path) -> None:
    assert compared(tmp_path, ("regex", "a"), ("regex", "a"), "--closed")[0] == 2


def test_compare_for_programs(tmp_path: Path) -> None:
    _, out, _ = compared(tmp_path, ("regex", "a?"), ("regex", "a"), "--json")
    assert json.loads(out) == {"relation": "b_in_a", "only_a": "", "only_b": None, "both": "a", "searched": None}


def test_recursive_grammars_may_have_no_answer_within_the_limits(tmp_path: Path) -> None:
    first, second = 'root ::= "(" root ")" | "x"', 'root ::= "(" nest ")" | "x"\nnest ::= root'
    code, out, _ = compared(tmp_path, ("gbnf", first), ("gbnf", second), "--work", "100000", "--json")
    assert code == 1
    assert json.loads(out)["relation"] == "undecided"


def test_only_one_grammar_comes_from_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "b"
    path.write_text("a", "utf-8")
    assert run("compare", "regex", "-", "regex", str(path), stdin="a\n")[0] == 0
    assert run("compare", "regex", "-", "regex", "-", stdin="a")[0] == 2
