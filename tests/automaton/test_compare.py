"""Comparing two languages: the relation, and shortest texts that show it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from automaton.build import any_of, language
from automaton.trees import grammars, language_of, regular_trees, texts_by_definition
from maskscope.automaton.compare import compare
from maskscope.ir.build import call, choice, concat, literal, repeat
from maskscope.ir.nodes import Empty, Node
from maskscope.limits import Limits

DIGIT = any_of("0123456789")


@pytest.mark.parametrize(
    "a, b, relation, only_a, only_b, both",
    [
        (literal("a"), literal("a"), "equal", None, None, b"a"),
        (repeat(DIGIT, 1, None), repeat(DIGIT, 1, 3), "b_in_a", b"0000", None, b"0"),
        (literal("x"), any_of("xy"), "a_in_b", None, b"y", b"x"),
        (any_of("ab"), any_of("bc"), "overlap", b"a", b"c", b"b"),
        (literal("ab"), literal("ac"), "disjoint", b"ab", b"ac", None),
        (literal("a"), Empty(), "disjoint", b"a", b"", None),
        (repeat(literal("ab"), 30, 30), repeat(literal("ab"), 30, 31), "a_in_b", None, b"ab" * 31, b"ab" * 30),
    ],
)
def test_two_languages_are_told_apart_by_shortest_texts(
    a: Node, b: Node, relation: str, only_a: bytes | None, only_b: bytes | None, both: bytes | None
) -> None:
    found = compare(language(a), language(b))
    assert (found.relation, found.only_a, found.only_b, found.both) == (relation, only_a, only_b, both)
    assert found.searched is None


def nested(*ends: str) -> dict[str, Node]:
    return {"root": choice([*(concat([literal("("), call("root"), literal(end)]) for end in ends), literal("x")])}


def test_a_difference_of_recursive_grammars_is_found() -> None:
    found = compare(language(nested(")")), language(nested(")", "]")), Limits(work=20_000))
    assert (found.only_a, found.only_b, found.both) == (None, b"(x]", b"x")


def test_that_recursive_grammars_are_equal_may_stay_undecided() -> None:
    found = compare(language(nested(")")), language(nested(")")), Limits(work=20_000))
    assert found.relation == "undecided"
    assert found.searched is not None and found.searched > 10


@settings(max_examples=100, deadline=None)
@given(grammars(regular_trees()), grammars(regular_trees()))
def test_the_texts_are_shortest_and_of_their_sort(a, b) -> None:
    found = compare(language_of(a), language_of(b), Limits(work=100_000))
    texts_a, texts_b = texts_by_definition(a), texts_by_definition(b)
    sorts = (texts_a - texts_b, texts_b - texts_a, texts_a & texts_b)
    for witness, texts in zip((found.only_a, found.only_b, found.both), sorts):
        if texts and (witness is not None or found.searched is None):
            assert witness is not None and len(witness) == min(map(len, texts))
