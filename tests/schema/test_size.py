"""Schemas that are deep, or wide, or that multiply: no stack overflows, nothing doubles."""

from __future__ import annotations

import json

import pytest

from maskscope.errors import GrammarError, LimitExceeded
from maskscope.limits import Limits
from maskscope.pipeline import compile


def nested(depth: int, wrap: str, innermost: str) -> str:
    return (wrap.split("…")[0] * depth) + innermost + (wrap.split("…")[1] * depth)


@pytest.mark.parametrize(
    "wrap",
    [
        '{"allOf": […]}',
        '{"anyOf": […]}',
        '{"oneOf": […]}',
        '{"not": …}',
        '{"if": true, "then": …}',
    ],
)
def test_a_thousand_levels_on_the_same_value(wrap: str) -> None:
    language = compile("json_schema", nested(1000, wrap, '{"type": "integer"}'))
    assert (language.accepts("12"), language.accepts('"a"')) == (True, False)


def test_a_thousand_levels_of_arrays() -> None:
    language = compile("json_schema", nested(1000, '{"type": "array", "items": …}', '{"type": "null"}'))
    assert language.accepts("[" * 1000 + "null" + "]" * 1000)
    assert not language.accepts("[" * 1000 + "1" + "]" * 1000)


def test_a_thousand_levels_of_objects() -> None:
    wrap = '{"type": "object", "required": ["a"], "additionalProperties": false, "properties": {"a": …}}'
    language = compile("json_schema", nested(1000, wrap, '{"type": "null"}'))
    assert language.accepts('{"a":' * 1000 + "null" + "}" * 1000)


def test_a_constant_of_a_thousand_levels() -> None:
    value = "[" * 1000 + "]" * 1000
    language = compile("json_schema", f'{{"const": {value}}}')
    assert (language.accepts(value), language.accepts(value[1:-1])) == (True, False)


def test_a_chain_of_a_thousand_references() -> None:
    definitions = {f"d{i}": {"$ref": f"#/$defs/d{i + 1}"} for i in range(1000)}
    schema = {"$ref": "#/$defs/d0", "$defs": {**definitions, "d1000": {"type": "null"}}}
    assert compile("json_schema", schema).accepts("null")


def test_forty_definitions_that_double_stay_forty_rules() -> None:
    pair = {
        f"d{i}": {"type": "array", "prefixItems": [{"$ref": f"#/$defs/d{i + 1}"}] * 2, "items": False}
        for i in range(40)
    }
    schema = {"$ref": "#/$defs/d0", "$defs": {**pair, "d40": {"type": "null"}}}
    language = compile("json_schema", schema)
    assert (language.accepts("[]"), language.n_nfa_states < 5000) == (True, True)


def test_thirty_optional_properties_cost_a_few_states_each() -> None:
    schema = {
        "type": "object",
        "properties": {f"key_{i}": {"type": "null"} for i in range(30)},
        "additionalProperties": False,
    }
    language = compile("json_schema", schema)
    assert language.n_nfa_states < 30 * 50
    assert language.accepts(json.dumps({"key_3": None, "key_17": None}, separators=(",", ":")))


def test_a_dict_that_holds_itself_is_refused() -> None:
    schema: dict[str, object] = {"type": "array"}
    schema["items"] = schema
    with pytest.raises(Exception, match="depth"):
        compile("json_schema", schema)


def test_twenty_problems_end_the_reading() -> None:
    schema = {"properties": {f"p{i}": {"minLength": -1} for i in range(100)}}
    with pytest.raises(GrammarError) as error:
        compile("json_schema", schema)
    assert len(error.value.more) == 19


def test_many_branches_that_only_differ_in_what_they_require_meet_a_named_limit() -> None:
    branches = [{"type": "object", "required": [f"k{i}"]} for i in range(60)]
    with pytest.raises(LimitExceeded, match="telling the branches of a schema apart"):
        compile("json_schema", {"oneOf": branches}, limits=Limits(work=100_000))
