"""An automaton as a regex: short where it can be, and always the same texts."""

from __future__ import annotations

import pytest
from hypothesis import given, reject, settings

from automaton.build import any_of, language
from automaton.trees import language_of, regular_trees
from maskscope.automaton.compare import compare
from maskscope.errors import LimitExceeded
from maskscope.ir.build import chars, choice, concat, literal, optional, repeat
from maskscope.ir.nodes import Edge, Empty, Grammar, Graph, Node
from maskscope.pipeline import compile
from maskscope.sets.codepoints import ANY, CodePoints


@pytest.mark.parametrize(
    "node, regex",
    [
        (literal("a.b"), r"a\.b"),
        (repeat(literal("ab"), 0, None), "(?:ab)*"),
        (optional(any_of("xyz")), "[x-z]?"),
        (repeat(chars(ANY), 0, None), "[^]*"),
        (concat([literal('"'), repeat(chars(~CodePoints.chars('"\\')), 0, None), literal('"')]), r'"[^"\\]*"'),
        (choice([literal("é"), literal("€"), literal("\n")]), r"[\u{A}é€]"),
        (Empty(), ""),
    ],
)
def test_simple_automata_are_written_as_one_would_write_them(node: Node, regex: str) -> None:
    assert language(node).dfa().to_regex() == regex


def test_no_text_is_the_class_of_nothing() -> None:
    assert language(Graph(((Edge(literal("a"), 0),),), frozenset())).dfa().to_regex() == "[]"


@settings(max_examples=60, deadline=None)
@given(regular_trees())
def test_the_regex_has_the_texts_of_the_automaton(tree: Node) -> None:
    it = language_of(Grammar({"root": tree}))
    if it.is_empty:
        reject()
    try:
        regex = it.dfa().to_regex()
    except LimitExceeded:  # a few counts of a few overlapping words can be a million characters long
        reject()
    assert compare(it, compile("regex", regex)).relation == "equal"
