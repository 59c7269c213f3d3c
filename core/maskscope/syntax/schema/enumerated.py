"""The texts of a term that allows a few values only: what `uniqueItems` over arrays and objects needs.

Equality of arbitrary arrays and objects is beyond a bounded memory, but where they are enumerated each value has one
text, and equal values have equal texts.
"""

from __future__ import annotations

from collections.abc import Generator
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from maskscope.syntax.schema.decimals import spell
from maskscope.syntax.schema.escapes import written
from maskscope.syntax.schema.shapes import FALSE, ArrayShape, ObjectShape, Shape
from maskscope.syntax.schema.tasks import Loop, Tasks
from maskscope.syntax.schema.terms import Terms

if TYPE_CHECKING:
    from maskscope.syntax.schema.solve import Solver

MOST_TEXTS = 10_000
Texts = Generator[Any, Any, list[str] | None]
Parts = tuple[
    str, list[tuple[str, list[int]]]
]  # the brackets; for each part what stands before its value, and its terms


def enumerated_texts(solver: Solver, term: int) -> list[str] | None:
    """All texts of a term, compact and in canonical spelling; None when they are not enumerated, or too many."""
    tasks: Tasks[list[str] | None] = Tasks(lambda one: _texts(solver.shape(one), solver.terms))
    try:
        return tasks.result(term)
    except Loop:
        return None


def _texts(shape: Shape, terms: Terms) -> Texts:
    numbers, strings = shape.numbers.values(MOST_TEXTS), shape.strings.texts(MOST_TEXTS)
    if numbers is None or strings is None:
        return None
    words = (("null", shape.null), ("false", shape.booleans & 1), ("true", shape.booleans & 2))
    found = [word for word, allowed in words if allowed]
    found += [spell(number) for number in numbers]
    found += [written(text) for text in strings]
    for part in (*map(_array_parts, shape.arrays), *map(_object_parts, shape.objects)):
        here = None if part is None else (yield from _whole(part, terms))
        if here is None or len(found) + len(here) > MOST_TEXTS:
            return None
        found += here
    return list(dict.fromkeys(found))


def _array_parts(shape: ArrayShape) -> Parts | None:
    """The items of an array of one length on which nothing else is asked."""
    if shape.low != shape.high or shape.contains or shape.unique or shape.low > MOST_TEXTS:
        return None
    return "[]", [("", [layer.at(i) for layer in shape.layers]) for i in range(shape.low)]


def _object_parts(shape: ObjectShape) -> Parts | None:
    """The members of a closed object all of whose keys are required."""
    closed = any(layer.rest == FALSE and not layer.patterns and layer.named for layer in shape.layers)
    named = {key for layer in shape.layers for key in layer.named}
    if not closed or named != set(shape.required) or shape.names or shape.implies or shape.some:
        return None
    keys = ((key, written(key)) for key in dict.fromkeys(k for one in shape.layers for k in one.named))
    return "{}", [(f"{text}:", shape.terms_at(key)) for key, text in keys]


def _whole(parts: Parts, terms: Terms) -> Texts:
    """Every combination of the parts' texts, between brackets."""
    brackets, members = parts
    options: list[list[str]] = []
    for head, met in members:
        here: list[str] | None = yield terms.all_of(met)
        if here is None:
            return None
        options.append([head + text for text in here])
    if prod(map(len, options)) > MOST_TEXTS:
        return None
    return [brackets[0] + ",".join(chosen) + brackets[1] for chosen in product(*options)]
