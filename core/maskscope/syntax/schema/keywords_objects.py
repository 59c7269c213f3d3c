"""Readers of the keywords that speak of objects."""

from __future__ import annotations

from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.facets import Facets
from maskscope.syntax.schema.notes import SURROGATES
from maskscope.syntax.schema.steps import IfKey
from maskscope.syntax.schema.strings_atoms import is_text


def read_properties(facets: Facets, value: Json) -> None:
    """`properties`: a schema for each of some keys."""
    facets.named = {name: facets.term(one, "properties", name) for name, one in _schemas(facets, "properties", value)}
    for name in facets.named:
        if not is_text(name):
            facets.reader.notes.add("narrowing", SURROGATES, facets.site.place["properties"].of_key(name))


def _schemas(facets: Facets, keyword: str, value: Json) -> list[tuple[str, Json]]:
    if not isinstance(value, dict):
        facets.wrong(f"{keyword} is an object of schemas", keyword)
    return list(value.items())


def read_pattern_properties(facets: Facets, value: Json) -> None:
    """`patternProperties`: a schema for the keys in which a pattern is found."""
    found = []
    for text, one in _schemas(facets, "patternProperties", value):
        keys = facets.reader.pattern(text, facets.site.place["patternProperties"].of_key(text))
        found.append((keys, facets.term(one, "patternProperties", text)))
    facets.patterns = tuple(found)


def read_additional_properties(facets: Facets, value: Json) -> None:
    """`additionalProperties`: a schema for the keys that neither of the two above speaks of."""
    facets.additional = facets.term(value, "additionalProperties")


def read_required(facets: Facets, value: Json) -> None:
    """`required`: keys that must be there."""
    if isinstance(value, bool):
        hint = 'name the required keys in the object\'s own schema: "required": ["a", "b"]'
        facets.wrong("required is an array of strings", "required", hint=hint)
    facets.required = facets.names_list(value, "required")
    if not all(map(is_text, facets.required)):
        facets.reader.notes.add("narrowing", SURROGATES, facets.site.place["required"])


def read_property_names(facets: Facets, value: Json) -> None:
    """`propertyNames`: what every key, as a string, must meet."""
    facets.names = (facets.term(value, "propertyNames"),)


def read_min_properties(facets: Facets, value: Json) -> None:
    """`minProperties`."""
    facets.min_properties = facets.count("minProperties", value)


def read_max_properties(facets: Facets, value: Json) -> None:
    """`maxProperties`."""
    facets.max_properties = facets.count("maxProperties", value)


def read_dependent_required(facets: Facets, value: Json) -> None:
    """`dependentRequired`: keys that must be there when another one is."""
    for name, keys in _schemas(facets, "dependentRequired", value):
        facets.implies.append((name, facets.names_list(keys, "dependentRequired", name)))


def read_dependent_schemas(facets: Facets, value: Json) -> None:
    """`dependentSchemas`: what the whole object must meet when a key is there."""
    for name, one in _schemas(facets, "dependentSchemas", value):
        facets.steps.append(IfKey(name, facets.term(one, "dependentSchemas", name)))


def read_dependencies(facets: Facets, value: Json) -> None:
    """`dependencies`: both of the above in one, up to draft-07.

    Later drafts do not know it, but whoever writes it means it; what is left is valid either way.
    """
    draft = facets.site.around.draft
    if draft.number >= 2019:
        text = f"dependencies is read as in draft-07; {draft.name} has dependentRequired and dependentSchemas for it"
        facets.reader.notes.add("narrowing", text, facets.site.place.of_key("dependencies"))
    for name, one in _schemas(facets, "dependencies", value):
        if isinstance(one, list):
            facets.implies.append((name, facets.names_list(one, "dependencies", name)))
        else:
            facets.steps.append(IfKey(name, facets.term(one, "dependencies", name)))


def read_unevaluated_properties(facets: Facets, value: Json) -> None:
    """`unevaluatedProperties`: what the values must meet that no other keyword has looked at."""
    facets.unevaluated_keys = facets.term(value, "unevaluatedProperties")
