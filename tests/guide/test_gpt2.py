"""Masks over real vocabularies against a scan: every token run through the language, state after state."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.guide.guide import FINISHED, Guide
from maskscope.pipeline import compile
from maskscope.vocab.load import load_vocabulary
from support.oracles import by_definition

USER = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 12},
        "age": {"type": "integer"},
        "role": {"enum": ["admin", "editor", "viewer"]},
        "active": {"type": "boolean"},
    },
    "required": ["name", "age", "role", "active"],
    "additionalProperties": False,
}
TREE = {
    "$defs": {
        "node": {
            "type": "object",
            "properties": {"v": {"type": "integer"}, "kids": {"type": "array", "items": {"$ref": "#/$defs/node"}}},
            "required": ["v", "kids"],
            "additionalProperties": False,
        }
    },
    "$ref": "#/$defs/node",
}
JSON = r"""
root   ::= value
value  ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws ( pair ("," ws pair)* )? "}"
pair   ::= string ":" ws value ws
array  ::= "[" ws ( value ws ("," ws value ws)* )? "]"
string ::= "\"" ( [^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}) )* "\""
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)?
ws     ::= [ \t\n\r]*
"""

# kind, grammar, a text whose every prefix is a state to look at
WALKS = [
    ("json_schema", USER, '{"name":"Zoë \\u00e9 😀","age":-31,"role":"editor","active":true}'),
    ("json_schema", TREE, '{"v":1,"kids":[{"v":-20,"kids":[{"v":3,"kids":[]}]}]}'),
    ("json_schema", {"type": "string", "maxLength": 100}, '"' + "ab cé\\n" * 9),
    (
        "json_schema",
        {"type": "array", "items": {"enum": ["x", "yes", "yesterday", 1, None]}},
        '["yes","yesterday",null]',
    ),
    ("gbnf", JSON, '{"a": [1, {"b": null}], "c\\u00e9": "x y", "t": [[[-1.5e3]]]}'),
    ("gbnf", 'root ::= "a" root "x" | "a" root "y" | "b"', "aaaaaaaabxyxyxyxy"),
    ("regex", r"(.*x.{3})?[0-9]{2,60}", "😀 the xabc12345"),
    ("regex", r"\p{L}{1,40}(-\p{Lu}[^é\n]*)?", "Straße-Ünder y"),
    ("regex", r"[ab]*a[ab]{12}", "abababababababab"),
]


def states_along(guide: Guide, text: str) -> list[int]:
    """The states after each prefix of the text, as far as the language reads it."""
    states = [guide.start]
    for byte in text.encode():
        states.append(guide.language.step(states[-1], byte))
    return [state for state in dict.fromkeys(states) if state >= 0]


@cache
def guide_of(kind: str, text: str, vocabulary: str) -> Guide:
    return Guide(compile(kind, json.loads(text)), load_vocabulary(vocabulary))


@pytest.mark.parametrize(("kind", "grammar", "text"), WALKS, ids=[f"{w[0]}-{i}" for i, w in enumerate(WALKS)])
def test_gpt2_masks_equal_a_scan_of_the_vocabulary(kind: str, grammar: object, text: str) -> None:
    guide = guide_of(kind, json.dumps(grammar), "gpt2")
    states = states_along(guide, text)
    assert len(states) > 8
    for state in states[:: max(1, len(states) // 14)]:
        mask = guide.mask(state).tolist()
        assert mask == by_definition(guide.language, guide.vocabulary, state)
        assert guide.allowed(state).tolist() == np.flatnonzero(mask).tolist()
        assert guide.n_allowed(state) == sum(mask)


@pytest.mark.parametrize("vocabulary", ["cl100k", "o200k"])
def test_large_vocabularies_equal_a_scan_too(vocabulary: str) -> None:
    guide = guide_of("gbnf", json.dumps(JSON), vocabulary)
    for state in states_along(guide, '{"k":["é \\u00')[::2]:
        assert guide.mask(state).tolist() == by_definition(guide.language, guide.vocabulary, state)


@pytest.mark.parametrize(("kind", "grammar", "text"), WALKS[:6], ids=[f"{w[0]}-{i}" for i, w in enumerate(WALKS[:6])])
def test_moves_lead_where_advance_leads(kind: str, grammar: object, text: str) -> None:
    guide = guide_of(kind, json.dumps(grammar), "gpt2")
    for state in states_along(guide, text)[::7]:
        moves = guide.moves(state)
        text_tokens = np.setdiff1d(guide.allowed(state), guide.vocabulary.eos_ids)
        assert np.sort(np.concatenate([*moves.values(), np.zeros(0, np.int32)])).tolist() == text_tokens.tolist()
        for there, tokens in moves.items():
            for token in tokens[:: max(1, len(tokens) // 20)].tolist():
                assert guide.advance(state, token) == there


@pytest.mark.parametrize(("kind", "grammar"), [walk[:2] for walk in WALKS], ids=[f"{i}" for i in range(len(WALKS))])
def test_monkey_finishes_and_is_accepted(kind: str, grammar: object) -> None:
    guide = guide_of(kind, json.dumps(grammar), "gpt2")
    for seed in range(8):
        run = monkey(guide, Rng(seed), max_tokens=12)
        assert run.finished, run
        assert run.steps[-1].next_state == FINISHED
        assert guide.language.accepts(run.data)
        left = guide.distance(guide.start)
        for step in run.steps:
            assert not step.winding_down or step.next_state == FINISHED or step.distance < left
            left = step.distance
