"""Random schemas, random values near them, and random texts of a language, for laws."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from maskscope.automaton.language import Language

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


schemas = st.recursive(st.booleans() | _plain, _applied, max_leaves=6)


def random_text(language: Language, seed: int, budget: int = 40) -> bytes:
    """A text of the language: any byte that goes on, and past the budget the one nearest to an end."""
    rng, state, text = random.Random(seed), language.start, bytearray()
    while True:
        ways = language.live(state)
        if language.is_accepting(state) and (not ways or len(text) >= budget or rng.random() < 0.3):
            return bytes(text)
        if len(text) >= budget:
            byte, state = min(ways, key=lambda way: (language.distance(way[1]), way[0]))
        else:
            byte, state = rng.choice(ways)
        text.append(byte)
