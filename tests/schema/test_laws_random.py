"""Random schemas: what we sample is valid, and what is valid is accepted, and nothing else.

The judge is `jsonschema_rs`. Schemas that we refuse are counted, and must stay few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from support.schema_laws import QUIET, check_samples, check_values, few_are_refused
from support.schema_strategies import schemas

FEW, MANY = 200, 5_000


def samples_are_valid(order: str, examples: int) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    settings(max_examples=examples, suppress_health_check=QUIET)(given(schemas())(check_samples(order, outcomes)))()
    few_are_refused(outcomes)
    return outcomes


def accepted_means_valid(examples: int) -> Counter[str]:
    outcomes: Counter[str] = Counter()
    settings(max_examples=examples, suppress_health_check=QUIET)(given(st.data())(check_values(outcomes)))()
    few_are_refused(outcomes)
    return outcomes


@pytest.mark.parametrize("order", ["declared", "any"])
def test_samples_of_random_schemas_are_valid(order: str) -> None:
    samples_are_valid(order, FEW)


def test_values_are_accepted_exactly_when_they_are_valid() -> None:
    accepted_means_valid(FEW)


def told(what: str, outcomes: Counter[str]) -> str:
    refused = outcomes.total() - outcomes["built"] - outcomes["unsatisfiable"]
    built, empty = outcomes["built"], outcomes["unsatisfiable"]
    return f"{what}: {built:,} built, {empty:,} unsatisfiable, {refused:,} refused; all right"


@pytest.mark.suite
def test_samples_of_many_random_schemas_are_valid(suite_line: Callable[[str], None]) -> None:
    suite_line(told("random schemas, three samples each", samples_are_valid("declared", MANY)))


@pytest.mark.suite
def test_values_of_many_random_schemas_are_accepted_exactly_when_they_are_valid(
    suite_line: Callable[[str], None],
) -> None:
    suite_line(told("random schemas, four values each", accepted_means_valid(MANY)))
