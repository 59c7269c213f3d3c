"""The laws that tie a random schema to its texts, as functions for hypothesis to call with examples.

Each counts what became of the schemas, so that a test can tell "all right" from "nothing tried".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

from hypothesis import HealthCheck
from hypothesis import strategies as st

from maskscope import (
    GrammarError,
    Guide,
    Language,
    LimitExceeded,
    Rng,
    UnsatisfiableError,
    UnsupportedError,
    Vocabulary,
    compile,
    load_vocabulary,
    monkey,
)
from support.oracles_schema import Judges
from support.schema_strategies import schemas, spelled, values_for

QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]


@cache
def all_bytes() -> Vocabulary:
    return load_vocabulary("bytes")


def built(schema: str, order: str) -> Language | str:
    """The language, or why there is none."""
    try:
        return compile("json_schema", schema, order=order)
    except UnsatisfiableError:
        return "unsatisfiable"
    except UnsupportedError as error:
        return error.problem
    except LimitExceeded as error:
        return error.limit
    except GrammarError as error:
        if "refers to itself" not in error.problem:
            raise
        return error.problem  # a random reference may lead back to its own schema: such a one has no meaning


def samples(language: Language) -> list[str]:
    guide = Guide(language, all_bytes())
    runs = [monkey(guide, Rng(seed), 12) for seed in range(3)]
    assert [run.stop for run in runs] == ["finished"] * 3
    return [b"".join(step.data for step in run.steps).decode() for run in runs]


def check_samples(order: str, outcomes: Counter[str]) -> Callable[[Any], None]:
    def samples_are_valid(schema: Any) -> None:
        language = built(spelled(schema), order)
        outcomes[language if isinstance(language, str) else "built"] += 1
        if isinstance(language, Language):
            judges = Judges(spelled(schema))
            assert [(text, why) for text in samples(language) if (why := judges.objections(text))] == []

    return samples_are_valid


def check_values(outcomes: Counter[str]) -> Callable[[Any], None]:
    """A value is accepted with its keys in any order exactly when it is valid."""

    def accepted_means_valid(data: st.DataObject) -> None:
        schema = data.draw(schemas(), label="schema")
        language = built(spelled(schema), "any")
        outcomes[language if isinstance(language, str) else "built"] += 1
        if language == "unsatisfiable" or isinstance(language, Language):
            judge = Judges(spelled(schema)).rust
            for value in data.draw(st.lists(values_for(schema), min_size=4, max_size=4), label="values"):
                accepted = isinstance(language, Language) and language.accepts(spelled(value))
                assert accepted == judge.is_valid(value), spelled(value)

    return accepted_means_valid


def few_are_refused(outcomes: Counter[str]) -> None:
    refused = outcomes.total() - outcomes["built"] - outcomes["unsatisfiable"]
    assert refused <= 0.05 * outcomes.total(), outcomes
