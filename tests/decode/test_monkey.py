"""Monkey sampling: the same by hand and by itself, always home with a complete vocabulary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.decode.monkey import monkey, monkey_step
from maskscope.decode.rng import Rng
from maskscope.decode.run import Step
from maskscope.guide.guide import FINISHED, Guide
from maskscope.vocab.vocabulary import Vocabulary
from support.tables import TableLanguage, tables, vocabularies

A, B, END = 0, 1, 2
LETTERS = Vocabulary("ab", (b"a", b"b", b"<end>"), eos_ids=(END,), special_ids=frozenset({END}))
A_STAR = TableLanguage([{97: 0}], {0})  # a*
AAB = TableLanguage([{97: 1}, {97: 2}, {98: 3}, {}], {3})  # aab
LONG = TableLanguage([{97: s + 1} for s in range(600)] + [{}], {600})  # a{600}


def test_a_forced_text_is_written_and_ended() -> None:
    run = monkey(Guide(AAB, LETTERS), Rng(1))
    assert (run.tokens, run.text, run.data, run.stop, run.finished) == ((A, A, B, END), "aab", b"aab", "finished", True)


def test_each_step_tells_what_was_taken_and_what_is_left() -> None:
    run = monkey(Guide(AAB, LETTERS), Rng(1))
    assert run.steps[1] == Step(1, A, b"a", 2, n_allowed=1, distance=1, winding_down=False)
    assert run.steps[3] == Step(3, END, b"", FINISHED, n_allowed=1, distance=0, winding_down=False)


def test_the_pick_is_the_uniform_number_scaled_into_the_ascending_ids() -> None:
    # seed 42 draws 0.339, 0.782: of [a, end] first a, then end
    assert monkey(Guide(A_STAR, LETTERS), Rng(42)).tokens == (A, END)


def test_past_the_budget_a_complete_text_ends_at_once_and_draws_nothing() -> None:
    rng = Rng(7)
    run = monkey(Guide(A_STAR, LETTERS), rng, max_tokens=0)
    assert run.tokens == (END,)
    assert rng.state == Rng(7).state


def test_of_several_end_tokens_the_lowest_is_forced() -> None:
    ends = Vocabulary("ends", (b"a", b"<s>", b"</s>"), eos_ids=(1, 2), special_ids=frozenset({1, 2}))
    assert monkey(Guide(A_STAR, ends), Rng(1), max_tokens=0).tokens == (1,)


def test_the_cap_grows_with_the_shortest_way_home() -> None:
    run = monkey(Guide(LONG, LETTERS), Rng(1), max_tokens=3)
    assert (len(run.data), run.stop) == (600, "finished")
    assert [step.winding_down for step in run.steps[:5]] == [False, False, False, True, True]


def test_a_sparse_vocabulary_stalls_and_says_where() -> None:
    sparse = Vocabulary("a only", (b"a", b"<end>"), eos_ids=(1,), special_ids=frozenset({1}))
    run = monkey(Guide(AAB, sparse), Rng(1))
    assert (run.stop, run.finished, run.text) == ("stalled", False, "aa")
    assert run.stall is not None
    assert list(run.stall.missing) == [ord("b")]
    assert str(run.stall) == (
        "stalled after `aa`: the text must go on with `b`, and no token of this vocabulary brings it nearer to an end"
    )


def test_a_vocabulary_without_an_end_token_finishes_where_the_text_is_complete() -> None:
    endless = Vocabulary("no end", (b"a", b"b"))
    run = monkey(Guide(AAB, endless), Rng(1))
    assert (run.stop, run.tokens) == ("finished", (A, A, B))


def test_a_negative_budget_is_an_error() -> None:
    with pytest.raises(ValueError, match="max_tokens"):
        monkey(Guide(AAB, LETTERS), Rng(1), max_tokens=-1)


@given(tables(), vocabularies(), st.integers(0, 2**32), st.integers(0, 8))
def test_monkey_is_monkey_step_repeated(
    language: TableLanguage, vocabulary: Vocabulary, seed: int, max_tokens: int
) -> None:
    guide, rng = Guide(language, vocabulary), Rng(seed)
    run = monkey(guide, Rng(seed), max_tokens)
    state = guide.start
    for number, step in enumerate(run.steps):
        assert monkey_step(guide, rng, state, number, max_tokens) == step
        state = step.next_state
    assert (state == FINISHED) or run.stop != "finished" or not vocabulary.eos_ids


@given(tables(), vocabularies(complete=True), st.integers(0, 2**32), st.integers(0, 8))
def test_with_every_byte_a_token_a_run_finishes_and_winding_down_shortens_each_step(
    language: TableLanguage, vocabulary: Vocabulary, seed: int, max_tokens: int
) -> None:
    guide = Guide(language, vocabulary)
    run = monkey(guide, Rng(seed), max_tokens)
    assert run.finished
    assert language.is_accepting(language.run(language.start, run.data))
    for step in run.steps:
        if step.winding_down and step.next_state != FINISHED:
            assert step.distance < guide.distance(step.state)
