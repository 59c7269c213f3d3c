"""What exactly one of many schemas allows, told without comparing each with each."""

from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskscope.limits import Limits
from maskscope.pipeline import compile
from maskscope.syntax.schema import numbers as numbers_module
from maskscope.syntax.schema.exclusive import scalars_of_one
from maskscope.syntax.schema.numbers import NumberSet
from maskscope.syntax.schema.options import SchemaOptions
from maskscope.syntax.schema.read import read_schema
from maskscope.syntax.schema.shapes import NONE, Shape
from maskscope.syntax.schema.solve import Solver
from maskscope.syntax.schema.strings import StringSet
from maskscope.text import Source
from support.random_sets import Predicate, basic_numbers, bounds, near, string_sets, texts


def read(branches: list[Any]) -> None:
    read_schema(Source("json_schema", json.dumps({"oneOf": branches})), Limits(), SchemaOptions())


def in_one(sets: list[tuple[Any, Predicate]], value: object) -> bool:
    return sum(holds(value) for _, holds in sets) == 1


@settings(max_examples=100)
@given(st.lists(basic_numbers(), max_size=4), st.lists(bounds, max_size=6))
def test_a_number_is_in_when_just_one_set_has_it(sets: list[tuple[NumberSet, Predicate]], drawn: list[Decimal]) -> None:
    found = scalars_of_one([replace(NONE, numbers=numbers) for numbers, _ in sets]).numbers
    for value in [*drawn, *(at for numbers, _ in sets for at in near(numbers))]:
        assert found.contains(value) == in_one(sets, value)


@settings(max_examples=100)
@given(st.lists(string_sets, max_size=4), st.lists(texts, max_size=6))
def test_a_string_is_in_when_just_one_set_has_it(sets: list[tuple[StringSet, Predicate]], drawn: list[str]) -> None:
    found = scalars_of_one([replace(NONE, strings=strings) for strings, _ in sets]).strings
    for text in [*drawn, "", "a", "b", "ab"]:
        assert found.contains(text) == in_one(sets, text)


@pytest.mark.parametrize(("flags", "found"), [([0], 0), ([1, 2], 3), ([1, 3], 2), ([3, 3], 0), ([1, 2, 3], 0)])
def test_false_and_true_are_counted(flags: list[int], found: int) -> None:
    parts = [replace(NONE, booleans=flag, null=True) for flag in flags]
    one = scalars_of_one(parts)
    assert (one.booleans, one.null) == (found, len(flags) == 1)


@pytest.mark.parametrize(
    ("branches", "good", "bad"),
    [
        ([{"const": 1}, {"const": 1.0}, {"const": 2}], ["2"], ["1"]),
        ([{"enum": ["a", "b"]}, {"enum": ["b", "c"]}, {"pattern": "^a"}], ['"c"', '"ab"'], ['"a"', '"b"']),
        ([{"const": {"a": 1}}, {"const": {"a": 2}}, {"required": ["b"]}], ['{"a":1}', '{"b":0}'], ['{"a":3}']),
        ([{"const": {"a": 1}}, {"const": {"a": 1.0}}, {"const": [1]}], ["[1]"], ['{"a":1}']),
        ([{"enum": [[1], [2]]}, {"enum": [[2], {}]}, {"const": []}], ["[1]", "{}", "[]"], ["[2]"]),
        (
            [{"properties": {"t": {"const": n}}, "required": ["t"], "type": "object"} for n in ("a", "b", "a")],
            ['{"t":"b"}'],
            ['{"t":"a"}', '{"t":"c"}', "{}"],
        ),
        (
            [
                {"properties": {"t": {"$ref": "#/$defs/a"}}, "required": ["t"], "type": "object"},
                {"properties": {"t": {"enum": ["b", "c"]}}, "required": ["t"], "type": "object"},
                {"properties": {"u": {"const": "c"}}, "required": ["u"], "type": "object"},
            ],
            ['{"t":"a"}', '{"t":"c","u":"d"}', '{"t":"d","u":"c"}'],
            ['{"t":"a","u":"c"}', '{"t":"c","u":"c"}', '{"t":"d"}'],
        ),
        (
            [{"type": "array", "prefixItems": [{"const": n}], "minItems": 1} for n in (1, 2)] + [{"maxItems": 1}],
            ["[1,0]", "[2,0]", "[]", "[3]", "7"],
            ["[1]", "[2]", "[3,0]"],
        ),
        ([{"const": {"a": [1, {}]}}, {"type": "object", "maxProperties": 1}], ['{"a":[1]}'], ['{"a":[1,{}]}']),
    ],
)
def test_branches_that_list_values(branches: list[Any], good: list[str], bad: list[str]) -> None:
    language = compile("json_schema", {"oneOf": branches, "$defs": {"a": {"const": "a"}}}, order="any")
    assert [text for text in good if not language.accepts(text)] == []
    assert [text for text in bad if language.accepts(text)] == []


OF = [
    lambda n: {"const": {"a": n}},
    lambda n: {"enum": [[n], [n, "x"]]},
    lambda n: {"const": n},
    lambda n: {"type": "object", "properties": {"t": {"const": n}, "v": {}}, "required": ["v", "t"]},
    lambda n: {"type": "array", "prefixItems": [{}, {"enum": [n, f"{n}"]}], "minItems": 2},
]


@pytest.mark.parametrize("of", OF)
def test_branches_that_list_other_values_are_not_compared(of: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Shape] = []
    minus = Solver.minus
    monkeypatch.setattr(Solver, "minus", lambda self, a, b, span: taken.append(b) or minus(self, a, b, span))
    read([of(n) for n in range(300)])
    assert taken == []
    read([*(of(n) for n in range(300)), of(7), {"minProperties": 2, "minItems": 3}])
    assert len(taken) < 4 * 300  # one by one: 90,000


def test_many_numbers_are_told_apart_by_halves(monkeypatch: pytest.MonkeyPatch) -> None:
    visited: list[int] = []
    simplest = numbers_module._simplest
    monkeypatch.setattr(
        numbers_module, "_simplest", lambda cuts, *more: visited.append(len(cuts)) or simplest(cuts, *more)
    )
    read([{"const": n} for n in range(4_000)])
    assert sum(visited) < 4_000 * 80  # one by one: 32,000,000
