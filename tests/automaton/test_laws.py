"""Laws on random grammars: the language is what the nodes say, dead means dead, distance is the shortest way."""

from __future__ import annotations

from hypothesis import given, settings

from automaton.trees import (
    check_language,
    grammars,
    language_of,
    regular_trees,
    scoped_trees,
    texts_by_definition,
)
from maskscope.ir.nodes import Grammar


@settings(max_examples=150, deadline=None)
@given(grammars(regular_trees()))
def test_a_regular_or_nested_language_is_what_its_nodes_say(grammar: Grammar) -> None:
    check_language(language_of(grammar), texts_by_definition(grammar))


@settings(max_examples=150, deadline=None)
@given(grammars(scoped_trees()))
def test_a_language_with_registers_is_what_its_nodes_say(grammar: Grammar) -> None:
    check_language(language_of(grammar), texts_by_definition(grammar))
