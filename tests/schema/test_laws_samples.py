"""Monkey samples of every preset and case schema are valid documents, as two other validators judge them.

A vocabulary of single bytes wanders most: any character, any escape, any digit. Runs of few tokens then wind down, so
both halves of the engine, masks and distances, are at work.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from maskscope import Guide, Language, Rng, Vocabulary, compile, load_vocabulary, monkey
from maskscope_presets import presets
from support.oracles_schema import Judges
from support.schema_cases import CASES, Case

BUDGET = 16  # tokens before a run winds down
RUNS, STEPS = 24, 600  # runs of one schema, and the steps in all after which no other is begun
PARTS = 4  # tests that share the schemas, so that two processes can

# Every step of these looks through all keys written so far: one run takes minutes
TOO_LONG = {"an open object of many keys"}


@cache
def all_bytes() -> Vocabulary:
    return load_vocabulary("bytes")


def texts(language: Language, seed: str) -> Iterator[str]:
    """Texts of a language: the same ones each time."""
    guide, steps = Guide(language, all_bytes()), 0
    for number in range(RUNS):
        run = monkey(guide, Rng(f"{seed} {number}"), BUDGET)
        assert run.stop == "finished"
        yield b"".join(step.data for step in run.steps).decode()
        steps += len(run.steps)
        if steps >= STEPS:
            return


def judged() -> list[Case]:
    """The schemas of the case files and of the presets that have judges."""
    of_presets = [Case(one.name, one.text, dict(one.options)) for one in presets() if one.kind == "json_schema"]
    return [case for case in CASES.good() + of_presets if case.name not in TOO_LONG]


@pytest.mark.parametrize("part", range(PARTS))
def test_samples_are_valid_documents(part: int) -> None:
    wrong: list[tuple[str, str, list[str]]] = []
    count = 0
    for case in judged()[part::PARTS]:
        language = compile("json_schema", case.text, **case.options)
        judges = Judges(case.text, formats=case.options.get("formats") != "annotate")
        for text in texts(language, case.name):
            count += 1
            objections = judges.objections(text) or ([] if language.accepts(text) else ["we do not accept it"])
            wrong += [(case.name, text, objections)] if objections else []
    assert wrong == []
    assert count >= 2_000 / PARTS
