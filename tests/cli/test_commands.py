"""Each command, by what it prints and the code it exits with."""

import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

import click
import pytest

from cli.test_inputs import run
from maskscope_playground.cli import main
from maskscope_playground.cli.main import COMMANDS
from maskscope_presets import preset, presets

USER = preset("user").text


@pytest.fixture
def date(tmp_path: Path) -> str:
    path = tmp_path / "date.txt"
    path.write_text("[0-9]{4}-[0-9]{2}", "utf-8")
    return str(path)


def lines(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    code, out, _ = run(name, "--help")
    assert code == 0
    assert "Example" in out
    assert f"maskscope {name}" in out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_is(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None
    assert f"  {name} " in run("--help")[1]


def test_the_version_is_the_package_s() -> None:
    from importlib.metadata import version

    assert run("--version") == (0, f"maskscope {version('maskscope')}\n", "")


def test_an_unknown_command_is_a_usage_error() -> None:
    assert run("walk")[0] == 2


# check


def test_check_says_what_is_accepted_and_refused(date: str) -> None:
    code, out, err = run("check", "regex", date, "--accept", "2026-08", "--reject", "2026")
    assert (code, err) == (0, "")
    assert out == f"accepts `2026-08`\nrefuses `2026`\n{date}: fine\n"


def test_check_says_why_a_text_is_refused_that_should_not_be(date: str) -> None:
    code, out, err = run("check", "regex", date, "--accept", "2026-x", "--accept", "2026")
    assert (code, out) == (1, "")
    assert err == (
        "`2026-x` should be accepted: `2026-x` is refused at byte 5: after `2026-` the grammar expects `0`–`9` "
        "(column 10, `[0-9]`)\n`2026` should be accepted: it ends too soon: at least 3 more bytes must come\n"
    )


def test_check_says_when_a_text_is_accepted_that_should_not_be(date: str) -> None:
    assert run("check", "regex", date, "--reject", "2026-08")[::2] == (
        1,
        "`2026-08` should be refused, but is accepted\n",
    )


def test_check_shows_notes_at_their_place() -> None:
    code, out, _ = run("check", "gbnf", "-", stdin='root ::= my_rule\nmy_rule ::= "a"')
    assert code == 0
    assert out.startswith("gbnf:1:10: portability: llama.cpp's parser stops at an underscore")
    assert "    root ::= my_rule\n             ^^^^^^^\n" in out


def test_check_for_programs(date: str) -> None:
    code, out, err = run("check", "regex", date, "--accept", "2026-08", "--accept", "x", "--json")
    assert (code, err) == (1, "")
    assert json.loads(out) == {
        "kind": "regex",
        "file": date,
        "ok": False,
        "notes": [],
        "texts": [
            {"text": "2026-08", "accepted": True, "expected": True},
            {
                "text": "x",
                "accepted": False,
                "expected": True,
                "why": "`x` is refused at byte 0: the grammar expects `0`–`9` (column 1, `[0-9]`)",
            },
        ],
    }


def test_check_for_programs_gives_the_place_of_an_error() -> None:
    code, out, _ = run("check", "regex", "-", "--json", stdin="id=[z-a]+")
    error = json.loads(out)["error"]
    assert code == 1
    assert {key: error[key] for key in ("type", "problem", "start", "end", "line", "column", "hint")} == {
        "type": "GrammarError",
        "problem": "range runs backwards",
        "start": 4,
        "end": 7,
        "line": 1,
        "column": 5,
        "hint": "write [a-z]",
    }


def test_check_meets_a_limit_with_its_name() -> None:
    code, _, err = run("check", "gbnf", "-", stdin="root ::= " + "(" * 30_000 + '"a"' + ")" * 30_000)
    assert code == 1
    assert err.startswith("limit depth (10,000) exceeded")


# sample


def test_a_hundred_samples_of_the_user_schema_are_finished_and_valid() -> None:
    from jsonschema import Draft202012Validator

    code, out, err = run("sample", "json_schema", "-", "-n", "100", "--seed", "42", "--json", stdin=USER)
    rows = lines(out)
    assert (code, err, len(rows)) == (0, "", 100)
    assert [set(row) for row in rows] == [{"text", "tokens", "finished", "stop", "steps", "seed"}] * 100
    assert all(row["finished"] and row["stop"] == "finished" for row in rows)
    assert [row["seed"] for row in rows] == list(range(42, 142))
    assert all(Draft202012Validator(json.loads(USER)).is_valid(json.loads(row["text"])) for row in rows)
    assert run("sample", "json_schema", "-", "-n", "100", "--seed", "42", "--json", stdin=USER)[1] == out


def test_a_sample_depends_on_its_seed_only() -> None:
    first = lines(run("sample", "regex", "-", "-n", "3", "--seed", "7", "--json", stdin="[a-z]{9}")[1])
    again = lines(run("sample", "regex", "-", "-n", "1", "--seed", "9", "--json", stdin="[a-z]{9}")[1])
    assert first[2] == again[0]


def test_samples_are_texts_one_a_line(date: str) -> None:
    code, out, _ = run("sample", "regex", date, "-n", "4")
    assert code == 0
    assert [len(line) for line in out.splitlines()] == [7] * 4


def test_a_vocabulary_that_cannot_finish_is_an_error_that_says_where() -> None:
    code, out, err = run("sample", "regex", "-", "-n", "2", "--vocab", "toy", "--seed", "1", stdin="aé")
    assert (code, out) == (1, "a\na\n")
    assert "seed 1: stalled after `a`" in err
    assert "2 of 2 texts could not be finished with toy" in err


# allowed


def test_allowed_lists_tokens_with_their_distance(date: str) -> None:
    code, out, _ = run("allowed", "regex", date, "--after", "2026-0", "--limit", "2")
    assert code == 0
    assert out.splitlines() == [
        "10 of 50,257 tokens of gpt2 may come next; the shortest complete text needs 1 more byte",
        "      id   bytes  token",
        "      15       0  `0`",
        "      16       0  `1`",
        "… and 8 more",
    ]


def test_allowed_shows_the_end_of_text_where_the_text_is_complete(date: str) -> None:
    _, out, _ = run("allowed", "regex", date, "--after", "2026-08")
    assert out.splitlines()[-1] == "   50256       0  (end of text, `<|endoftext|>`)"


def test_allowed_for_programs(date: str) -> None:
    _, out, _ = run("allowed", "regex", date, "--after", "2026", "--limit", "1", "--json")
    assert json.loads(out) == {
        "after": "2026",
        "complete": False,
        "distance": 3,
        "count": 1,
        "tokens": [{"id": 12, "text": "-", "hex": "2d", "end": False, "distance": 2}],
    }


def test_a_text_so_far_that_is_refused_is_an_error_that_says_where(date: str) -> None:
    code, out, err = run("allowed", "regex", date, "--after", "20x")
    assert (code, out) == (1, "")
    assert err.startswith("Error: the text so far: `20x` is refused at byte 2")


# why


def test_why_gives_the_reason_and_shows_the_place() -> None:
    code, out, _ = run("why", "gbnf", "-", "--after", "a", "--token", "xy", stdin='root ::= "a" "x" [0-9]')
    assert code == 0
    assert out.splitlines() == [
        "`xy` is refused at byte 1: after `x` the grammar expects `0`–`9` (column 18, `[0-9]`)",
        '    root ::= "a" "x" [0-9]',
        "                     ^^^^^",
    ]


def test_why_says_when_a_text_is_no_single_token(date: str) -> None:
    _, out, _ = run("why", "regex", date, "--token", "2026-08")
    assert out == "`2026-08` is allowed\n(`2026-08` is no single token of gpt2; it was read as text)\n"


def test_why_takes_an_id(date: str) -> None:
    assert run("why", "regex", date, "--id", "50256")[1] == (
        "it is too soon to end: at least 7 more bytes must come first\n"
    )
    code, _, err = run("why", "regex", date, "--id", "99999")
    assert (code, err) == (1, "Error: there is no token 99999: gpt2 has 50,257\n")


def test_why_wants_a_token_or_an_id(date: str) -> None:
    assert run("why", "regex", date)[0] == 2
    assert run("why", "regex", date, "--token", "a", "--id", "1")[0] == 2


def test_why_for_programs(date: str) -> None:
    value = json.loads(run("why", "regex", date, "--token", "2x", "--json")[1])
    assert (value["verdict"], value["allowed"], value["index"], value["byte"]) == ("RefusedAt", False, 1, ord("x"))
    assert value["expected"] == list(range(48, 58))
    assert value["origins"] == [{"start": 0, "end": 5, "line": 1, "column": 1}]


# graph


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


# presets


def test_presets_lists_them_all() -> None:
    code, out, _ = run("presets")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == [p.name for p in presets()]
    assert run("presets", "list")[1] == out


def test_presets_of_one_kind_for_programs() -> None:
    rows = lines(run("presets", "list", "--kind", "gbnf", "--json")[1])
    assert {row["kind"] for row in rows} == {"gbnf"}


def test_a_preset_is_shown_as_it_can_be_piped_on() -> None:
    assert run("presets", "show", "iso-date") == (0, preset("iso-date").text + "\n", "")
    assert "refuses `2026-13-01` at byte 6" in run("presets", "show", "iso-date", "--all")[1]


def test_a_preset_that_is_not_there_is_a_usage_error_with_the_nearest_name() -> None:
    code, _, err = run("presets", "show", "iso-dat")
    assert code == 2
    assert "is it iso-date that you mean?" in err


def test_presets_are_checked() -> None:
    code, out, err = run("presets", "check", "iso-date", "lisp", "-n", "2")
    assert (code, out, err) == (0, "yes  iso-date\nyes  lisp\n2 of 2 presets do as they say\n", "")


# tokenize, vocab


def test_tokenize_gives_ids_and_texts() -> None:
    assert run("tokenize", "Hello wörld") == (
        0,
        "   15496  `Hello`\n     266  ` w`\n   30570  `ör`\n     335  `ld`\n",
        "",
    )
    assert json.loads(run("tokenize", "--json", stdin="Hello")[1]) == {"ids": [15496], "tokens": ["Hello"]}


def test_tokenize_shows_the_merges() -> None:
    assert run("tokenize", "--trace", " to")[1].splitlines() == [
        "` to`  ` ` `t` `o`",
        "    rank      0  ` t` `o`",
        "    rank     28  ` to`",
        "    ids  284",
    ]


def test_user_text_is_special_only_when_asked_for() -> None:
    assert json.loads(run("tokenize", "--json", "<|endoftext|>")[1])["ids"] != [50256]
    assert json.loads(run("tokenize", "--json", "--special", "<|endoftext|>")[1])["ids"] == [50256]


def test_vocab_says_what_a_vocabulary_is() -> None:
    code, out, _ = run("vocab", "gpt2")
    assert code == 0
    assert "tokens          50257" in out
    assert "end of text     50256 `<|endoftext|>`" in out


def test_vocab_of_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00")
    code, out, err = run("vocab", str(path))
    assert (code, out) == (1, "")
    assert err.startswith(str(path)) or "model.gguf" in err


# play


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_play_says_when_its_port_is_in_use() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run("play", "--no-open", "--port", str(port)) == (
            1,
            "",
            f"Error: port {port} is in use; choose another with --port, or any free one with --port 0\n",
        )


def test_play_serves_the_page() -> None:
    port = free_port()
    command = [sys.executable, "-c", "from maskscope_playground.cli import main; main()"]
    server = subprocess.Popen([*command, "play", "--no-open", "--port", str(port)], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        assert server.stdout.readline() == f"maskscope is at http://localhost:{port} (Ctrl-C ends it)\n"
        assert "<title>maskscope</title>" in page(f"http://127.0.0.1:{port}/")
    finally:
        server.terminate()
        server.wait(10)


def page(address: str) -> str:
    """The page, once the server answers."""
    for _ in range(120):
        try:
            with urlopen(address) as answer:
                return answer.read().decode()
        except OSError:
            time.sleep(0.25)
    raise TimeoutError(address)
