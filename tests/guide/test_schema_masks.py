"""Masks of schemas whose states hold registers: what was written already decides what may come next.

Cut states must keep all of that as far as a token can reach. Each state of some sampled texts is compared with the
definition, over a vocabulary of tokens that run across keys, values and their ends.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary
from support.oracles import by_definition, nearer_by_definition

_PIECES = (
    *('{"', '"}', '":', '","', '":"', '"],"', '},{"', "[[", "]]", "]}", "}]", "1,", ",1", "12", '"a"', '"b"', '"a":'),
    *('"a":1', '"b":2,"', '1}', "0}", "tru", "rue", "null", "aaaa", "aaaaaaaa", "é", "\\u00", "\\n", "  ", ": "),
    *('","b":', '1,"c":1}', '2]', ",2,3", "1,2,1]", '"a","a"', '"c":', "-1", ".5", "00", "e1"),
)  # fmt: skip
TOKENS = Vocabulary(
    "pieces",
    (*(bytes([b]) for b in range(256)), *(piece.encode() for piece in _PIECES), b"<end>"),
    eos_ids=(256 + len(_PIECES),),
    special_ids=frozenset({256 + len(_PIECES)}),
)

_INT = {"type": "integer", "minimum": 0, "maximum": 120}
_ABC = {"a": _INT, "b": _INT, "c": _INT}
SCHEMAS: list[Any] = [
    {"type": "object", "properties": _ABC, "additionalProperties": False, "minProperties": 2},
    {"type": "object", "properties": _ABC, "additionalProperties": False, "maxProperties": 2, "required": ["c"]},
    {"type": "object", "properties": _ABC, "additionalProperties": False, "dependentRequired": {"a": ["c"]}},
    {"type": "object", "additionalProperties": {"type": "null"}, "minProperties": 2, "maxProperties": 3},
    {"type": "array", "items": {"enum": [1, 2, 12, "a"]}, "uniqueItems": True, "minItems": 2},
    {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "minItems": 3},
    {"type": "array", "items": {"type": "string", "maxLength": 1}, "uniqueItems": True},
    {"type": "array", "items": _INT, "minItems": 30, "maxItems": 40},
    {"type": "array", "items": {"type": "integer"}, "contains": {"const": 1}, "minContains": 1, "maxContains": 2},
    {"type": "string", "pattern": "^(aa)+b?$", "minLength": 3, "maxLength": 60},
    {"type": "string", "minLength": 40, "maxLength": 50},
    {"type": "number", "minimum": 0.5, "maximum": 12.25},
    {"type": "integer", "multipleOf": 7, "minimum": 15, "maximum": 2100},
    {"anyOf": [{"type": "array", "items": {"type": "array", "items": {"$ref": "#"}}}, {"const": 1}]},
    True,
]


@pytest.mark.parametrize("options", [{}, {"order": "any"}, {"whitespace": "json"}], ids=["plain", "any", "blanks"])
@pytest.mark.parametrize("schema", SCHEMAS, ids=[json.dumps(schema)[:60] for schema in SCHEMAS])
def test_masks_along_samples_are_their_definition(schema: Any, options: dict[str, Any]) -> None:
    guide = Guide(compile("json_schema", schema, **options), TOKENS)
    for seed in range(2):
        run = monkey(guide, Rng(seed), max_tokens=10)
        assert run.finished
        states = [step.state for step in run.steps]
        for state in dict.fromkeys(states[:: max(1, len(states) // 8)]):
            expected = by_definition(guide.language, TOKENS, state)
            assert guide.mask(state).tolist() == expected
            assert guide.nearer(state).tolist() == nearer_by_definition(guide, state)
            assert sorted(t for ids in guide.moves(state).values() for t in ids.tolist()) == [
                t for t in range(TOKENS.size) if expected[t] and t not in TOKENS.eos_ids
            ]
