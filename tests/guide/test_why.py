"""Verdicts: where a token dies and why, in one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.guide.guide import DEAD, FINISHED, Guide
from maskscope.guide.verdict import Allowed, NoText, OutOfBudget, RefusedAt, Special, TooSoonToEnd
from maskscope.pipeline import compile
from maskscope.sets.byteset import ByteSet, bits_of
from maskscope.vocab.vocabulary import Vocabulary
from support.tables import TableLanguage, tables, vocabularies

TOKENS = Vocabulary(
    "few",
    (b'"n', b'"nm"', b"", b"<think>", b"<end>", b"a", b"x\x80", "é".encode()),
    eos_ids=(4,),
    special_ids=frozenset({3, 4}),
)
QUOTED, WRONG, EMPTY, THINK, END, A, BROKEN, ACCENT = range(8)

PAIR = """root ::= "{" pair "}"
pair ::=
  "\\"name\\":" [0-9]+"""


def test_a_refusal_names_the_byte_what_was_expected_and_where_the_grammar_says_so() -> None:
    guide = Guide(compile("gbnf", PAIR), TOKENS)
    state = guide.language.run(guide.start, b"{")
    verdict = guide.why(state, WRONG)
    assert isinstance(verdict, RefusedAt)
    assert (verdict.index, verdict.byte, list(verdict.expected)) == (2, ord("m"), [ord("a")])
    assert str(verdict) == ('`"nm"` is refused at byte 2: after `"n` the grammar expects `a` (line 3, `"\\"name\\":"`)')


@pytest.mark.parametrize(
    ("kind", "text", "after", "token", "sentence"),
    [
        ("regex", "[0-9]+", b"", A, "`a` is refused at byte 0: the grammar expects `0`–`9` (column 1, `[0-9]`)"),
        (
            "regex",
            "[0-9]+",
            b"1",
            A,
            "`a` is refused at byte 0: the grammar expects `0`–`9`, or the end of the text (column 1, `[0-9]`)",
        ),
        ("regex", "ab", b"ab", A, "`a` is refused at byte 0: the text is complete, and nothing may follow"),
        ("regex", "ab", b"", END, "it is too soon to end: at least 2 more bytes must come first"),
        ("regex", "ab", b"a", END, "it is too soon to end: at least 1 more byte must come first"),
        ("regex", "ab", b"ab", END, "the text may end here"),
        ("regex", "ab", b"", A, "`a` is allowed"),
        ("regex", "ab", b"", THINK, "`<think>` is a special token, and special tokens are never text"),
        ("regex", "ab", b"", EMPTY, "this token has no text, so it is never allowed"),
        (
            "regex",
            "x.",
            b"",
            BROKEN,
            "`x\\x80` is refused at byte 1: after `x` the grammar expects bytes 0x00–0x09, byte 0x0B, byte 0x0C, "
            "bytes 0x0E–0x7F or any character outside ASCII (column 2, `.`)",
        ),
        (
            "gbnf",
            'root ::= "x"\n  | <think>',
            b"",
            A,
            '`a` is refused at byte 0: the grammar expects `x` or the token <think> (line 1, `"x"`, and 1 more)',
        ),
    ],
)
def test_every_verdict_is_one_sentence(kind: str, text: str, after: bytes, token: int, sentence: str) -> None:
    guide = Guide(compile(kind, text), TOKENS)
    assert str(guide.why(guide.language.run(guide.start, after), token)) == sentence


def test_any_text_can_be_asked_about() -> None:
    guide = Guide(compile("regex", "café"), TOKENS)
    assert isinstance(guide.why(guide.start, "caf"), Allowed)
    assert guide.why(guide.start, "cafe") == RefusedAt(
        b"cafe", 3, ord("e"), ByteSet(bits_of(b"\xc3")), guide.language.origins(guide.language.run(0, b"caf"))
    )
    assert guide.why(guide.start, b"") == NoText(b"")


def test_after_the_end_nothing_is_allowed_and_the_sentence_says_so() -> None:
    guide = Guide(compile("regex", "a"), TOKENS)
    for token in (A, END):
        assert "the text is complete, and nothing may follow" in str(guide.why(FINISHED, token))
        assert "was refused already" in str(guide.why(DEAD, token))


def test_with_a_budget_a_token_that_leads_too_far_is_out_of_it() -> None:
    guide = Guide(compile("regex", "a{5}|a"), Vocabulary("a", (b"a", b"aa")))
    assert guide.why(guide.start, 0, left=1) == Allowed(b"a", guide.advance(guide.start, 0))
    assert guide.why(guide.start, 1, left=2) == OutOfBudget(b"aa", needs=2, left=1)
    assert str(guide.why(guide.start, 1, left=2)) == "`aa` costs too much: after it 2 tokens are needed, 1 are left"


def test_an_id_out_of_range_is_an_error() -> None:
    with pytest.raises(IndexError, match="out of range"):
        Guide(compile("regex", "a"), TOKENS).why(0, 99)


@given(tables(), vocabularies())
def test_why_never_contradicts_the_mask(language: TableLanguage, vocabulary: Vocabulary) -> None:
    guide = Guide(language, vocabulary)
    for state in range(len(language.edges)):
        mask = guide.mask(state).tolist()
        for token in range(vocabulary.size):
            verdict = guide.why(state, token)
            assert verdict.is_allowed == mask[token]
            assert isinstance(verdict, Allowed) == mask[token]
            if isinstance(verdict, TooSoonToEnd):
                assert verdict.needs == language.distance(state)
            if isinstance(verdict, Special | NoText):
                assert not vocabulary.is_text(token)


@given(tables(), st.binary(min_size=1, max_size=4))
def test_a_refused_byte_is_the_first_that_the_language_cannot_read(language: TableLanguage, data: bytes) -> None:
    guide = Guide(language, TOKENS)
    verdict = guide.why(0, data)
    if isinstance(verdict, RefusedAt):
        assert language.run(0, data[: verdict.index]) != DEAD
        assert language.run(0, data[: verdict.index + 1]) == DEAD
        assert verdict.byte not in verdict.expected
