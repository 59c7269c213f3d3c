"""Readers of the keywords that speak of arrays."""

from __future__ import annotations

from collections.abc import Callable

from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.facets import Facets
from maskscope.syntax.schema.shapes import TRUE, Contains


def read_items(facets: Facets, value: Json) -> None:
    """`items`: a schema for all items, or for those after `prefixItems`; up to 2019-09 also an array of schemas."""
    if isinstance(value, list):
        _read_items_array(facets, value)
    else:
        facets.items = facets.term(value, "items")


def _read_items_array(facets: Facets, value: list[Json]) -> None:
    if facets.site.around.draft.number >= 2020:
        hint = 'an array of schemas is called prefixItems in 2020-12; or say "$schema" of draft-07'
        facets.wrong("items is one schema", "items", hint=hint)
    facets.prefix = tuple(facets.term(one, "items", i) for i, one in enumerate(value))
    if "additionalItems" in facets.value:
        facets.items = facets.term(facets.value["additionalItems"], "additionalItems")


def read_prefix_items(facets: Facets, value: Json) -> None:
    """`prefixItems`: a schema for each of the first items."""
    if not isinstance(value, list) or not value:
        facets.wrong("prefixItems is an array of schemas, at least one", "prefixItems")
    facets.prefix = tuple(facets.term(one, "prefixItems", i) for i, one in enumerate(value))


def read_additional_items(facets: Facets, value: Json) -> None:
    """`additionalItems`: counts only beside an array of `items`, whose reader takes it."""
    facets.term(value, "additionalItems")


def read_min_items(facets: Facets, value: Json) -> None:
    """`minItems`."""
    facets.min_items = facets.count("minItems", value)


def read_max_items(facets: Facets, value: Json) -> None:
    """`maxItems`."""
    facets.max_items = facets.count("maxItems", value)


def read_contains(facets: Facets, value: Json) -> None:
    """`contains`, with `minContains` and `maxContains` where the draft has them."""
    term = facets.term(value, "contains")
    low, high = 1, None
    if facets.site.around.draft.number >= 2019:
        low = facets.count("minContains", facets.value.get("minContains", 1))
        high = facets.count("maxContains", facets.value["maxContains"]) if "maxContains" in facets.value else None
    facets.contains = Contains(term, low, high, 0, facets.site.place.of_key("contains"))


def read_contains_bound(keyword: str) -> Callable[[Facets, Json], None]:
    """`minContains` and `maxContains` count beside `contains`, whose reader takes them."""

    def read(facets: Facets, value: Json) -> None:
        facets.count(keyword, value)

    return read


def read_unique_items(facets: Facets, value: Json) -> None:
    """`uniqueItems`."""
    if not isinstance(value, bool):
        facets.wrong("uniqueItems is true or false", "uniqueItems")
    if value:
        facets.unique = facets.site.place.of_key("uniqueItems")


def read_unevaluated_items(facets: Facets, value: Json) -> None:
    """`unevaluatedItems`: what the items must meet that no other keyword has looked at."""
    term = facets.term(value, "unevaluatedItems")
    facets.unevaluated_items = None if term == TRUE and facets.site.around.draft.number < 2019 else term
