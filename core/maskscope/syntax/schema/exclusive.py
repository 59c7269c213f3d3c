"""Exactly one of many: `oneOf` without comparing every branch with every other.

A value has one type, so each type is ruled on by itself. Booleans and single strings are counted. Of two sets of
numbers, each with what was in more than one of its branches already, what is in exactly one of both is a few sweeps;
halves are joined into wholes, and n branches cost n log n. Only arrays, objects and patterns have to be told apart two
at a time, and of arrays and objects only those that no listed value tells apart: a constant, or a required "type".

    oneOf 3, 3, [5..9], [7..12]    ->    [5..6] and [10..12]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from maskscope.syntax.schema.numbers import NO_NUMBER, NumberSet
from maskscope.syntax.schema.shapes import FALSE, NONE, ArrayShape, ObjectShape, Shape
from maskscope.syntax.schema.strings import NO_STRING, StringSet
from maskscope.syntax.schema.terms import Value

if TYPE_CHECKING:
    from maskscope.syntax.schema.solve import Solver

Tag = tuple[str, object]  # ("key", its name), ("item", its index), or the whole
Tags = dict[Tag, frozenset[Hashable]]  # with the values listed for each
_WHOLE = ("whole", None)
_MOST_ITEMS = 8  # items of an array that may be tags

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
    """Which branches may allow an array or object that another one allows as well.

    A *tag* is a part that every array or object of a branch has, with a few values listed for it: a required key such
    as "type", one of the first items, or the whole. Branches that list other values for one tag have nothing in common.
    """

    def __init__(self, parts: Sequence[Shape], solver: Solver) -> None:
        self._all = [i for i, part in enumerate(parts) if not part.is_scalar]
        tags = {i: _tags(parts[i], solver) for i in self._all}
        counts = Counter(tag for found in tags.values() for tag in found)
        self._own = {i: max(found, key=counts.__getitem__) for i, found in tags.items() if found}
        self._values = {i: tags[i][tag] for i, tag in self._own.items()}
        self._lacking: dict[Tag, list[int]] = {
            tag: [i for i in self._all if tag not in tags[i]] for tag in dict.fromkeys(self._own.values())
        }
        self._having: dict[tuple[Tag, Hashable], list[int]] = defaultdict(list)
        for i, found in tags.items():
            for tag in found.keys() & self._lacking.keys():
                for value in found[tag]:
                    self._having[tag, value].append(i)

    def of(self, i: int) -> list[int]:
        """The branches that branch i has to be told apart from, in order."""
        tag = self._own.get(i)
        if tag is None:
            return [j for j in self._all if j != i]
        having = (j for value in self._values[i] for j in self._having[tag, value])
        return sorted({*self._lacking[tag], *having} - {i})


def _tags(part: Shape, solver: Solver) -> Tags:
    """The tags that all arrays and objects of a shape have, with all values that they list."""
    found = [*(_array_tags(one, solver) for one in part.arrays), *(_object_tags(one, solver) for one in part.objects)]
    common = [tag for tag in found[0] if all(tag in tags for tags in found)]
    return {tag: frozenset().union(*(tags[tag] for tags in found)) for tag in common}


def _array_tags(one: ArrayShape, solver: Solver) -> Tags:
    first = range(min(one.low, _MOST_ITEMS))
    tags = _listed({("item", i): [layer.at(i) for layer in one.layers] for i in first}, solver)
    items = one.layers[0].prefix if len(one.layers) == 1 else ()
    if items and one.layers[0].rest == FALSE and one.low == one.high == len(items) and _are_values(items, solver):
        tags[_WHOLE] = frozenset([("array", items)])  # terms of values are equal just when the values are
    return tags


def _object_tags(one: ObjectShape, solver: Solver) -> Tags:
    named = [layer.named for layer in one.layers]
    tags = _listed({("key", key): [terms[key] for terms in named if key in terms] for key in one.required}, solver)
    closed = len(one.layers) == 1 and one.layers[0].rest == FALSE and not one.layers[0].patterns
    if closed and named[0].keys() == set(one.required) and _are_values(named[0].values(), solver):
        tags[_WHOLE] = frozenset([("object", frozenset(named[0].items()))])
    return tags


def _listed(parts: dict[Tag, list[int]], solver: Solver) -> Tags:
    """The parts one of whose terms lists values, each with those values."""
    tags: Tags = {}
    for tag, terms in parts.items():
        lists = (values for term in terms if (values := solver.listed(term)) is not None)
        if (values := next(lists, None)) is not None:
            tags[tag] = frozenset(values)
    return tags


def _are_values(terms: Iterable[int], solver: Solver) -> bool:
    return all(isinstance(solver.terms.meaning(term), Value) for term in terms)
