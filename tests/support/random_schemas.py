"""Random schemas that throw keywords together, whatever their type, and random values in the same small universe.

Where `schema_strategies` draws schemas as people write them, these are mixtures: `minItems` beside `pattern` and `if`.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

KEYS = ("a", "b", "c", "ab")
_counts = st.integers(0, 3)
_numbers = st.integers(-3, 6) | st.sampled_from([0.5, -1.5, 2.25])
_words = st.sampled_from(["", "a", "b", "ab", "ba", "é", '"', "aaa"])
_patterns = st.sampled_from(["a", "^a", "b$", "^[ab]+$", "^(aa)*$", "[^a]"])

# values in small numbers, so that schemas and values meet often
values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 6) | st.sampled_from([0.5, 2.25]) | _words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=3),
    max_leaves=5,
)


def _subset(fields: dict[str, st.SearchStrategy[Any]], most: int) -> st.SearchStrategy[dict[str, Any]]:
    """A schema with a few of the keywords."""
    chosen = st.lists(st.sampled_from(sorted(fields)), max_size=most, unique=True)
    return chosen.flatmap(lambda names: st.fixed_dictionaries({name: fields[name] for name in names}))


_plain = _subset(
    {
        "type": st.sampled_from(["null", "boolean", "integer", "number", "string", "array", "object"])
        | st.just(["integer", "string", "array"]),
        "enum": st.lists(values, min_size=1, max_size=3),
        "const": values,
        "minimum": _numbers,
        "maximum": _numbers,
        "exclusiveMinimum": _numbers,
        "multipleOf": st.sampled_from([1, 2, 3, 0.5]),
        "minLength": _counts,
        "maxLength": _counts,
        "pattern": _patterns,
        "minItems": _counts,
        "maxItems": _counts,
        "required": st.lists(st.sampled_from(KEYS), max_size=2, unique=True),
        "minProperties": _counts,
        "maxProperties": _counts,
        "dependentRequired": st.dictionaries(st.sampled_from(KEYS), st.just(["b"]), max_size=2),
    },
    3,
)


def _applied(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Schemas made of schemas."""
    some = st.lists(inner, min_size=1, max_size=3)
    by_key = st.dictionaries(st.sampled_from(KEYS), inner, max_size=3)
    whole = _subset(
        {
            "allOf": some,
            "anyOf": some,
            "oneOf": some,
            "not": inner,
            "if": inner,
            "then": inner,
            "else": inner,
            "prefixItems": some,
            "items": inner,
            "contains": inner,
            "minContains": _counts,
            "maxContains": _counts,
            "unevaluatedItems": inner,
            "properties": by_key,
            "patternProperties": st.dictionaries(_patterns, inner, max_size=2),
            "additionalProperties": inner,
            "propertyNames": inner,
            "dependentSchemas": by_key,
            "unevaluatedProperties": inner,
        },
        3,
    )
    return st.tuples(_plain, whole).map(lambda parts: parts[0] | parts[1])


mixtures = st.recursive(st.booleans() | _plain, _applied, max_leaves=6)
