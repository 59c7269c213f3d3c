"""The keys of an object: which are written by name, and into which kinds the others fall.

Every schema that speaks of an object may name keys, give patterns of keys, and have a word for the rest. All names are
put into one list. The keys outside it fall into classes, one for each combination of patterns that match, and each
class has one term for its values; a class whose values can be nothing is dropped. Most times one class or none is left.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from functools import reduce
from operator import and_, sub
from typing import TYPE_CHECKING, Any

from maskscope.reading.json_document import Place
from maskscope.syntax.schema.shapes import FALSE, Members, ObjectShape
from maskscope.syntax.schema.strings import ANY_STRING, StringSet
from maskscope.syntax.schema.terms import Terms

if TYPE_CHECKING:
    from maskscope.syntax.schema.solve import Solver

_PRUNED_ABOVE = 8  # classes; asking whether one is empty may cost an automaton


@dataclass(frozen=True, slots=True, eq=False)
class OpenKeys:
    """A class of undeclared keys and the term of their values; `kinds` are indices of `some` demands they may serve."""

    keys: StringSet
    term: int
    kinds: tuple[int, ...] = ()


def declared_keys(shape: ObjectShape) -> list[str]:
    """All keys that are named, in the order in which they are written: declared, then only required, then implied."""
    found = dict.fromkeys(key for layer in shape.layers for key in layer.named)
    found.update(dict.fromkeys(shape.required))
    found.update(dict.fromkeys(key for one, then in shape.implies for key in (one, *then)))
    return list(found)


def place_of_key(shape: ObjectShape, key: str) -> Place | None:
    """Where a key is declared."""
    for layer in shape.layers:
        if layer.place is not None and key in layer.named:
            return layer.place.of_key("properties", key)
    return None


def allowed_names(solver: Solver, shape: ObjectShape) -> Generator[Any, Any, StringSet | None]:
    """The strings that `propertyNames` allows as keys; None for all."""
    yield from ()
    names = None
    for term in shape.names:
        here = solver.shape(term).strings
        names = here if names is None else names & here
    return names


def open_keys(shape: ObjectShape, declared: list[str], names: StringSet | None, terms: Terms) -> list[OpenKeys]:
    """The classes of undeclared keys whose values may be something."""
    classes: list[tuple[StringSet, tuple[int, ...]]] = [(ANY_STRING if names is None else names, ())]
    for layer in shape.layers:
        parts = _classes(layer)
        met = [(keys & part, (*some, *more)) for keys, some in classes for part, more in parts]
        classes = [(keys, some) for keys, some in met if (keys.words or keys.clauses) and terms.all_of(some) != FALSE]
        if len(classes) > _PRUNED_ABOVE:
            classes = [(keys, some) for keys, some in classes if not keys.is_empty]
    return [OpenKeys(_without(keys, declared), terms.all_of(some)) for keys, some in classes]


def _classes(layer: Members) -> list[tuple[StringSet, tuple[int, ...]]]:
    """All keys, split by which patterns of one schema match, each class with its terms.

    Most patterns of a schema exclude each other, and then there is nothing to split: so that is asked first.
    """
    patterns = [keys for keys, _ in layer.patterns]
    overlaps = {
        (i, j)
        for i, one in enumerate(patterns)
        for j, other in enumerate(patterns)
        if i < j and not one.isdisjoint(other)
    }
    chosen: list[tuple[int, ...]] = [()]
    for j in range(len(patterns)):
        chosen += [(*some, j) for some in chosen if _meet(patterns, overlaps, (*some, j))]
    found = []
    for some in chosen[1:]:
        others = [j for j in range(len(patterns)) if j not in some and _all_overlap(overlaps, some, j)]
        keys = reduce(sub, (patterns[j] for j in others), reduce(and_, (patterns[i] for i in some)))
        found.append((keys, tuple(layer.patterns[i][1] for i in some)))
    return [*found, (reduce(sub, patterns, ANY_STRING), (layer.rest,))]


def _meet(patterns: list[StringSet], overlaps: set[tuple[int, int]], some: tuple[int, ...]) -> bool:
    """Whether some key matches all of these patterns."""
    if not _all_overlap(overlaps, some[:-1], some[-1]):
        return False
    return len(some) < 3 or not reduce(and_, (patterns[i] for i in some)).is_empty


def _all_overlap(overlaps: set[tuple[int, int]], some: tuple[int, ...], other: int) -> bool:
    return all((min(i, other), max(i, other)) in overlaps for i in some)


def _without(keys: StringSet, declared: list[str]) -> StringSet:
    """The class less the declared keys; those that are not in it need no taking out."""
    if keys.is_any:
        return ~StringSet.literals(declared) if declared else keys
    inside = [key for key in declared if keys.contains(key)]
    return keys - StringSet.literals(inside) if inside else keys
