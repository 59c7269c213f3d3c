"""`uniqueItems` over arrays and objects: equal values are one text, and none comes twice."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.automaton.language import Language
from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.errors import UnsupportedError
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.syntax.schema.compared import CLOSED, COMPACT
from maskscope.vocab.load import load_vocabulary
from support.oracles_schema import Judges

PAIR = {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}}
CLOSED_PAIR = {**PAIR, "additionalProperties": False}
TURNED = {"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": "number"}}, "required": ["b"]}


def unique(items: Any, **others: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, "uniqueItems": True, **others}


def accepted(language: Language, *texts: str) -> list[bool]:
    return [language.accepts(text) for text in texts]


def test_equal_objects_never_come_twice() -> None:
    language = compile("json_schema", unique(CLOSED_PAIR))
    assert accepted(language, '[{"a":1},{"a":2},{"a":1,"b":""},{}]', '[{"a":1},{"b":""},{"a":1}]') == [True, False]


def test_what_is_open_is_closed_with_a_note() -> None:
    language = compile("json_schema", unique(PAIR))
    assert accepted(language, '[{"a":1}]', '[{"a":1,"c":2}]') == [True, False]
    assert {COMPACT, CLOSED} <= {note.text for note in language.notes}
    assert CLOSED not in {note.text for note in compile("json_schema", unique(CLOSED_PAIR)).notes}


def test_no_white_space_and_no_other_order_hides_an_equal_item() -> None:
    language = compile("json_schema", unique(CLOSED_PAIR), whitespace="json", order="any")
    texts = '[ {"a":1,"b":"x"} , {} ]', '[{"a": 1,"b":"x"}]', '[{"b":"x","a":1}]'
    assert accepted(language, *texts) == [True, False, False]


def test_alternatives_that_declare_the_same_keys_differently_are_written_in_one_order() -> None:
    language = compile("json_schema", unique({"anyOf": [PAIR, TURNED]}))
    texts = '[{"a":1.5,"b":"x"},{"a":1,"b":"x"}]', '[{"b":"x","a":1.5}]', '[{"a":1,"b":"x"},{"b":"x","a":1}]'
    assert accepted(language, *texts) == [True, False, False]


def test_places_that_declare_the_same_keys_differently_are_written_in_one_order() -> None:
    schema = unique(False, prefixItems=[PAIR, TURNED])
    texts = (
        '[{"a":1,"b":"x"},{"a":2,"b":"x"}]',
        '[{"a":1,"b":"x"},{"a":1,"b":"x"}]',
        '[{"a":1,"b":"x"},{"b":"x","a":1}]',
    )
    assert accepted(compile("json_schema", schema), *texts) == [True, False, False]


def test_arrays_are_compared_item_by_item() -> None:
    language = compile("json_schema", unique({"type": "array", "items": {"type": "number"}}))
    assert accepted(language, "[[],[1],[1,1],[1.5]]", "[[1],[1]]", "[[1],[1.0]]") == [True, False, False]


@pytest.mark.parametrize("items", [True, {"type": "object"}, {"additionalProperties": {"type": "integer"}}])
def test_objects_of_any_keys_are_refused(items: Any) -> None:
    with pytest.raises(UnsupportedError, match="uniqueItems over objects of any keys"):
        compile("json_schema", unique(items))


def test_unique_items_inside_unique_items_are_scalars_or_refused() -> None:
    assert compile("json_schema", unique(unique({"type": "integer"}))).accepts("[[1,2],[2,1]]")
    tree = {"$defs": {"node": {**PAIR, "properties": {"below": unique({"$ref": "#/$defs/node"})}}}}
    with pytest.raises(UnsupportedError, match="inside items that are unique themselves"):
        compile("json_schema", {**tree, **unique({"$ref": "#/$defs/node"})})


def test_many_unique_objects_are_sampled_and_valid() -> None:
    schema = unique({**CLOSED_PAIR, "required": ["a"]}, minItems=20)
    guide = Guide(compile("json_schema", schema), load_vocabulary("bytes"))
    for seed in range(3):
        text = b"".join(step.data for step in monkey(guide, Rng(seed), 48).steps).decode()
        assert Judges(json.dumps(schema)).objections(text) == []


scalars = st.sampled_from([{"type": "integer"}, {"type": "boolean"}, {"enum": ["x", 1, None]}, {"type": "string"}])
closed = st.dictionaries(st.sampled_from("abc"), scalars, min_size=1, max_size=3).map(
    lambda properties: {"type": "object", "properties": properties, "additionalProperties": False}
)
kinds = st.recursive(
    scalars | closed, lambda inner: inner.map(lambda items: {"type": "array", "items": items}), max_leaves=3
)
values = st.recursive(
    st.sampled_from([0, 1, True, False, None, "x", ""]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=5,
)


@given(kinds, st.lists(values, max_size=4))
def test_in_canonical_spelling_exactly_what_is_valid_is_accepted(items: Any, value: list[Any]) -> None:
    schema = unique(items)
    text = json.dumps([_in_declared_order(one, items) for one in value], separators=(",", ":"))
    assert compile("json_schema", schema).accepts(text) == (not Judges(json.dumps(schema)).objections(text))


def _in_declared_order(value: Any, schema: Any) -> Any:
    # a value that does not fit its schema may stay as it is
    if isinstance(value, list):
        return [_in_declared_order(one, schema.get("items", {})) for one in value]
    if isinstance(value, dict):
        declared = [*schema.get("properties", {}), *value]
        return {key: _in_declared_order(value[key], {}) for key in dict.fromkeys(declared) if key in value}
    return value
