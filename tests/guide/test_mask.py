"""The mask is its definition: a token is allowed exactly when the language can read its bytes."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from maskscope.guide.guide import DEAD, FINISHED, Guide
from maskscope.vocab.vocabulary import Vocabulary
from support.oracles import by_definition, nearer_by_definition
from support.tables import TableLanguage, tables, vocabularies

AB_OR_AC = TableLanguage([{97: 1}, {98: 2, 99: 2}, {}], {2})  # ab|ac
TOKENS = Vocabulary(
    "small",
    (b"a", b"ab", b"b", b"abc", b"", b"ab", b"ac", b"<end>", b"a", b"<stop>"),
    eos_ids=(7, 9),
    special_ids=frozenset({7, 8, 9}),
)


def test_a_token_is_allowed_when_the_language_can_read_it() -> None:
    guide = Guide(AB_OR_AC, TOKENS)
    assert [TOKENS.token(i) for i in guide.allowed(guide.start)] == [b"a", b"ab", b"ab", b"ac"]


def test_both_ids_of_a_doubled_text_are_allowed_and_no_empty_or_special_one() -> None:
    guide = Guide(AB_OR_AC, TOKENS)
    assert guide.allowed(guide.start).tolist() == [0, 1, 5, 6]


def test_every_end_token_is_allowed_exactly_where_the_text_may_end() -> None:
    guide = Guide(AB_OR_AC, TOKENS)
    assert guide.allowed(guide.advance(guide.start, 1)).tolist() == [7, 9]
    assert not set(guide.allowed(guide.advance(guide.start, 0)).tolist()) & {7, 9}


def test_advance_reads_a_token_ends_or_dies() -> None:
    guide = Guide(AB_OR_AC, TOKENS)
    assert guide.advance(guide.start, 1) == 2
    assert guide.advance(guide.start, 2) == DEAD
    assert guide.advance(guide.start, 4) == DEAD  # empty: it would never get anywhere
    assert guide.advance(guide.start, 8) == DEAD  # special: its name is not text
    assert guide.advance(guide.start, 7) == DEAD  # too soon
    assert guide.advance(2, 7) == guide.advance(2, 9) == FINISHED


def test_nothing_is_allowed_after_the_end_or_when_dead() -> None:
    guide = Guide(AB_OR_AC, TOKENS)
    for state in (FINISHED, DEAD):
        assert guide.allowed(state).tolist() == []
        assert not guide.mask(state).any()
        assert not guide.bitmask(state).any()
        assert guide.advance(state, 0) == guide.advance(state, 7) == DEAD


def test_shapes_and_types_of_the_three_forms() -> None:
    guide = Guide(AB_OR_AC, TOKENS)
    assert (guide.allowed(0).dtype, guide.mask(0).dtype, guide.bitmask(0).dtype) == (np.int32, np.bool_, np.uint32)
    assert guide.mask(0).shape == (10,)
    assert guide.bitmask(0).tolist() == [0b1100011]


@given(tables(), vocabularies())
def test_the_mask_is_its_definition(language: TableLanguage, vocabulary: Vocabulary) -> None:
    guide = Guide(language, vocabulary)
    for state in range(len(language.edges)):
        expected = by_definition(language, vocabulary, state)
        assert guide.mask(state).tolist() == expected
        assert guide.allowed(state).tolist() == np.flatnonzero(expected).tolist()
        bits = np.unpackbits(guide.bitmask(state).view(np.uint8), bitorder="little")
        assert bits[: vocabulary.size].tolist() == [int(b) for b in expected]
        assert not bits[vocabulary.size :].any()


@given(tables(), vocabularies())
def test_a_token_is_in_the_mask_exactly_when_advance_does_not_die(
    language: TableLanguage, vocabulary: Vocabulary
) -> None:
    guide = Guide(language, vocabulary)
    for state in range(len(language.edges)):
        alive = [guide.advance(state, token) != DEAD for token in range(vocabulary.size)]
        assert guide.mask(state).tolist() == alive


@given(tables(), vocabularies())
def test_the_nearer_tokens_are_their_definition(language: TableLanguage, vocabulary: Vocabulary) -> None:
    guide = Guide(language, vocabulary)
    for state in range(len(language.edges)):
        if language.distance(state) >= 0:
            assert guide.nearer(state).tolist() == nearer_by_definition(guide, state)
