"""Every case file of `tests/cases/regex`, through each kind of automaton that a regex can become."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from maskscope.automaton import chars, chars_algebra
from maskscope.automaton.language import DEAD, build_language
from maskscope.errors import GrammarError
from maskscope.ir.nodes import Grammar
from maskscope.limits import DEFAULT_LIMITS
from maskscope.syntax.regex_read import parse_pattern, read_regex, search_node
from maskscope.text import Source
from support.regex_cases import CASES, Case

Accepts = Callable[[str], bool]


def grammar(case: Case) -> Grammar:
    """The case's language: of all texts that match whole, or of all in which the regex is found."""
    source = Source("regex", case.text)
    if not case.search:
        return read_regex(source, DEFAULT_LIMITS)
    pattern = parse_pattern(source, None, DEFAULT_LIMITS)
    return Grammar({"root": search_node(pattern, DEFAULT_LIMITS)}, "root", pattern.notes)


def by_lazy_language(case: Case) -> Accepts:
    return build_language(grammar(case), Source("regex", case.text)).accepts


def by_minimal_dfa(case: Case) -> Accepts:
    return build_language(grammar(case), Source("regex", case.text)).dfa().accepts


def by_characters(case: Case) -> Accepts:
    automaton = chars.from_node(grammar(case).rules["root"], DEFAULT_LIMITS)
    return lambda text: chars_algebra.accepts(automaton, text)


def by_fewest_characters(case: Case) -> Accepts:
    automaton = chars_algebra.minimize(chars.from_node(grammar(case).rules["root"], DEFAULT_LIMITS))
    return lambda text: chars_algebra.accepts(automaton, text)


@pytest.mark.parametrize("engine", [by_lazy_language, by_minimal_dfa, by_characters, by_fewest_characters])
@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_a_regex_accepts_and_refuses_what_its_case_says(case: Case, engine: Callable[[Case], Accepts]) -> None:
    accepts = engine(case)
    assert [text for text in case.accepts if not accepts(text)] == []
    assert [text for text in case.refuses if accepts(text)] == []


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_the_notes_are_those_of_the_case(case: Case) -> None:
    notes = tuple(note.text for note in grammar(case).notes)
    assert case.notes in (notes, tuple(note for note in notes if " means ASCII" not in note))


@pytest.mark.parametrize("case", [case for case in CASES.good() if case.walk], ids=lambda case: case.name)
def test_a_walk_goes_where_its_case_says(case: Case) -> None:
    language = build_language(grammar(case), Source("regex", case.text))
    state = language.start
    for token in case.walk.split(" · "):
        if token == "END":
            assert language.is_accepting(state)
        elif token.startswith("✖"):
            assert language.run(state, token[1:].encode()) == DEAD, token
        else:
            state = language.run(state, token.encode())
            assert state != DEAD, token


@pytest.mark.parametrize("case", CASES.bad(), ids=lambda case: case.name)
def test_a_wrong_regex_has_the_whole_message_of_its_case(case: Case) -> None:
    with pytest.raises(GrammarError) as error:
        read_regex(Source("regex", case.text), DEFAULT_LIMITS)
    assert (str(error.value), type(error.value).__name__) == (case.error.strip("\n"), case.sort)
