"""The keyword table: what is built for every keyword of JSON Schema, and where it stops.

This is the one list. The reader looks here to know which keywords a draft has; the documentation prints it; a test
holds it against the readers that exist. A keyword is `exact` (every text we generate and accept means what the
standard says), `conditional` (exact, where the condition holds; else an `UnsupportedError` at the keyword),
`annotation` (says nothing of which values are valid) or `structure` (names and holds schemas).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from maskscope.syntax.schema.drafts import Draft

Level = Literal["exact", "conditional", "annotation", "structure"]


@dataclass(frozen=True, slots=True)
class Keyword:
    """One row: `what` is how it is built or the condition; the drafts `since` … `until` know it."""

    name: str
    level: Level
    what: str
    since: int = 4
    until: int = 2020


TABLE: tuple[Keyword, ...] = (
    Keyword("$schema", "structure", "chooses the draft; 2020-12 without it"),
    Keyword("$ref", "exact", "local references, recursive ones too; a document elsewhere is never fetched"),
    Keyword("$defs", "structure", "holds schemas", 2019),
    Keyword("definitions", "structure", "holds schemas", 4, 2019),
    Keyword("$id", "structure", "a base for references", 6),
    Keyword("id", "structure", "a base for references", 4, 4),
    Keyword("$anchor", "structure", "a name for references", 2019),
    Keyword("$dynamicAnchor", "structure", "a name for dynamic references", 2020),
    Keyword("$dynamicRef", "exact", "resolved by the outermost schema on the way that has the name", 2020),
    Keyword("$recursiveAnchor", "structure", "a mark for recursive references", 2019, 2019),
    Keyword("$recursiveRef", "exact", "resolved by the outermost marked schema on the way", 2019, 2019),
    Keyword("$vocabulary", "structure", "for meta-schemas", 2019),
    Keyword("$comment", "annotation", "ignored", 7),
    Keyword("type", "exact", "integers have no fraction, not even .0"),
    Keyword("enum", "exact", "each value in one canonical spelling"),
    Keyword("const", "exact", "in one canonical spelling", 6),
    Keyword("minimum", "exact", "by value, for numbers of any size"),
    Keyword("maximum", "exact", "by value, for numbers of any size"),
    Keyword("exclusiveMinimum", "exact", "by value; a boolean beside minimum in draft-04"),
    Keyword("exclusiveMaximum", "exact", "by value; a boolean beside maximum in draft-04"),
    Keyword(
        "multipleOf", "exact", "by remainders of the digits; with too many of them only the first multiples, and a note"
    ),
    Keyword("minLength", "exact", "in code points, of any size"),
    Keyword("maxLength", "exact", "in code points, of any size"),
    Keyword("pattern", "conditional", "a search, as ECMA-262 with the u flag; back-references are not regular"),
    Keyword(
        "format", "exact", 'the formats of the standard are asserted unless formats="annotate"; others are ignored'
    ),
    Keyword("items", "exact", "every item, or those after prefixItems; an array of schemas up to 2019-09"),
    Keyword("prefixItems", "exact", "item by item", 2020),
    Keyword("additionalItems", "exact", "the items after an array of items", 4, 2019),
    Keyword("minItems", "exact", "of any size"),
    Keyword("maxItems", "exact", "of any size"),
    Keyword("contains", "exact", "the matching items are counted", 6),
    Keyword("minContains", "exact", "the matching items are counted", 2019),
    Keyword("maxContains", "conditional", "where the complement of contains can be built", 2019),
    Keyword(
        "uniqueItems",
        "conditional",
        "over scalars, arrays, and objects with declared keys, which are written in one way and without further keys",
    ),
    Keyword("unevaluatedItems", "conditional", "split on which branches hold, up to a limit of branches", 2019),
    Keyword("properties", "exact", 'in declared order, or any with order="any"'),
    Keyword("required", "exact", "keys that are not declared follow the declared ones"),
    Keyword("additionalProperties", "exact", "an additional key never equals a declared one"),
    Keyword("patternProperties", "exact", "a key obeys every pattern that it matches"),
    Keyword("propertyNames", "exact", "keys are strings: the set of them is intersected", 6),
    Keyword("minProperties", "exact", "the keys written are remembered, so that none counts twice"),
    Keyword("maxProperties", "exact", "members are counted"),
    Keyword("dependentRequired", "exact", "a rule over the keys written", 2019),
    Keyword("dependentSchemas", "exact", "split on whether the key is there", 2019),
    Keyword(
        "dependencies", "exact", "dependentRequired and dependentSchemas in one; gone since 2019-09, read all the same"
    ),
    Keyword("unevaluatedProperties", "conditional", "split on which branches hold, up to a limit of branches", 2019),
    Keyword("allOf", "exact", "merged type by type"),
    Keyword("anyOf", "exact", "union type by type"),
    Keyword("oneOf", "conditional", "union where branches are disjoint; else differences, up to a limit"),
    Keyword("not", "conditional", "where the complement can be built: not of uniqueItems"),
    Keyword("if", "conditional", "where the complement can be built: not of uniqueItems", 7),
    Keyword("then", "exact", "beside if", 7),
    Keyword("else", "exact", "beside if", 7),
    Keyword("title", "annotation", "ignored"),
    Keyword("description", "annotation", "ignored"),
    Keyword("default", "annotation", "ignored"),
    Keyword("examples", "annotation", "ignored", 6),
    Keyword("deprecated", "annotation", "ignored", 2019),
    Keyword("readOnly", "annotation", "ignored", 7),
    Keyword("writeOnly", "annotation", "ignored", 7),
    Keyword("contentEncoding", "annotation", "ignored", 7),
    Keyword("contentMediaType", "annotation", "ignored", 7),
    Keyword("contentSchema", "annotation", "ignored", 2019),
)


@cache
def keywords_of(draft: Draft) -> dict[str, Keyword]:
    """The rows of one draft, by name."""
    return {row.name: row for row in TABLE if row.since <= draft.number <= row.until}


def drafts_with(name: str) -> tuple[int, int] | None:
    """The first and last draft that know a keyword; None when none does."""
    rows = [row for row in TABLE if row.name == name]
    return (min(row.since for row in rows), max(row.until for row in rows)) if rows else None


@lru_cache(maxsize=1024)
def nearest_keyword(name: str, draft: Draft) -> str | None:
    """The keyword a name looks like: at most two letters away, and one for a short name.

    >>> from maskscope.syntax.schema.drafts import DRAFT2020
    >>> nearest_keyword("requird", DRAFT2020), nearest_keyword("size", DRAFT2020)
    ('required', None)
    """
    allowed = 2 if len(name) > 5 else 1
    letters = set(name.lower())
    near = [
        (_distance(name, known), known)
        for known in keywords_of(draft)
        # cheap bounds first: every edit changes the length by at most one, and the set of letters by at most two
        if abs(len(known) - len(name)) <= allowed and len(letters ^ set(known.lower())) <= 2 * allowed
    ]
    best = min(near, default=(allowed + 1, ""))
    return best[1] if best[0] <= allowed and best[1] != name else None


def _distance(a: str, b: str) -> int:
    """Letters to change, drop or add (Levenshtein); case does not count."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a.lower(), 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b.lower(), 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]
