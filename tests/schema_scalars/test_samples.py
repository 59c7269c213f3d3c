"""Texts sampled through the whole engine, over GPT-2, validate with an implementation that shares nothing with ours."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pytest

import maskscope as ms
from maskscope.syntax.schema.formats import FORMATS

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="a compiled package, which Pyodide has not")

SAMPLES = 12


@pytest.fixture(scope="module")
def vocabulary() -> ms.Vocabulary:
    return ms.load_vocabulary("gpt2")


def samples(schema: dict[str, Any], vocabulary: ms.Vocabulary) -> list[str]:
    """Finished texts; every run must finish."""
    guide = ms.Guide(ms.compile("json_schema", schema), vocabulary)
    runs = [ms.monkey(guide, ms.Rng(seed), max_tokens=40) for seed in range(SAMPLES)]
    assert all(run.finished for run in runs)
    return [run.text for run in runs]


@pytest.mark.parametrize("name", FORMATS)
def test_formats(name: str, vocabulary: ms.Vocabulary) -> None:
    schema = {"type": "string", "format": name}
    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    refused = [text for text in samples(schema, vocabulary) if not validator.is_valid(json.loads(text))]
    assert refused == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "minimum": -3, "maximum": 10**18},
        {"type": "integer", "minimum": 15, "maximum": 200, "multipleOf": 7},
        {"type": "integer", "multipleOf": 12, "not": {"multipleOf": 18}},
        {"type": "string", "pattern": "^[a-z]+-[0-9]+$", "minLength": 5, "maxLength": 12},
        {"type": "string", "allOf": [{"pattern": "^[a-z]"}, {"pattern": "[0-9]$"}], "maxLength": 20},
        {"type": "string", "not": {"pattern": "[a-z]"}, "minLength": 3},
        {"type": "string", "format": "email", "pattern": "@example\\.com$"},
        {"type": "string", "format": "email", "minLength": 8, "maxLength": 40},
        {"type": "string", "format": "date", "pattern": "^20[0-9]{2}-02"},
        {"type": "string", "not": {"enum": ["a", "b", ""]}, "maxLength": 2},
        {"type": "string", "format": "hostname", "not": {"format": "ipv4"}},
    ],
)
def test_combinations(schema: dict[str, Any], vocabulary: ms.Vocabulary) -> None:
    validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
    refused = [text for text in samples(schema, vocabulary) if not validator.is_valid(json.loads(text))]
    assert refused == []


@pytest.mark.parametrize("step", ["0.01", "0.25", "1.5", "7"])
def test_steps(step: str, vocabulary: ms.Vocabulary) -> None:
    """Checked in exact decimals: validators that divide floats are wrong about 0.07 and 0.01."""
    schema = {"type": "number", "minimum": -20, "exclusiveMaximum": 1000, "multipleOf": float(step)}
    for text in samples(schema, vocabulary):
        value = Decimal(text)
        assert value % Decimal(step) == 0 and -20 <= value < 1000
