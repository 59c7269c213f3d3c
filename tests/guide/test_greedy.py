"""Greedy: the best allowed token, and how it comes home."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.guide.guide import DEAD, FINISHED, Guide
from maskscope.vocab.vocabulary import Vocabulary
from support.tables import TableLanguage, tables, vocabularies

A, B, AA, END, STOP = range(5)
TOKENS = Vocabulary(
    "few", (b"a", b"b", b"aa", b"<end>", b"<stop>"), eos_ids=(END, STOP), special_ids=frozenset({END, STOP})
)
A_STAR_B = TableLanguage([{97: 0, 98: 1}, {}], {1})  # a*b
GUIDE = Guide(A_STAR_B, TOKENS)


def test_the_highest_allowed_logit_wins_whatever_the_refused_ones_are() -> None:
    assert GUIDE.greedy(0, [1.0, 2.0, 3.0, 9.0, 9.0]) == AA


def test_the_lowest_id_wins_a_tie() -> None:
    assert GUIDE.greedy(0, np.zeros(5, np.float32)) == A
    assert GUIDE.greedy(1, np.zeros(5)) == END


def test_minus_infinity_disables_a_token() -> None:
    assert GUIDE.greedy(0, [-np.inf, 0.0, -np.inf, 0.0, 0.0]) == B
    assert GUIDE.greedy(0, [-np.inf, -np.inf, -np.inf, 0.0, 0.0]) is None


def test_to_finish_only_tokens_that_shorten_the_distance_count() -> None:
    assert GUIDE.greedy(0, [9.0, 1.0, 9.0, 0.0, 0.0], finish=True) == B
    assert GUIDE.greedy(1, [9.0, 1.0, 9.0, 0.0, 1.0], finish=True) == STOP
    assert GUIDE.greedy(0, [9.0, -np.inf, 9.0, 0.0, 0.0], finish=True) is None


def test_nothing_follows_the_end() -> None:
    for state in (FINISHED, DEAD):
        assert GUIDE.greedy(state, np.zeros(5)) is None
        assert GUIDE.greedy(state, np.zeros(5), finish=True) is None


@pytest.mark.parametrize(
    ("logits", "message"),
    [
        ([0.0] * 4, r"shape \(5,\), one number a token, not \(4,\)"),
        ([0.0, np.nan, 0.0, 0.0, 0.0], "logit 1 is nan"),
        ([0.0, 0.0, 0.0, np.inf, 0.0], "logit 3 is inf"),
    ],
)
def test_logits_of_the_wrong_length_or_not_numbers_are_errors(logits: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GUIDE.greedy(0, logits)


def test_the_logits_are_not_changed() -> None:
    logits = np.array([1.0, 2.0, 3.0, 4.0, 5.0], np.float32)
    GUIDE.greedy(0, logits)
    assert logits.tolist() == [1, 2, 3, 4, 5]


@given(tables(), vocabularies(complete=True), st.data())
def test_to_finish_always_comes_home_with_a_complete_vocabulary(
    language: TableLanguage, vocabulary: Vocabulary, data: st.DataObject
) -> None:
    guide = Guide(language, vocabulary)
    logits = data.draw(st.lists(st.floats(-9, 9), min_size=vocabulary.size, max_size=vocabulary.size))
    state, left = guide.start, guide.distance(guide.start)
    for _ in range(left + 1):
        token = guide.greedy(state, logits, finish=True)
        assert token is not None
        state = guide.advance(state, token)
        if state == FINISHED:
            break
        assert guide.distance(state) < left
        left = guide.distance(state)
    assert state == FINISHED
