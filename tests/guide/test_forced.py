"""Forced bytes: what every text goes on with, whatever the tokens."""

from __future__ import annotations

from hypothesis import given

from maskscope.guide.guide import DEAD, FINISHED, Guide
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary
from support.tables import TableLanguage, tables

LETTERS = Vocabulary("abc", (b"a", b"b", b"c"))


def test_forced_bytes_run_to_the_next_choice() -> None:
    guide = Guide(compile("regex", '\\{"name":"[a-z]+"\\}'), LETTERS)
    assert guide.forced(guide.start) == b'{"name":"'


def test_nothing_is_forced_where_the_text_may_end() -> None:
    guide = Guide(compile("regex", "ab(cd)?"), LETTERS)
    assert guide.forced(guide.start) == b"ab"
    assert guide.forced(guide.language.run(guide.start, b"ab")) == b""


def test_nothing_is_forced_after_the_end_or_when_dead() -> None:
    guide = Guide(compile("regex", "ab"), LETTERS)
    assert guide.forced(FINISHED) == guide.forced(DEAD) == b""


def test_a_long_run_is_cut_where_asked() -> None:
    assert Guide(compile("regex", "a{1000000}"), LETTERS).forced(0, most=10) == b"a" * 10


@given(tables())
def test_every_forced_byte_is_the_only_one(language: TableLanguage) -> None:
    guide = Guide(language, LETTERS)
    for state in range(len(language.edges)):
        here = state
        for byte in guide.forced(state):
            assert not language.is_accepting(here)
            assert list(language.next_bytes(here)) == [byte]
            here = language.step(here, byte)
        assert language.is_accepting(here) or len(language.next_bytes(here)) != 1
