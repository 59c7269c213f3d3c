"""The explicit automaton: minimal, the same language, the same distances."""

from __future__ import annotations

import pytest

from automaton.build import any_of, language
from maskscope.errors import LimitExceeded
from maskscope.ir.build import call, choice, concat, literal, repeat
from maskscope.ir.nodes import Edge, Empty, Graph
from maskscope.text import Span


def test_equal_states_become_one() -> None:
    dfa = language(choice([literal("abx"), literal("acx"), literal("adx")])).dfa()
    assert dfa.n_states == 4
    assert dfa.distance.tolist() == [3, 2, 1, 0]
    assert dfa.accepting.tolist() == [False, False, False, True]


def test_states_that_only_repetition_tells_apart_become_one() -> None:
    two_loops = Graph(((Edge(any_of("ab"), 1),), (Edge(any_of("ab"), 2),), (Edge(any_of("ab"), 1),)), frozenset({1, 2}))
    assert language(two_loops).dfa().n_states == 2


def test_counters_unfold_into_states() -> None:
    dfa = language(repeat(literal("ab"), 30, 40)).dfa()
    assert dfa.n_states == 81
    assert [dfa.accepts("ab" * n) for n in (29, 30, 40, 41)] == [False, True, True, False]


def test_the_dead_state_has_no_number() -> None:
    dfa = language(literal("a")).dfa()
    assert dfa.transitions.shape == (2, 256)
    assert (dfa.transitions >= 0).sum() == 1


def test_an_empty_language_has_no_states() -> None:
    nothing = language({"root": concat([literal("a"), call("root")])}).dfa()
    assert nothing.n_states == 0
    assert not nothing.accepts("")


def test_the_origins_of_merged_states_are_united() -> None:
    dfa = language(choice([literal("ax", Span(0, 2)), literal("bx", Span(3, 5))])).dfa()
    assert dfa.origins[1] == (Span(0, 2), Span(3, 5))


def test_recursion_meets_a_limit_by_name() -> None:
    nested = {"root": choice([concat([literal("("), call("root"), literal(")")]), Empty()])}
    with pytest.raises(LimitExceeded, match="dfa_states"):
        language(nested).dfa(max_states=50)


def test_dot_names_every_state_and_edge() -> None:
    dot = language(repeat(any_of("ab"), 0, None)).dfa().to_dot()
    assert "0 -> 0" in dot
    assert "[ab]" in dot


def test_a_notebook_shows_a_picture_or_says_why_not() -> None:
    assert "<svg" in language(literal("abc"))._repr_html_()
    nested = {"root": choice([concat([literal("("), call("root"), literal(")")]), Empty()])}
    assert "more than 300 states" in language(nested)._repr_html_()
