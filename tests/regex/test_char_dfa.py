"""Automata over code points: against Python's `re`, and every operation against its slow twin over all short texts."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskscope.automaton import chars
from maskscope.automaton import chars_algebra as algebra
from maskscope.automaton.chars_classes import partition
from maskscope.errors import LimitExceeded
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.syntax.regex_read import read_regex
from maskscope.text import Source

SHORT_TEXTS = ["".join(letters) for n in range(5) for letters in product("abé", repeat=n)]

patterns = st.recursive(
    st.sampled_from(["a", "b", "é", "[ab]", "[^a]", "", "."]),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda two: f"(?:{two[0]}|{two[1]})"),
        st.tuples(inner, st.sampled_from("*+?")).map(lambda two: f"(?:{two[0]}){two[1]}"),
        st.tuples(inner, st.sampled_from(["{2}", "{0,2}", "{1,}"])).map(lambda two: f"(?:{two[0]}){two[1]}"),
    ),
    max_leaves=8,
)


def dfa(pattern: str, limits: Limits = DEFAULT_LIMITS) -> chars.CharDfa:
    return chars.from_node(read_regex(Source("regex", pattern), limits).rules["root"], limits)


def texts_of(automaton: chars.CharDfa) -> set[str]:
    return {text for text in SHORT_TEXTS if algebra.accepts(automaton, text)}


@given(patterns)
def test_an_automaton_accepts_what_re_matches(pattern: str) -> None:
    assert texts_of(dfa(pattern)) == {text for text in SHORT_TEXTS if re.fullmatch(pattern, text)}


@given(patterns, patterns)
@settings(max_examples=60)
def test_operations_are_those_of_sets(first: str, second: str) -> None:
    a, b = dfa(first), dfa(second)
    in_a, in_b = texts_of(a), texts_of(b)
    assert texts_of(algebra.intersect(a, b)) == in_a & in_b
    assert texts_of(algebra.union(a, b)) == in_a | in_b
    assert texts_of(algebra.difference(a, b)) == in_a - in_b
    assert texts_of(algebra.complement(a)) == set(SHORT_TEXTS) - in_a


@given(patterns, patterns)
@settings(max_examples=60)
def test_minimal_forms_are_equal_exactly_when_the_languages_are(first: str, second: str) -> None:
    a, b = algebra.minimize(dfa(first)), algebra.minimize(dfa(second))
    same = a.classes == b.classes and np.array_equal(a.next, b.next) and np.array_equal(a.accepting, b.accepting)
    assert same == algebra.equal(a, b)
    assert same == (algebra.contains(a, b) and algebra.contains(b, a))


@given(patterns)
def test_an_automaton_as_a_node_is_the_same_language(pattern: str) -> None:
    a = dfa(pattern)
    assert algebra.equal(a, chars.from_node(chars.to_node(a), DEFAULT_LIMITS))


@given(patterns)
@settings(max_examples=40)
def test_listed_texts_are_the_shortest_ones_of_the_language(pattern: str) -> None:
    a = algebra.intersect(dfa(pattern), dfa("[abé]*"))
    found = [text for text in algebra.texts(a, 200) if len(text) < 5]
    assert sorted(found) == sorted(texts_of(a))[: len(found)] or len(found) == 200
    assert [len(text) for text in found] == sorted(len(text) for text in found)


@given(st.lists(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 9))), max_size=5))
def test_a_partition_covers_everything_once_and_rebuilds_each_set(ends: list[list[tuple[int, int]]]) -> None:
    sets = [CodePoints.of((low, low + more) for low, more in each) for each in ends]
    classes, made_of = partition(sets)
    assert CodePoints.of(r for points in classes for r in points.ranges) == ANY
    assert sum(len(points) for points in classes) == len(ANY)
    assert [CodePoints.of(r for c in parts for r in classes[c].ranges) for parts in made_of] == sets


@pytest.mark.parametrize(
    ("pattern", "n", "least", "most", "shortest"),
    [
        ("a|bc|", 3, 0, 2, ""),
        ("[a-c]{2}", 9, 2, 2, "aa"),
        ("a+", None, 1, None, "a"),
        (".", 1_112_060, 1, 1, "a"),
        ("[^]{2}x{0,3}", 1_112_064**2 * 4, 2, 5, "aa"),
    ],
)
def test_counts_and_lengths(pattern: str, n: int | None, least: int, most: int | None, shortest: str) -> None:
    a = algebra.minimize(dfa(pattern))
    assert algebra.count(a) == n
    assert algebra.lengths(a) == (least, most)
    assert algebra.shortest(a) == shortest


def test_a_counted_chain_is_minimized_at_once() -> None:
    a = algebra.minimize(dfa("(?:[ab]{3}){1000}|a{3000}"))
    assert (a.n_states, len(a.classes)) == (3001, 2)


def test_an_exponential_automaton_meets_its_limit() -> None:
    with pytest.raises(LimitExceeded) as error:
        dfa("[ab]*a[ab]{40}", Limits(dfa_states=1000))
    assert error.value.limit == "dfa_states"


def test_a_repetition_too_long_to_write_out_meets_its_limit() -> None:
    with pytest.raises(LimitExceeded) as error:
        dfa("a{1000000}")
    assert error.value.limit == "dfa_states"


def test_no_language_holds_a_surrogate() -> None:
    assert not algebra.accepts(algebra.everything(), "a\ud800")
