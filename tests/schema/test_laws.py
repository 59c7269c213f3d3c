"""Random schemas: what we sample is valid, and what is valid is accepted, and nothing else.

The judges are `jsonschema_rs` and, of samples, `jsonschema`. Schemas that we refuse are counted, and must stay few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from support.schema_laws import SOURCES, accepted_means_valid, samples_are_valid

FEW, MANY = 200, 5_000


@pytest.mark.parametrize("order", ["declared", "any"])
@pytest.mark.parametrize("source", SOURCES)
def test_samples_of_random_schemas_are_valid(source: str, order: str) -> None:
    samples_are_valid(SOURCES[source], order, FEW)


@pytest.mark.parametrize("source", SOURCES)
def test_values_are_accepted_exactly_when_they_are_valid(source: str) -> None:
    accepted_means_valid(SOURCES[source], FEW)


def told(what: str, outcomes: Counter[str]) -> str:
    refused = outcomes.total() - outcomes["built"] - outcomes["unsatisfiable"]
    built, empty = outcomes["built"], outcomes["unsatisfiable"]
    return f"{what}: {built:,} built, {empty:,} unsatisfiable, {refused:,} refused; all right"


@pytest.mark.suite
@pytest.mark.parametrize("source", SOURCES)
def test_samples_of_many_random_schemas_are_valid(source: str, suite_line: Callable[[str], None]) -> None:
    outcomes = samples_are_valid(SOURCES[source], "declared", MANY)
    suite_line(told(f"random schemas ({source}), three samples each", outcomes))


@pytest.mark.suite
@pytest.mark.parametrize("source", SOURCES)
def test_values_of_many_random_schemas_are_accepted_exactly_when_they_are_valid(
    source: str, suite_line: Callable[[str], None]
) -> None:
    outcomes = accepted_means_valid(SOURCES[source], MANY)
    suite_line(told(f"random schemas ({source}), four values each", outcomes))
