"""`maskscope allowed` and `maskscope why`: what may come next, and what may not."""

import json

from support.cli import run


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
