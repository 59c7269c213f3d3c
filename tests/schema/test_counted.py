"""What is counted, remembered and in any order, at sizes that a search through all ways would never finish."""

from __future__ import annotations

import json
from typing import Any

import pytest

from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.load import load_vocabulary
from support.oracles_schema import Judges

STRING, INTEGER = {"type": "string"}, {"type": "integer"}
THIRTY = {f"k{i}": INTEGER for i in range(30)}

SCHEMAS: dict[str, tuple[str, dict[str, Any]]] = {
    "many open keys": ("declared", {"minProperties": 200}),
    "open keys after a few declared ones": (
        "declared",
        {"properties": {"a": STRING, "b": STRING, "long": STRING}, "minProperties": 40},
    ),
    "two kinds of open keys": ("declared", {"patternProperties": {"^x-": STRING}, "minProperties": 40}),
    "optional keys in any order": ("any", {"properties": THIRTY, "minProperties": 20, "additionalProperties": False}),
    "optional keys in any order, and others": ("any", {"properties": THIRTY, "minProperties": 35}),
    "required keys in any order": ("any", {"properties": THIRTY, "required": [*THIRTY], "additionalProperties": False}),
    "at most so many keys in any order": (
        "any",
        {"properties": THIRTY, "required": ["k7", "k29"], "maxProperties": 20, "minProperties": 15},
    ),
    "different strings": ("declared", {"items": STRING, "uniqueItems": True, "minItems": 120}),
    "different numbers and strings": (
        "declared",
        {"items": {"type": ["integer", "string"]}, "uniqueItems": True, "minItems": 60},
    ),
    "different strings, the first two of a kind of their own": (
        "declared",
        {
            "prefixItems": [{"type": "string", "pattern": "^a"}, {"type": "string", "pattern": "b$"}],
            "items": STRING,
            "uniqueItems": True,
            "minItems": 30,
        },
    ),
    "different numbers, some of which are counted": (
        "declared",
        {"items": INTEGER, "contains": {"minimum": 100}, "minContains": 5, "uniqueItems": True, "minItems": 12},
    ),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_sampling_what_is_counted_meets_no_limit_and_is_valid(name: str) -> None:
    order, schema = SCHEMAS[name]
    kind = "array" if "items" in schema else "object"
    schema = {"type": kind, **schema}
    guide = Guide(compile("json_schema", schema, order=order), load_vocabulary("bytes"))
    run = monkey(guide, Rng(7), 32)
    text = b"".join(step.data for step in run.steps).decode()
    assert run.stop == "finished"
    assert Judges(json.dumps(schema)).objections(text) == []
