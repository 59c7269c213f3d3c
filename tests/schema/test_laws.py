"""Random schemas against another implementation: what is generated validates, what validates is accepted or narrowed.

The second law knows the two narrowings that can matter here: keys are written in declared order (so the language with
any order must accept), and numbers plainly (so values are given plain).
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings

from maskscope.automaton.language import Language
from maskscope.errors import LimitExceeded, UnsatisfiableError, UnsupportedError
from maskscope.limits import Limits
from maskscope.pipeline import compile
from support.random_schemas import random_text, schemas, values

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="a compiled package, which Pyodide has not")

SOME = Limits(work=1_000_000, nfa_states=100_000)
calm = settings(max_examples=150, suppress_health_check=list(HealthCheck))
many = settings(max_examples=5000, suppress_health_check=list(HealthCheck))


def built(schema: Any, order: str = "declared") -> Language | None:
    """The language; None when the schema allows nothing; schemas that are refused are not looked at."""
    try:
        return compile("json_schema", json.dumps(schema), limits=SOME, order=order)
    except UnsatisfiableError:
        return None
    except (UnsupportedError, LimitExceeded):
        assume(False)
        raise


def texts_validate(schema: Any) -> None:
    language = built(schema)
    if language is None or language.is_empty:
        return
    oracle = jsonschema_rs.validator_for(schema)
    texts = [random_text(language, seed) for seed in range(4)]
    assert [text for text in texts if not oracle.is_valid(json.loads(text))] == []


def valid_values_are_accepted(schema: Any, value: Any) -> None:
    oracle = jsonschema_rs.validator_for(schema)
    language = built(schema, order="any")
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert (language is not None and language.accepts(text)) == oracle.is_valid(value)


@calm
@given(schemas)
def test_what_is_generated_validates(schema: Any) -> None:
    texts_validate(schema)


@calm
@given(schemas, values)
def test_values_are_accepted_just_when_they_validate(schema: Any, value: Any) -> None:
    valid_values_are_accepted(schema, value)


@pytest.mark.suite
@many
@given(schemas)
def test_what_is_generated_from_five_thousand_schemas_validates(schema: Any) -> None:
    texts_validate(schema)


@pytest.mark.suite
@many
@given(schemas, values)
def test_five_thousand_values_are_accepted_just_when_they_validate(schema: Any, value: Any) -> None:
    valid_values_are_accepted(schema, value)
