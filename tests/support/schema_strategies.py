"""Random schemas, and values that have a fair chance to satisfy them.

The universe is small on purpose: four keys, a dozen strings, numbers near zero. So keywords meet each other, required
keys are declared ones every other time, and a value drawn for one branch is often right for another.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

Schema = Any
Draw = Callable[[st.SearchStrategy[Any]], Any]

KEYS = ("a", "b", "é", 'q"')
TEXTS = ("", "a", "b", "ab", "abc", "aab", "é", '"', "\\", "\n", "😀", "2024-02-29", "2023-02-29", "127.0.0.1", "x1")
PATTERNS = ("^a", "b$", "^[ab]*$", "a.c?", "^$", "\\d", "^\\w+$", "[^a]", "^(aa)+$", "^a|b$")
FORMATS = ("date", "ipv4", "uuid", "json-pointer")

keys = st.sampled_from(KEYS)
texts = st.sampled_from(TEXTS)
types = st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
small = st.integers(0, 3)
integers = st.integers(-12, 12)
decimals = st.integers(-24, 24).map(lambda n: Decimal(n) / 4)
numbers = st.one_of(integers, decimals.filter(lambda d: d % 1 != 0))
scalars = st.one_of(st.none(), st.booleans(), numbers, texts)
values = st.recursive(
    scalars,
    lambda inside: st.one_of(st.lists(inside, max_size=3), st.dictionaries(keys, inside, max_size=3)),
    max_leaves=6,
)


def optional(draw: Draw, **keywords: st.SearchStrategy[Any]) -> dict[str, Any]:
    """Some of the keywords, each there one time in three."""
    return {name: draw(value) for name, value in keywords.items() if draw(small) == 0}


@st.composite
def numeric(draw: Draw) -> Schema:
    bounds = optional(
        draw,
        minimum=numbers,
        maximum=numbers,
        exclusiveMinimum=numbers,
        exclusiveMaximum=numbers,
        multipleOf=st.sampled_from([1, 2, 3, 7, Decimal("0.5"), Decimal("0.3")]),
    )
    return {"type": draw(st.sampled_from(["integer", "number"])), **bounds}


@st.composite
def textual(draw: Draw) -> Schema:
    more = optional(
        draw,
        minLength=small,
        maxLength=small,
        pattern=st.sampled_from(PATTERNS),
        format=st.sampled_from(FORMATS),
    )
    return {"type": "string", **more}


plain = st.one_of(
    st.sampled_from([{"type": "null"}, {"type": "boolean"}, True, False, {}]),
    st.lists(types, min_size=1, max_size=3, unique=True).map(lambda names: {"type": names}),
    values.map(lambda value: {"const": value}),
    st.lists(values, min_size=1, max_size=4).map(lambda some: {"enum": some}),
)
leaves = st.one_of(numeric(), textual(), plain)


@st.composite
def arrays(draw: Draw, inside: st.SearchStrategy[Schema]) -> Schema:
    more = optional(
        draw,
        items=inside,
        prefixItems=st.lists(inside, min_size=1, max_size=2),
        minItems=small,
        maxItems=small,
        contains=leaves,
    )
    if "contains" in more:
        more |= optional(draw, minContains=small, maxContains=small)
    elif draw(small) == 0:  # unique where equality is decided: over items that are scalars
        more |= {"uniqueItems": True, "items": draw(st.one_of(numeric(), textual()))}
        more.pop("prefixItems", None)
    return {"type": "array", **more} if draw(small) else more


@st.composite
def objects(draw: Draw, inside: st.SearchStrategy[Schema]) -> Schema:
    more = optional(
        draw,
        required=st.lists(keys, max_size=2, unique=True),
        additionalProperties=st.one_of(st.just(False), inside),
        patternProperties=st.dictionaries(st.sampled_from(PATTERNS), inside, min_size=1, max_size=1),
        propertyNames=textual(),
        minProperties=small,
        maxProperties=small,
        dependentRequired=st.dictionaries(keys, st.lists(keys, max_size=2, unique=True), max_size=2),
        dependentSchemas=st.dictionaries(keys, inside, max_size=1),
    )
    properties = draw(st.dictionaries(keys, inside, max_size=3))
    return {**({"type": "object"} if draw(small) else {}), "properties": properties, **more}


@st.composite
def combined(draw: Draw, inside: st.SearchStrategy[Schema]) -> Schema:
    word = draw(st.sampled_from(["allOf", "anyOf", "oneOf", "not", "if", "beside"]))
    if word == "not":
        return {"not": draw(leaves)}
    if word == "if":
        return {"if": draw(inside), **optional(draw, then=inside, **{"else": inside})}
    branches = draw(st.lists(inside, min_size=1, max_size=3))
    if word == "beside":
        first = draw(objects(inside))
        return {**first, "anyOf": branches, **optional(draw, unevaluatedProperties=st.booleans())}
    return {word: branches}


def nested(inside: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    return st.one_of(arrays(inside), objects(inside), combined(inside))


@st.composite
def schemas(draw: Draw) -> Schema:
    """A schema of draft 2020-12, one time in four with a definition that may hold itself."""
    if draw(small):
        return draw(st.recursive(leaves, nested, max_leaves=6))
    inside = st.recursive(st.one_of(leaves, st.just({"$ref": "#/$defs/d"})), nested, max_leaves=5)
    definition = draw(st.one_of(arrays(inside), objects(inside)))
    return {"$defs": {"d": definition}, "anyOf": [{"$ref": "#/$defs/d"}, draw(leaves)]}


# ---- values


@st.composite
def values_for(draw: Draw, schema: Schema, depth: int = 3) -> Any:
    """A value that follows the schema where that is easy: its types, keys and constants, not every bound."""
    if not isinstance(schema, dict) or depth == 0 or draw(small) == 0:
        return draw(values)
    for word in ("const", "enum", "allOf", "anyOf", "oneOf", "if", "then"):
        if word in schema and draw(small):
            return draw(_of_keyword(word, schema[word], depth))
    if "properties" in schema or "required" in schema:
        return draw(_object_for(schema, depth))
    if any(word in schema for word in ("items", "prefixItems", "contains")):
        return draw(_array_for(schema, depth))
    return draw(_of_type(schema.get("type")))


def _of_keyword(word: str, given: Any, depth: int) -> st.SearchStrategy[Any]:
    match word:
        case "const":
            return st.just(given)
        case "enum":
            return st.sampled_from(given)
        case "if" | "then":
            return values_for(given, depth)
    return st.sampled_from(given).flatmap(lambda branch: values_for(branch, depth))


def _of_type(name: Any) -> st.SearchStrategy[Any]:
    known = {"integer": integers, "number": numbers, "string": texts, "null": st.none(), "boolean": st.booleans()}
    return known.get(name, values) if isinstance(name, str) else values


@st.composite
def _object_for(draw: Draw, schema: Schema, depth: int) -> dict[str, Any]:
    declared = schema.get("properties", {})
    chosen = [key for key in declared if draw(small)]
    chosen += [key for key in schema.get("required", ()) if key not in chosen]
    chosen += [key for key in draw(st.lists(keys, max_size=1)) if key not in chosen]
    return {key: draw(values_for(declared.get(key), depth - 1)) for key in chosen}


@st.composite
def _array_for(draw: Draw, schema: Schema, depth: int) -> list[Any]:
    firsts = schema.get("prefixItems", [])
    rest = schema.get("items", schema.get("contains"))
    length = draw(st.integers(0, 4))
    return [draw(values_for(firsts[i] if i < len(firsts) else rest, depth - 1)) for i in range(length)]


# ---- texts


def spelled(value: Any) -> str:
    """The value as compact JSON, numbers plain: 1.5, never 15e-1; a schema or a document.

    >>> spelled({"é": [Decimal("0.50"), None, True]})
    '{"é":[0.5,null,true]}'
    """
    match value:
        case Decimal():
            return format(value.normalize(), "f")
        case list():
            return f"[{','.join(map(spelled, value))}]"
        case dict():
            return f"{{{','.join(f'{spelled(key)}:{spelled(item)}' for key, item in value.items())}}}"
    return json.dumps(value, ensure_ascii=False)
