"""What the views are given: words, rows, marks, verdicts. Plain values, checked whole."""

from __future__ import annotations

import numpy as np
import pytest

from maskscope.errors import GrammarError, Note
from maskscope.text import Source, Span
from maskscope.vocab.trie import build_trie
from maskscope_playground.present.chips import chip_view
from maskscope_playground.present.marks import all_marks, colours
from maskscope_playground.present.report import lint_view, note_views, problem_spans, problem_views
from maskscope_playground.present.rows import TokenSource, Wish, table_view
from maskscope_playground.present.trie_states import states_of_tokens
from maskscope_playground.present.verdicts import verdict_words
from maskscope_playground.present.words import parts_of, percent, said, visible
from maskscope_playground.session import Session


def source_of(session: Session) -> TokenSource:
    state, shown = session.shown_state
    return TokenSource(session.compiled.guide, session.compiled.machine, state, shown)


def table(session: Session, **wish: object) -> dict:
    return table_view(source_of(session), Wish(**wish), takes=True)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "parts"),
    [
        (b"ab", [["tx", "ab"]]),
        (b" a", [["sp", " "], ["tx", "a"]]),
        (b"a\n\t", [["tx", "a"], ["nl", "\n"], ["tab", "\t"]]),
        (b"\xe2\x82", [["raw", "⟨E2 82⟩"]]),
        (b"\x00x", [["raw", "⟨00⟩"], ["tx", "x"]]),
        ("é龍".encode(), [["tx", "é龍"]]),
    ],
)
def test_a_token_is_cut_into_typed_parts(data: bytes, parts: list[list[str]]) -> None:
    assert parts_of(data) == parts


def test_a_token_is_shown_and_said_for_people() -> None:
    assert visible(b" a\n") == "␣a⏎"
    assert said(b"  ") == "space space"
    assert said(b"nam") == "nam"


def test_shares_keep_two_digits_that_matter() -> None:
    assert [percent(n, 50257) for n in (1234, 1, 50256)] == ["2.5 %", "0.002 %", "99.9 %"]


def test_the_table_counts_and_pages() -> None:
    view = table(Session(kind="regex", grammar="[a-z]+", vocabulary="gpt2"), page=1)
    assert view["summary"][0].replace(",", "").isdecimal()
    assert view["range"].startswith("201–400 of ")
    assert not view["first"]
    assert len(view["rows"]) == 200


def test_a_row_says_where_its_token_leads() -> None:
    view = table(Session(kind="regex", grammar="abc", vocabulary="bytes"))
    assert view["rows"] == [{"id": 97, "parts": [["tx", "a"]], "said": "a", "next": "1", "distance": "2"}]


def test_the_filter_takes_text_an_id_or_a_regex() -> None:
    session = Session(kind="regex", grammar="[a-z]+|[0-9]+", vocabulary="gpt2")
    texts = [row["said"] for row in table(session, filter="zz")["rows"]]
    assert texts
    assert all("zz" in text for text in texts)
    assert [row["id"] for row in table(session, filter=str(session.compiled.guide.vocabulary.ids[b"abs"]))["rows"]]
    found = [row["said"] for row in table(session, filter="/^q.$/")["rows"]]
    assert "qu" in found
    assert all(len(text) == 2 and text[0] == "q" for text in found)


def test_a_filter_that_is_no_regex_says_so_and_a_hostile_one_is_quick() -> None:
    session = Session(kind="regex", grammar="[a-z]+", vocabulary="gpt2")
    assert "no regex" in table(session, filter="/(/")["message"]
    table(session, filter="/(a+)+$/")


def test_rows_sort_by_distance_over_all_allowed_tokens() -> None:
    session = Session(kind="regex", grammar="[a-z]{1,20}", vocabulary="gpt2")
    down = [int(row["distance"]) for row in table(session, key="distance", down=True)["rows"]]
    assert down == sorted(down, reverse=True)


