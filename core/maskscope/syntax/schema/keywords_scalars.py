"""Readers of the keywords that speak of a value's type, of numbers and of strings; and of whole values.

Each takes the collected `Facets` and the keyword's value, checks it, and leaves its demand.
"""

from __future__ import annotations

from maskscope.reading.json_document import Place
from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.facets import TYPES, Facets
from maskscope.syntax.schema.formats import FORMATS
from maskscope.syntax.schema.notes import SURROGATES
from maskscope.syntax.schema.steps import Values
from maskscope.syntax.schema.strings import StringSet
from maskscope.syntax.schema.values import is_unicode


def read_type(facets: Facets, value: Json) -> None:
    """`type`: a name, or an array of names."""
    names = value if isinstance(value, list) else [value]
    mask = 0
    for i, name in enumerate(names):
        if not isinstance(name, str) or name not in TYPES:
            path = ("type", i) if isinstance(value, list) else ("type",)
            facets.wrong(f"type is one of {', '.join(TYPES)}", *path)
        mask |= TYPES[name]
    if not names:
        facets.wrong("type needs at least one name", "type")
    facets.types = mask


def read_enum(facets: Facets, value: Json) -> None:
    """`enum`: an array of values."""
    if not isinstance(value, list):
        facets.wrong("enum is an array of values", "enum", hint="for a single value, write const")
    for i, one in enumerate(value):
        _note_left_out(facets, one, "enum", i)
    facets.steps.append(Values(tuple(value), facets.site.place["enum"], facets.site.place.of_key("enum")))


def read_const(facets: Facets, value: Json) -> None:
    """`const`: one value."""
    _note_left_out(facets, value, "const")
    facets.steps.append(Values((value,), facets.site.place["const"], facets.site.place.of_key("const"), True))


def _note_left_out(facets: Facets, value: Json, *path: str | int) -> None:
    if not is_unicode(value):
        facets.reader.notes.add("narrowing", SURROGATES, facets.site.place[path])


def read_minimum(facets: Facets, value: Json) -> None:
    """`minimum`; in draft-04 `exclusiveMinimum: true` beside it makes it exclusive."""
    exclusive = facets.site.around.draft.number == 4 and facets.value.get("exclusiveMinimum") is True
    facets.numbers["exclusive_minimum" if exclusive else "minimum"] = facets.number("minimum", value)


def read_maximum(facets: Facets, value: Json) -> None:
    """`maximum`, as `minimum`."""
    exclusive = facets.site.around.draft.number == 4 and facets.value.get("exclusiveMaximum") is True
    facets.numbers["exclusive_maximum" if exclusive else "maximum"] = facets.number("maximum", value)


def read_exclusive_minimum(facets: Facets, value: Json) -> None:
    """`exclusiveMinimum`: a number; in draft-04 a boolean, which `minimum` looks at."""
    if not _is_flag(facets, "exclusiveMinimum", value):
        facets.numbers["exclusive_minimum"] = facets.number("exclusiveMinimum", value)


def read_exclusive_maximum(facets: Facets, value: Json) -> None:
    """`exclusiveMaximum`, as `exclusiveMinimum`."""
    if not _is_flag(facets, "exclusiveMaximum", value):
        facets.numbers["exclusive_maximum"] = facets.number("exclusiveMaximum", value)


def _is_flag(facets: Facets, keyword: str, value: Json) -> bool:
    partner = keyword.removeprefix("exclusive").lower()
    if facets.site.around.draft.number == 4:
        if not isinstance(value, bool):
            facets.wrong(
                f"{keyword} is a boolean in draft-04", keyword, hint=f'write {{"{partner}": …, "{keyword}": true}}'
            )
        return True
    if isinstance(value, bool):
        hint = f"give the bound itself, or say $schema draft-04, where true makes {partner} exclusive"
        facets.wrong(f"{keyword} is a number", keyword, hint=hint)
    return False


def read_multiple_of(facets: Facets, value: Json) -> None:
    """`multipleOf`: a number above 0."""
    step = facets.number("multipleOf", value)
    if step <= 0:
        facets.wrong("multipleOf is above 0", "multipleOf")
    facets.numbers["multiple_of"] = step


def read_min_length(facets: Facets, value: Json) -> None:
    """`minLength`, in code points."""
    facets.min_length = facets.count("minLength", value)


def read_max_length(facets: Facets, value: Json) -> None:
    """`maxLength`, in code points."""
    facets.max_length = facets.count("maxLength", value)


def read_pattern(facets: Facets, value: Json) -> None:
    """`pattern`: a regular expression, found anywhere in the text."""
    if not isinstance(value, str):
        facets.wrong("pattern is a string", "pattern")
    facets.strings.append(pattern_set(facets, value, facets.site.place["pattern"]))


def pattern_set(facets: Facets, text: str, place: Place) -> StringSet:
    """The strings in which a regular expression is found; its errors point into the schema."""
    return facets.reader.pattern(text, place)


def read_format(facets: Facets, value: Json) -> None:
    """`format`: asserted where the standard defines it, unless formats are annotations."""
    if not isinstance(value, str):
        facets.wrong("format is a string", "format")
    if facets.reader.options.formats == "annotate":
        return
    if value not in FORMATS:
        facets.reader.notes.add(
            "ignored", f'format "{value}" is not one of the standard\'s: ignored', facets.site.place["format"]
        )
        return
    facets.strings.append(facets.reader.format(value, facets.site.place["format"]))
