"""Arrays and objects that are compared: written in one way only, so that equal values are equal texts.

JSON takes `{"a":1,"b":2}` and `{"b": 2, "a": 1.0}` for the same value, and `uniqueItems` must see that. So inside
unique items everything has one spelling: no white space, numbers and strings in canonical form, and keys in one order.
What remains free is the order of keys that are not declared, and those are left out, which narrows the language and is
noted. An item of which nothing is declared is refused: all that could be left of it is `{}`.

Keys come in declared order, where a value can only be written by way of one alternative at each place. With several
(anyOf) two of them may declare the same keys differently, so then one order rules for all objects inside the items.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from maskscope.errors import UnsupportedError
from maskscope.syntax.schema.keys import declared_keys, open_keys
from maskscope.syntax.schema.shapes import FALSE, TRUE, ArrayShape, Members, ObjectShape
from maskscope.text import Span

if TYPE_CHECKING:
    from maskscope.syntax.schema.solve import Solver

COMPACT = (
    "unique arrays and objects are written in one way: no white space inside them, their keys in one order; "
    "JSON allows any"
)
CLOSED = "objects inside unique items are written with their declared keys only; the schema allows others"
MOST_TERMS = 5_000  # schemas met inside the items of one array


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """How the items of one array are compared. `order` is the place of each key, None if declared order will do; with
    too many schemas inside the items it is not known."""

    unique: Span
    order: dict[str, int] | None
    is_known: bool = True

    def check(self, solver: Solver, item: int) -> None:
        """Say how items are written; UnsupportedError where nothing that they could hold can be compared."""
        objects = solver.shape(item).objects
        maps = [one for one in objects if not declared_keys(one) and open_keys(one, [], None, solver.terms)]
        if maps or not self.is_known:
            raise _unsupported(solver, self.unique)
        solver.reader.notes.add("narrowing", COMPACT, self.unique)

    def object(self, solver: Solver, shape: ObjectShape) -> ObjectShape:
        """The objects of a shape that can be compared: those with no undeclared key."""
        keys = declared_keys(shape)
        if self.order is not None:
            place = self.order
            keys.sort(key=lambda key: (place.get(key, len(place)), key))
        if open_keys(shape, keys, None, solver.terms):
            if shape.low > len(keys) or shape.some:
                raise _unsupported(solver, self.unique)
            solver.reader.notes.add("narrowing", CLOSED, shape.span or self.unique)
        # named first, they are written in this order
        closed = Members(dict.fromkeys(keys, TRUE), (), FALSE)
        return replace(shape, layers=(closed, *shape.layers))


def compared(solver: Solver, items: Sequence[int], unique: Span) -> Compared:
    """How items are compared that meet these terms, each one or several of them."""
    order: dict[str, int] = {}
    waiting = list(dict.fromkeys(items))
    has_choice, met = len(waiting) > 1, set(waiting)
    for term in waiting:  # grows while it is walked
        shape = solver.shape(term)
        has_choice |= len(shape.arrays) > 1 or len(shape.objects) > 1
        for one in shape.objects:
            for key in declared_keys(one):
                order.setdefault(key, len(order))
        inside = [part for one in shape.arrays for part in _items(solver, one)]
        inside += [part for one in shape.objects for part in _values(solver, one)]
        fresh = dict.fromkeys(part for part in inside if part not in met)
        met.update(fresh)
        waiting += fresh
        if len(met) > MOST_TERMS:
            return Compared(unique, None, is_known=False)
    return Compared(unique, order if has_choice else None)


def _items(solver: Solver, shape: ArrayShape) -> Iterator[int]:
    """The terms of an array's items."""
    n = max([0, *(len(layer.prefix) for layer in shape.layers), *(one.start for one in shape.contains)])
    for i in range(n + 1):
        yield solver.terms.all_of(layer.at(i) for layer in shape.layers)


def _values(solver: Solver, shape: ObjectShape) -> Iterator[int]:
    """The terms of the values of declared keys."""
    for key in declared_keys(shape):
        yield solver.terms.all_of(shape.terms_at(key))


def _unsupported(solver: Solver, unique: Span) -> UnsupportedError:
    hint = "declare the keys of such items under properties, or drop uniqueItems"
    problem = "uniqueItems over objects of any keys is not supported: their equality has no bound"
    return solver.unsupported(problem, unique, hint)
