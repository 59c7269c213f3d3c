"""Exactly one of many: `oneOf` without comparing every branch with every other.

A value has one type, so each type is ruled on by itself. Booleans and single strings are counted. Of two sets of
numbers, each with what was in more than one of its branches already, what is in exactly one of both is a few sweeps;
halves are joined into wholes, and n branches cost n log n. Only arrays, objects and patterns have to be told apart two
at a time, and even there a branch that lists its values meets only the branches that list one of them too.

    oneOf 3, 3, [5..9], [7..12]    ->    [5..6] and [10..12]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from maskscope.syntax.schema.numbers import NO_NUMBER, NumberSet
from maskscope.syntax.schema.shapes import FALSE, NONE, ArrayShape, ObjectShape, Shape
from maskscope.syntax.schema.strings import NO_STRING, StringSet
from maskscope.syntax.schema.terms import Terms, Value

Twice = tuple[NumberSet, NumberSet]  # what is in exactly one of some sets, and what is in more


def scalars_of_one(parts: Sequence[Shape]) -> Shape:
    """The scalars that exactly one of the shapes allows."""
    return replace(
        NONE,
        null=sum(part.null for part in parts) == 1,
        booleans=sum(flag for flag in (1, 2) if sum(bool(part.booleans & flag) for part in parts) == 1),
        numbers=_numbers_of_one([part.numbers for part in parts if part.numbers is not NO_NUMBER]),
        strings=_strings_of_one([part.strings for part in parts if part.strings is not NO_STRING]),
    )


def without_scalars(shape: Shape) -> Shape:
    """The arrays and objects of a shape."""
    return replace(NONE, arrays=shape.arrays, objects=shape.objects)


def _numbers_of_one(sets: Sequence[NumberSet]) -> NumberSet:
    level: list[Twice] = [(one, NO_NUMBER) for one in sets]
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)  # an odd one out goes into the next round as it is
        level = [*(_together(a, b) for a, b in pairs), *level[len(level) & ~1 :]]
    return level[0][0] if level else NO_NUMBER


def _together(a: Twice, b: Twice) -> Twice:
    (x, more_than_once_x), (y, more_than_once_y) = a, b
    more_than_once = more_than_once_x | more_than_once_y | x & y
    return (x | y) - more_than_once, more_than_once


def _strings_of_one(sets: Sequence[StringSet]) -> StringSet:
    """Sets of words are counted together; the others are subtracted from each other, and from the words."""
    counts = Counter(word for one in sets if not one.clauses for word in one.words)
    others = [one for one in sets if one.clauses]
    once = [StringSet.literals(word for word, n in counts.items() if n == 1), *others]
    all_of_them = [StringSet.literals(counts), *others]
    found = NO_STRING
    for i, one in enumerate(once):
        for j, other in enumerate(all_of_them):
            one = one if i == j else one - other
        found = found | one
    return found


class Rivals:
    """Which branches may allow an array or object that another one allows as well."""

    def __init__(self, parts: Sequence[Shape], terms: Terms) -> None:
        self._values = [_listed(part, terms) for part in parts]
        self._open = [i for i, values in enumerate(self._values) if values is None]
        self._with_value: dict[Hashable, list[int]] = defaultdict(list)
        for i, values in enumerate(self._values):
            for value in values or ():
                self._with_value[value].append(i)

    def of(self, i: int) -> Iterable[int]:
        """The branches that branch i has to be told apart from, in order."""
        values = self._values[i]
        if values is None:
            return (j for j, others in enumerate(self._values) if j != i and others != [])
        return sorted({*self._open, *(j for value in values for j in self._with_value[value])} - {i})


def _listed(shape: Shape, terms: Terms) -> list[Hashable] | None:
    """What tells the arrays and objects of a shape from any others, where each conjunction is one value; else None."""
    arrays = (_only_array(one, terms) for one in shape.arrays)
    objects = (_only_object(one, terms) for one in shape.objects)
    found = [*arrays, *objects]
    return None if None in found else found


def _only_array(one: ArrayShape, terms: Terms) -> Hashable | None:
    """The terms of the items, where they are values: terms are equal just when their values are."""
    items = one.layers[0].prefix if len(one.layers) == 1 else ()
    if not items or one.layers[0].rest != FALSE or not one.low == one.high == len(items):
        return None
    return ("array", items) if all(_is_value(term, terms) for term in items) else None


def _only_object(one: ObjectShape, terms: Terms) -> Hashable | None:
    """The keys with the terms of their values, in the same way."""
    if len(one.layers) != 1 or one.layers[0].rest != FALSE or one.layers[0].patterns:
        return None
    named = one.layers[0].named
    if named.keys() != set(one.required) or not all(_is_value(term, terms) for term in named.values()):
        return None
    return "object", frozenset(named.items())


def _is_value(term: int, terms: Terms) -> bool:
    return isinstance(terms.meaning(term), Value)
