"""Laws on random grammars: the language is what the nodes say, dead means dead, distance is the shortest way."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings

from automaton.trees import (
    ALPHABET,
    check_language,
    grammars,
    language_of,
    recursive_grammars,
    regular_trees,
    scoped_trees,
    texts_by_definition,
)
from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import DEAD, Language
from maskscope.ir.nodes import Grammar, Node


@settings(max_examples=150, deadline=None)
@given(grammars(regular_trees()))
def test_a_regular_or_nested_language_is_what_its_nodes_say(grammar: Grammar) -> None:
    check_language(language_of(grammar), texts_by_definition(grammar))


@settings(max_examples=150, deadline=None)
@given(grammars(scoped_trees()))
def test_a_language_with_registers_is_what_its_nodes_say(grammar: Grammar) -> None:
    check_language(language_of(grammar), texts_by_definition(grammar))


@settings(max_examples=80, deadline=None)
@given(recursive_grammars())
def test_rules_that_call_each_other_are_what_their_nodes_say(grammar: Grammar) -> None:
    language = language_of(grammar)
    check_language(language, texts_by_definition(grammar))


@settings(max_examples=80, deadline=None)
@given(recursive_grammars())
def test_shallow_states_of_recursive_rules_allow_the_same_short_texts(grammar: Grammar) -> None:
    check_shallow(language_of(grammar))


SHORT = [bytes(text) for n in range(4) for text in product(ALPHABET, repeat=n)]  # the tokens, at most 3 bytes


def check_shallow(language: Language) -> None:
    """From a shallow state, every short text is alive exactly when it is from the real one, or it asks for more."""
    for prefix in SHORT:
        state = language.run(language.start, prefix)
        for depth in (1, 2, 4) if state != DEAD else ():
            shallow = language.shallow(state, depth, reach=3)
            for text in SHORT:
                try:
                    alive = language.run(shallow, text) != DEAD
                except PoppedBelow:
                    continue
                assert alive == (language.run(state, text) != DEAD), (prefix, depth, text)


@settings(max_examples=100, deadline=None)
@given(grammars(regular_trees()))
def test_shallow_states_allow_the_same_short_texts(grammar: Grammar) -> None:
    check_shallow(language_of(grammar))


@settings(max_examples=100, deadline=None)
@given(grammars(scoped_trees()))
def test_shallow_states_with_registers_allow_the_same_short_texts(grammar: Grammar) -> None:
    check_shallow(language_of(grammar))


@settings(max_examples=100, deadline=None)
@given(regular_trees())
def test_the_minimal_automaton_is_the_same_language(tree: Node) -> None:
    grammar = Grammar({"root": tree})
    language, texts = language_of(grammar), texts_by_definition(grammar)
    dfa = language.dfa()
    for n in range(5):
        for text in map(bytes, product(ALPHABET, repeat=n)):
            assert dfa.accepts(text) == (text in texts)
    assert dfa.n_states <= max(1, language.n_states)
    assert dfa.n_states == 0 or dfa.distance[0] == language.distance(language.start)
