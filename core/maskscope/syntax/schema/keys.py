"""The keys of an object: which are written by name, and into which kinds the others fall.

Every schema that speaks of an object may name keys, give patterns of keys, and have a word for the rest. All names are
put into one list. The keys outside it fall into classes, one for each combination of patterns that match, and each class
has one term for its values; a class whose values can be nothing is dropped, and most times one class or none is left.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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
        classes = [part for keys, met in classes for part in _classes(layer, keys, met, terms)]
        if len(classes) > _PRUNED_ABOVE:
            classes = [(keys, met) for keys, met in classes if not keys.is_empty]
    found = ((keys, terms.all_of(met)) for keys, met in classes)
    return [OpenKeys(_without(keys, declared), term) for keys, term in found if term != FALSE]


def _classes(
    layer: Members, keys: StringSet, met: tuple[int, ...], terms: Terms
) -> list[tuple[StringSet, tuple[int, ...]]]:
    """A class split by one schema's patterns, with the terms that this adds; without classes that have no values."""
    split: list[tuple[StringSet, tuple[int, ...]]] = [(keys, ())]
    for pattern, term in layer.patterns:
        split = [
            part
            for some, added in split
            for part in ((some & pattern, (*added, term)), (some - pattern, added))
            if part[0].words or part[0].clauses
        ]
        if len(split) > _PRUNED_ABOVE:
            split = [(some, added) for some, added in split if not some.is_empty]
    full = ((some, (*met, *(added or (layer.rest,)))) for some, added in split)
    return [(some, all_met) for some, all_met in full if terms.all_of(all_met) != FALSE]


def _without(keys: StringSet, declared: list[str]) -> StringSet:
    """The class less the declared keys; those that are not in it need no taking out."""
    if keys.is_any:
        return ~StringSet.literals(declared) if declared else keys
    inside = [key for key in declared if keys.contains(key)]
    return keys - StringSet.literals(inside) if inside else keys
