"""Shallow states: the same for short texts, and a clean refusal to guess beyond."""

from __future__ import annotations

import pytest

from automaton.build import any_of, language
from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import DEAD
from maskscope.ir.build import call, choice, concat, literal, repeat

NESTED = {"root": choice([concat([literal("("), call("root"), literal(")")]), literal("x")])}


def test_a_plain_state_is_its_own_shallow_state() -> None:
    it = language(repeat(any_of("ab"), 0, None))
    assert it.shallow(it.start, 1) == it.start


def test_states_that_differ_below_the_cut_share_a_shallow_state() -> None:
    it = language(NESTED)
    deep, deeper = it.run(it.start, b"(((("), it.run(it.start, b"((((((")
    assert it.shallow(deep, 2) == it.shallow(deeper, 2)
    assert it.shallow(deep, 8) == deep != it.shallow(deeper, 5)


def test_popping_below_the_cut_is_refused_when_the_next_byte_is_asked_for() -> None:
    it = language(NESTED)
    cut = it.shallow(it.run(it.start, b"(((("), 2)
    closed = it.run(cut, b"x))")
    assert closed != DEAD
    with pytest.raises(PoppedBelow):
        it.row(closed)


def test_a_stack_that_is_not_deeper_knows_its_end() -> None:
    it = language(NESTED)
    assert it.is_accepting(it.run(it.shallow(it.run(it.start, b"("), 1), b"x)"))


def test_a_counter_far_from_its_bounds_is_like_any_other() -> None:
    it = language(repeat(literal("ab"), 300, 2000))
    at = [it.shallow(it.run(it.start, b"ab" * n), 1, reach=64) for n in (0, 10, 200, 290, 300, 500, 1000, 1990)]
    assert at[0] == at[1] == at[2] != at[3]
    assert at[4] == at[5] == at[6] != at[7]


@pytest.mark.parametrize("done", [0, 5, 27, 28, 33, 40, 57, 58])
def test_a_widened_counter_allows_what_the_real_one_allows(done) -> None:
    it = language(repeat(any_of("ab"), 32, 61))
    state = it.run(it.start, b"a" * done)
    shallow = it.shallow(state, 1, reach=4)
    for n in range(5):
        real, wide = it.run(state, b"b" * n), it.run(shallow, b"b" * n)
        assert (real == DEAD) == (wide == DEAD)
        assert real == DEAD or it.is_accepting(real) == it.is_accepting(wide)


def test_a_counter_below_the_cut_is_not_mistaken_for_one_that_counts() -> None:
    inner = repeat(literal("ab"), 4, None)
    it = language({"root": choice([concat([literal("("), call("root"), literal(")")]), repeat(inner, 4, None)])})
    cut = it.shallow(it.run(it.start, b"(" + b"ab" * 16 + b"a"), 1)
    round_complete = it.step(cut, ord("b"))
    assert round_complete != DEAD
    with pytest.raises(PoppedBelow):
        it.row(round_complete)
