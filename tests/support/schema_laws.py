"""The laws that tie a random schema to its texts, as functions for hypothesis to call with examples.

What we sample is valid; a value is accepted, with its keys in any order, exactly when it is valid. Both hold for
schemas as people write them and for mixtures of keywords. What became of the schemas is counted, so that a test can
tell "all right" from "nothing tried".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maskscope import (
    GrammarError,
    Guide,
    Language,
    LimitExceeded,
    Limits,
    Rng,
    UnsatisfiableError,
    UnsupportedError,
    Vocabulary,
    compile,
    load_vocabulary,
    monkey,
)
from support.oracles_schema import Judges
from support.random_schemas import mixtures, values
from support.schema_strategies import schemas, spelled, values_for

MOST_REFUSED = 0.05  # of the schemas; measured: below 0.005
SOME = Limits(work=1_000_000, nfa_states=100_000)
_QUIET = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much, HealthCheck.large_base_example]


@dataclass(frozen=True)
class Source:
    """Where schemas come from, and values that may meet one."""

    schemas: st.SearchStrategy[Any]
    values: Callable[[Any], st.SearchStrategy[Any]]


SOURCES = {
    "written": Source(schemas(), values_for),
    "mixed": Source(mixtures, lambda schema: values),
}


@cache
def all_bytes() -> Vocabulary:
    return load_vocabulary("bytes")


def samples_are_valid(source: Source, order: str, examples: int) -> Counter[str]:
    """Every text that we sample is a valid document."""
    outcomes: Counter[str] = Counter()

    def law(schema: Any) -> None:
        language = built(spelled(schema), order)
        outcomes[language if isinstance(language, str) else "built"] += 1
        if isinstance(language, Language):
            judges = Judges(spelled(schema))
            assert [(text, why) for text in samples(language) if (why := judges.objections(text))] == []

    return checked(given(source.schemas)(law), examples, outcomes)


def accepted_means_valid(source: Source, examples: int) -> Counter[str]:
    """A value is accepted with its keys in any order exactly when it is valid."""
    outcomes: Counter[str] = Counter()

    def law(data: st.DataObject) -> None:
        schema = data.draw(source.schemas, label="schema")
        language = built(spelled(schema), "any")
        outcomes[language if isinstance(language, str) else "built"] += 1
        if language == "unsatisfiable" or isinstance(language, Language):
            judge = Judges(spelled(schema)).rust
            for value in data.draw(st.lists(source.values(schema), min_size=4, max_size=4), label="values"):
                accepted = isinstance(language, Language) and language.accepts(spelled(value))
                assert accepted == judge.is_valid(value), spelled(value)

    return checked(given(st.data())(law), examples, outcomes)


def checked(law: Callable[[], None], examples: int, outcomes: Counter[str]) -> Counter[str]:
    """What became of the schemas, once the law held for so many examples."""
    settings(max_examples=examples, suppress_health_check=_QUIET)(law)()
    refused = outcomes.total() - outcomes["built"] - outcomes["unsatisfiable"]
    assert refused <= MOST_REFUSED * outcomes.total(), outcomes
    return outcomes


def built(schema: str, order: str) -> Language | str:
    """The language, or why there is none."""
    try:
        return compile("json_schema", schema, order=order, limits=SOME)
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
