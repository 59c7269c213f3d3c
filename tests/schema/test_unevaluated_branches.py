"""`anyOf` under `unevaluatedProperties` and `unevaluatedItems`: only branches that can hold together are combined."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.errors import UnsupportedError
from maskscope.pipeline import compile
from support.oracles_schema import Judges

INTEGER = {"type": "integer"}


def told_apart(n: int, **others: Any) -> dict[str, Any]:
    """Branches with a constant each, and a key of their own."""
    kinds = [{"properties": {"kind": {"const": f"k{i}"}, f"v{i}": INTEGER}, "required": ["kind"]} for i in range(n)]
    return {"type": "object", "anyOf": kinds, "unevaluatedProperties": False, **others}


def test_branches_that_exclude_each_other_may_be_many() -> None:
    language = compile("json_schema", told_apart(40))
    texts = '{"kind":"k7","v7":1}', '{"kind":"k7","v8":1}', '{"kind":"k39"}', '{"kind":"k40"}'
    assert [language.accepts(text) for text in texts] == [True, False, True, False]


def test_branches_of_arrays_that_exclude_each_other_may_be_many() -> None:
    branches = [{"prefixItems": [{"const": i}, *[INTEGER] * (i % 3)], "minItems": 1} for i in range(30)]
    language = compile("json_schema", {"type": "array", "anyOf": branches, "unevaluatedItems": False})
    assert [language.accepts(text) for text in ("[4,1]", "[4,1,1]", "[5,1,1]", "[30]")] == [True, False, True, False]


def test_branches_of_scalars_cost_nothing() -> None:
    schema = {"anyOf": [{"const": i} for i in range(200)], "unevaluatedProperties": False}
    assert [compile("json_schema", schema).accepts(text) for text in ("199", "200")] == [True, False]


def test_too_many_branches_that_may_hold_together_are_refused() -> None:
    branches = [{"properties": {f"v{i}": INTEGER}} for i in range(11)]
    with pytest.raises(UnsupportedError, match="combinations of branches"):
        compile("json_schema", {"type": "object", "anyOf": branches, "unevaluatedProperties": False})


KEYS = [*"ab", "kind"]
branches = st.lists(
    st.builds(
        lambda kind, names: {"properties": {"kind": {"const": kind}, **dict.fromkeys(names, INTEGER)}},
        st.integers(0, 2),
        st.sets(st.sampled_from("ab")).map(sorted),
    )
    | st.sampled_from([{"required": ["a"]}, {"properties": {"b": INTEGER}}, {"type": "integer"}]),
    min_size=1,
    max_size=4,
)
values = st.dictionaries(st.sampled_from(KEYS), st.integers(0, 3), max_size=3) | st.integers(0, 1)


@given(branches, st.lists(values, min_size=1, max_size=4))
def test_combined_branches_mean_what_the_standard_says(some: list[Any], tried: list[Any]) -> None:
    schema = {"properties": {"a": INTEGER}, "anyOf": some, "unevaluatedProperties": False}
    language, judges = compile("json_schema", schema, order="any"), Judges(json.dumps(schema))
    for value in tried:
        text = json.dumps(value, separators=(",", ":"))
        assert language.accepts(text) == (not judges.objections(text)), text
