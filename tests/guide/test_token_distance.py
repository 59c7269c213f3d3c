"""Distance in tokens: the fewest tokens to an end, by search against plain breadth-first search."""

from __future__ import annotations

from hypothesis import given

from maskscope.guide.guide import DEAD, FINISHED, Guide
from maskscope.vocab.vocabulary import Vocabulary
from support.tables import TableLanguage, tables, vocabularies

AAB = TableLanguage([{97: 1}, {97: 2}, {98: 3}, {}], {3})  # aab


def test_the_fewest_tokens_count_and_not_the_fewest_bytes() -> None:
    # "c" is one byte and cannot be said; "aaab" is four, in one token
    language = TableLanguage([{97: 1, 99: 4}, {97: 2}, {97: 3}, {98: 4}, {}], {4})
    guide = Guide(language, Vocabulary("long", (b"aaab", b"a", b"b")))
    assert guide.distance(guide.start) == 1
    assert guide.token_distance(guide.start) == 1


def test_where_the_vocabulary_cannot_finish_there_is_no_distance() -> None:
    assert Guide(AAB, Vocabulary("a only", (b"a", b"aa"))).token_distance(0) is None


def test_a_complete_text_is_no_tokens_from_its_end() -> None:
    guide = Guide(AAB, Vocabulary("ab", (b"a", b"b")))
    assert guide.token_distance(3) == 0
    assert guide.token_distance(FINISHED) == 0


def breadth_first(guide: Guide, vocabulary: Vocabulary) -> int | None:
    """The definition: all states after 0, 1, 2 … tokens, until one accepts."""
    front, seen, tokens = {guide.start}, {guide.start}, 0
    while front:
        if any(guide.language.is_accepting(state) for state in front):
            return tokens
        after = {guide.advance(s, t) for s in front for t in range(vocabulary.size) if t not in vocabulary.eos_ids}
        front = after - seen - {DEAD, FINISHED}
        seen |= front
        tokens += 1
    return None


@given(tables(), vocabularies())
def test_the_search_finds_what_breadth_first_search_finds(language: TableLanguage, vocabulary: Vocabulary) -> None:
    guide = Guide(language, vocabulary)
    assert guide.token_distance(guide.start) == breadth_first(guide, vocabulary)
