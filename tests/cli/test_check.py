"""`maskscope check`: sentences, JSON, exit codes."""

import json

from support.cli import run


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
