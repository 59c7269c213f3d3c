"""Enumerated values: the shape that allows exactly a few JSON values.

Scalars go into their sets. An array or object becomes a conjunction that says everything about it: each item or member
is one value, and there are no others. Its parts are terms, so deep values cost no stack.
"""

from __future__ import annotations

from collections.abc import Sequence

from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.facets import exact_number
from maskscope.syntax.schema.numbers import NO_NUMBER, NumberSet
from maskscope.syntax.schema.shapes import FALSE, ArrayShape, Items, Members, ObjectShape, Shape
from maskscope.syntax.schema.strings import NO_STRING, StringSet
from maskscope.syntax.schema.strings_atoms import is_text
from maskscope.syntax.schema.terms import Terms, canonical
from maskscope.text import Span


def shape_of_values(values: Sequence[Json], terms: Terms, span: Span) -> Shape:
    """The shape that allows exactly these values."""
    texts = [value for value in values if isinstance(value, str)]
    numbers = [number for value in values if (number := exact_number(value)) is not None]
    wholes = {canonical(value): value for value in values if isinstance(value, dict | list)}.values()
    return Shape(
        any(value is None for value in values),
        sum({False: 1, True: 2}[flag] for flag in {value for value in values if isinstance(value, bool)}),
        NumberSet.values_of(numbers) if numbers else NO_NUMBER,
        StringSet.literals(texts) if texts else NO_STRING,
        tuple(_array(value, terms, span) for value in wholes if isinstance(value, list)),
        tuple(_object(value, terms, span) for value in wholes if isinstance(value, dict)),
    )


def is_unicode(value: Json) -> bool:
    """Whether no string and no key inside a value has half a surrogate pair, which no UTF-8 can hold."""
    waiting = [value]
    for one in waiting:  # grows while it is walked
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list):
            waiting += one
        elif isinstance(one, str) and not is_text(one):
            return False
    return True


def _array(value: list[Json], terms: Terms, span: Span) -> ArrayShape:
    items = Items(tuple(terms.of_value(one, span) for one in value), FALSE)
    return ArrayShape((items,), len(value), len(value))


def _object(value: dict[str, Json], terms: Terms, span: Span) -> ObjectShape:
    members = Members({key: terms.of_value(one, span) for key, one in value.items()}, (), FALSE)
    return ObjectShape((members,), tuple(value), span=span)