def test_a_table_with_nothing_in_it_says_why() -> None:
    session = Session(kind="regex", grammar="a", vocabulary="bytes")
    while session.step():
        pass
    assert "finished" in table(session)["message"]
    assert "No allowed token" in table(Session(kind="regex", grammar="a", vocabulary="bytes"), filter="x")["message"]


def test_states_of_all_tokens_are_those_of_single_walks() -> None:
    session = Session(kind="regex", grammar="(ab|[c-x]y)*z?", vocabulary="gpt2")
    machine, guide = session.compiled.machine, session.compiled.guide
    at_once = states_of_tokens(machine.table, build_trie(guide.vocabulary), machine.start, guide.vocabulary.size)
    ids = np.arange(0, guide.vocabulary.size - 1, 97)
    one_by_one = [machine.run(machine.start, guide.vocabulary.token(int(i))) for i in ids]
    assert at_once[ids].tolist() == one_by_one


def test_colours_cover_the_words_of_each_kind() -> None:
    assert list(colours("json_schema", '{"a": 1}')) == [
        (0, 1, "op"), (1, 4, "key"), (4, 5, "op"), (6, 7, "num"), (7, 8, "op"),
    ]  # fmt: skip
    assert [mark[2] for mark in colours("gbnf", 'root ::= "a" b # c')] == ["key", "op", "str", "name", "com"]
    assert [mark[2] for mark in colours("regex", r"(a|\d)+[^x]{2}")] == ["op", "op", "key", "op", "num", "str", "num"]


def test_marks_carry_live_parts_problems_and_notes() -> None:
    note = Note("narrowing", "n", Span(0, 1))
    marks = all_marks("regex", "abc", [Span(1, 2)], [Span(2, 3)], [note])
    assert marks == [(1, 2, "live"), (0, 1, "note"), (2, 3, "bad")]


def test_a_problem_is_shown_with_its_line_and_carets() -> None:
    error = GrammarError("range runs backwards", Source("regex", "id=[z-a]+"), Span(4, 7), "write [a-z]")
    assert problem_views(error) == [
        {
            "said": "Range runs backwards",
            "where": "line 1, column 5",
            "line": "id=[z-a]+",
            "carets": "    ^^^",
            "hint": "write [a-z]",
            "at": 4,
        }
    ]
    assert problem_spans(error) == [Span(4, 7)]


def test_a_note_says_its_line() -> None:
    notes = note_views((Note("portability", "not there", Span(2, 3)),), Source("gbnf", "a\nb"))
    assert notes == [{"kind": "portability", "title": "Elsewhere", "said": "not there", "where": "line 2", "at": 2}]


def test_findings_are_notes_once_somebody_asked() -> None:
    source = Source("gbnf", "a\nb")
    assert lint_view("gpt2", None, source) == {"vocabulary": "gpt2", "findings": None}
    found = lint_view("gpt2", (Note("info", "forced"),), source)["findings"]
    assert found == [{"kind": "info", "title": "Info", "said": "forced", "where": "", "at": -1}]


def test_why_answers_for_text_and_for_ids() -> None:
    guide = Session(kind="regex", grammar="ab", vocabulary="gpt2").compiled.guide
    assert verdict_words(guide, guide.start, "ab")[0] == "Allowed"
    word, sentence = verdict_words(guide, guide.start, "ax")
    assert word == "Refused"
    assert "byte 1" in sentence
    assert verdict_words(guide, guide.start, "#999999")[0] == "Refused"
    assert verdict_words(guide, guide.start, f"#{guide.vocabulary.ids[b'a']}")[0] == "Allowed"


def test_a_chip_says_everything_about_its_token() -> None:
    session = Session(kind="regex", grammar="ab", vocabulary="bytes")
    session.step()
    chip = chip_view(session.moves[0].step, by_hand=False)
    assert (chip["id"], chip["hex"], chip["said"], chip["end"]) == (97, "61", "a", False)
    assert "1 byte from a complete text" in chip["title"]
