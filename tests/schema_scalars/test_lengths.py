"""The lengths that can be read off a tree are those of its texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.automaton.chars import DEAD, CharDfa
from maskscope.automaton.chars_texts import lengths
from maskscope.ir.build import choice, concat, literal, repeat
from maskscope.ir.nodes import Node
from maskscope.syntax.schema.strings_lengths import has_length, length_of, lengths_of
from support.spelling import Spellings, pattern

leaves = st.sampled_from(["", "a", "bb", "ccc", "ddddd"]).map(literal)


def grown(parts: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    few = st.lists(parts, min_size=1, max_size=3)
    bounds = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 2))
    repeated = st.builds(lambda body, b: repeat(body, b[0], None if b[1] is None else b[0] + b[1]), parts, bounds)
    return st.one_of(few.map(concat), few.map(choice), repeated)


trees = st.recursive(leaves, grown, max_leaves=6)


@given(trees)
def test_the_shortest_and_the_longest(tree: Node) -> None:
    assert length_of(tree) == lengths(Spellings(tree).dfa)


@given(trees, st.integers(0, 12))
def test_all_lengths_up_to_a_cap(tree: Node, cap: int) -> None:
    assert [n for n in range(cap + 1) if lengths_of(tree, cap) >> n & 1] == found(Spellings(tree).dfa, cap)


def found(dfa: CharDfa, cap: int) -> list[int]:
    """The lengths up to the cap, by walking the automaton one character at a time."""
    front, lengths = {0}, []
    for n in range(cap + 1):
        if any(dfa.accepting[state] for state in front):
            lengths.append(n)
        front = {target for state in front for target in dfa.next[state].tolist() if target != DEAD}
    return lengths


@pytest.mark.parametrize(
    ("text", "low", "high", "told"),
    [
        ("^(aa)+$", 3, 3, False),
        ("^(aa)+$", 3, 4, True),
        ("^(aa){3,5}$", 11, None, False),
        ("^(aa){3,}$", 1001, None, True),
        ("^[a-z]{1,64}@[a-z.]{1,100}$", 5, 9, True),
        ("^a{1,3}(bbb)*$", 0, 0, False),
    ],
)
def test_whether_a_pattern_leaves_anything_under_a_length(text: str, low: int, high: int | None, told: bool) -> None:
    assert has_length(pattern(text).clauses[0].wanted[0].node, low, high) == told
