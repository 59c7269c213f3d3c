"""GBNF grammars as languages: the case files, the slow interpreter, and samples, all have to agree."""

import random

import pytest

from maskscope.automaton.language import Language
from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.errors import LimitExceeded
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.load import load_vocabulary
from support.gbnf_cases import CASES, Case
from support.oracles_gbnf import accepts

LONGEST = 40  # characters that the slow interpreter is asked about


def language_of(case: Case) -> Language:
    return compile("gbnf", case.text, root=case.root)


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_a_language_accepts_and_refuses_what_its_case_says(case: Case) -> None:
    language = language_of(case)
    assert [text for text in case.accepts if not language.accepts(text)] == []
    assert [text for text in case.refuses if language.accepts(text)] == []


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_the_minimal_automaton_agrees_where_there_is_one(case: Case) -> None:
    language = language_of(case)
    if not language.is_finite_state:
        with pytest.raises(LimitExceeded):
            language.dfa(max_states=200)
        return
    dfa = language.dfa()
    assert [text for text in case.accepts if not dfa.accepts(text)] == []
    assert [text for text in case.refuses if dfa.accepts(text)] == []


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_samples_are_accepted_by_the_slow_interpreter(case: Case) -> None:
    guide = Guide(language_of(case), load_vocabulary("bytes"))
    for seed in range(8):
        run = monkey(guide, Rng(seed), max_tokens=12)
        assert run.finished
        if len(run.text) <= LONGEST:
            assert accepts(case.text, run.text, case.root)


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_texts_a_few_letters_off_are_judged_as_the_slow_interpreter_judges_them(case: Case) -> None:
    language, rng = language_of(case), random.Random(7)
    letters = sorted(set("".join((*case.accepts, *case.refuses, "a"))))
    for text in case.accepts[:4]:
        for _ in range(6):
            changed = _changed(text, letters, rng)
            assert language.accepts(changed) == accepts(case.text, changed, case.root), changed


def _changed(text: str, letters: list[str], rng: random.Random) -> str:
    """The text with one to three characters dropped, doubled or replaced."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randint(0, len(text))
        text = text[:at] + rng.choice(["", text[at : at + 1] * 2, rng.choice(letters)]) + text[at + 1 :]
    return text


def test_a_repetition_of_three_thousand_is_exact() -> None:
    language = compile("gbnf", "root ::= [ab]{3000} | [c]{0,3000}")
    assert [language.accepts("ab" * 1500), language.accepts("ab" * 1500 + "a")] == [True, False]
    assert [language.accepts("c" * 3000), language.accepts("c" * 3001)] == [True, False]


def test_ten_thousand_nested_groups_are_one_language() -> None:
    text = "root ::= " + '("a" ' * 9_000 + '"b"' + ")?" * 9_000
    language = compile("gbnf", text)
    assert language.accepts("a" * 9_000 + "b")


def test_forty_rules_that_double_do_not_double_the_states() -> None:
    rules = "\n".join(f'r{i} ::= r{i + 1} r{i + 1} | "x"' for i in range(40))
    language = compile("gbnf", f'root ::= r0\n{rules}\nr40 ::= "y"')
    assert [language.accepts("x"), language.accepts("xx"), language.accepts("")] == [True, True, False]


def test_repetitions_of_repetitions_that_can_be_empty_are_one_counter() -> None:
    language = compile("gbnf", 'root ::= ((((("a"{0,99}){0,99}){0,99}){0,99}){0,99}){0,99} (("b"{0,2}){3}){2}')
    assert [language.accepts(text) for text in ("", "a" * 500, "b" * 12, "b" * 13)] == [True, True, True, False]
