"""Readers of the keywords that apply other schemas to the same value: references, and the logic of schemas."""

from __future__ import annotations

from collections.abc import Callable

from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.facets import Facets
from maskscope.syntax.schema.shapes import TRUE
from maskscope.syntax.schema.steps import All, Any, If, NotThis, One


def read_all_of(facets: Facets, value: Json) -> None:
    """`allOf`: every one of the schemas holds."""
    facets.steps.append(All(_branches(facets, "allOf", value)))


def read_any_of(facets: Facets, value: Json) -> None:
    """`anyOf`: at least one of the schemas holds."""
    facets.steps.append(Any(_branches(facets, "anyOf", value), facets.site.place.of_key("anyOf")))


def read_one_of(facets: Facets, value: Json) -> None:
    """`oneOf`: exactly one of the schemas holds."""
    facets.steps.append(One(_branches(facets, "oneOf", value), facets.site.place.of_key("oneOf")))


def _branches(facets: Facets, keyword: str, value: Json) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        facets.wrong(f"{keyword} is an array of schemas, at least one", keyword)
    return tuple(facets.term(one, keyword, i) for i, one in enumerate(value))


def read_not(facets: Facets, value: Json) -> None:
    """`not`: the schema does not hold."""
    facets.steps.append(NotThis(facets.term(value, "not"), facets.site.place.of_key("not")))


def read_if(facets: Facets, value: Json) -> None:
    """`if`, with `then` and `else`: which of the two holds depends on it."""
    then, otherwise = (
        facets.term(facets.value[word], word) if word in facets.value else TRUE for word in ("then", "else")
    )
    condition = facets.term(value, "if")
    facets.steps.append(If(condition, then, otherwise, facets.site.place.of_key("if")))


def read_then(facets: Facets, value: Json) -> None:
    """`then` counts beside `if`, whose reader takes it."""
    facets.term(value, "then")


def read_else(facets: Facets, value: Json) -> None:
    """`else` counts beside `if`, whose reader takes it."""
    facets.term(value, "else")


def read_ref(facets: Facets, value: Json) -> None:
    """`$ref`: the schema found there holds too."""
    if not isinstance(value, str):
        facets.wrong("$ref is a string", "$ref")
    site = facets.reader.references.resolve(facets.site, value, "$ref")
    facets.steps.append(All((facets.reader.terms.of_site(site),), facets.site.place.of_key("$ref")))


def read_dynamic_ref(facets: Facets, value: Json) -> None:
    """`$dynamicRef`: as `$ref`, to the outermost schema on the way that has the dynamic anchor."""
    if not isinstance(value, str):
        facets.wrong("$dynamicRef is a string", "$dynamicRef")
    site = facets.reader.references.resolve(facets.site, value, "$dynamicRef")
    facets.steps.append(All((facets.reader.terms.of_site(site),), facets.site.place.of_key("$dynamicRef")))


def read_recursive_ref(facets: Facets, value: Json) -> None:
    """`$recursiveRef: "#"`, of 2019-09: the outermost schema on the way that is marked `$recursiveAnchor`."""
    if value != "#":
        facets.wrong('$recursiveRef is always "#"', "$recursiveRef")
    site = facets.reader.references.resolve_recursive(facets.site)
    facets.steps.append(All((facets.reader.terms.of_site(site),), facets.site.place.of_key("$recursiveRef")))


def read_definitions(facets: Facets, value: Json) -> None:
    """`$defs`, `definitions`: schemas to refer to; they are read when something does."""
    if not isinstance(value, dict):
        keyword = "$defs" if "$defs" in facets.value else "definitions"
        facets.wrong(f"{keyword} is an object of schemas", keyword)


def read_name(keyword: str) -> Callable[[Facets, Json], None]:
    """`$id`, `$anchor` and their like are strings; where they lead is the business of `refs.py`."""

    def read(facets: Facets, value: Json) -> None:
        if not isinstance(value, str):
            facets.wrong(f"{keyword} is a string", keyword)

    return read
