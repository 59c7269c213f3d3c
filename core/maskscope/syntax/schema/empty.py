"""Proofs that nothing meets a term: a least fixpoint over schemas that may refer to each other.

A term has a value if one of its types has: a scalar type that is not empty, or a conjunction all of whose needs are
met. A need is a set of terms of which at least one must have a value (a required key's schema; some item that
`contains` could count). Start from "nothing has a value" and add what follows until nothing does; a term left over is
empty, also when it is so only because of recursion (`{"required": ["a"], "properties": {"a": {"$ref": "#"}}}`).

Only some needs are looked at, and a schema still being worked out counts as having a value: `True` is a proof, `False`
is none.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from maskscope.syntax.schema.numbers import ANY_NUMBER, INTEGERS
from maskscope.syntax.schema.shapes import FALSE, TRUE, ArrayShape, Contains, ObjectShape, Shape, SomeMember
from maskscope.syntax.schema.tasks import Loop
from maskscope.syntax.schema.terms import Terms
from maskscope.text import Span

Need = tuple[int, ...]  # at least one of these terms has a value
Way = tuple[Need, ...]  # all of these needs are met
Proof = Generator[Any, Any, bool]
MET: Way = ()
_FULL = (ANY_NUMBER, INTEGERS)  # asked first: to count the numbers of a set costs more
NOWHERE = Span(0, 0)
_MOST_LISTED = 64  # items looked at one by one


class Emptiness:
    """What is proved so far; terms never change, so neither do proofs."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._known: dict[int, bool] = {FALSE: True, TRUE: False}

    def term(self, term: int) -> Proof:
        """Whether a term is proved empty."""
        if term not in self._known:
            yield from self._explore([term])
        return self._known[term]

    def array(self, shape: ArrayShape) -> Proof:
        """Whether a conjunction on arrays is proved empty."""
        return self._way_is_closed(self._array_way(shape))

    def object(self, shape: ObjectShape) -> Proof:
        """Whether a conjunction on objects is proved empty."""
        return self._way_is_closed(self._object_way(shape))

    def _way_is_closed(self, way: Way | None) -> Proof:
        if way is None:
            return True
        for need in way:
            met = False
            for term in need:
                if not (yield from self.term(term)):
                    met = True
                    break
            if not met:
                return True
        return False

    # ---- the fixpoint

    def _explore(self, todo: list[int]) -> Proof:
        """Work out a term, and every term that its answer hangs on."""
        ways: dict[int, list[Way]] = {}
        assumed = False
        while todo:
            term = todo.pop()
            if term in ways or term in self._known:
                continue
            try:
                ways[term] = self._ways((yield term << 1))
            except Loop:
                ways[term], assumed = [MET], True
            if MET not in ways[term]:
                todo.extend(one for way in ways[term] for need in way for one in need)
        inhabited = self._inhabited(ways)
        # subtle: a proof of emptiness holds whatever was assumed, but "has a value" may rest on the assumption; it is
        # kept all the same, because False claims nothing
        self._known.update((term, term not in inhabited) for term in ways)
        return assumed

    def _inhabited(self, ways: dict[int, list[Way]]) -> set[int]:
        found = {term for term, empty in self._known.items() if not empty}
        left = dict(ways)
        while True:
            new = [term for term, some in left.items() if any(_is_met(way, found) for way in some)]
            if not new:
                return found
            found.update(new)
            for term in new:
                del left[term]

    # ---- what a shape needs

    def _ways(self, shape: Shape) -> list[Way]:
        if shape.null or shape.booleans or shape.numbers in _FULL or not shape.numbers.is_empty:
            return [MET]
        if not shape.strings.is_empty:
            return [MET]
        ways = [self._array_way(one) for one in shape.arrays] + [self._object_way(one) for one in shape.objects]
        return [way for way in ways if way is not None]

    def _array_way(self, shape: ArrayShape) -> Way | None:
        if shape.high is not None and shape.low > shape.high:
            return None
        listed = max((len(layer.prefix) for layer in shape.layers), default=0)
        needs: list[Need] = [(self._item(shape, i),) for i in range(min(shape.low, listed + 1, _MOST_LISTED))]
        for contains in shape.contains:
            if contains.high is not None and contains.low > contains.high:
                return None
            if contains.low:
                needs.append(self._item_for(shape, contains, listed))
        return _simplified(needs)

    def _item(self, shape: ArrayShape, index: int) -> int:
        return self.terms.all_of(layer.at(index) for layer in shape.layers)

    def _item_for(self, shape: ArrayShape, contains: Contains, listed: int) -> Need:
        """The items that `contains` could count."""
        end = max(listed, contains.start) + 1
        if shape.high is not None:
            end = min(end, shape.high)
        if end - contains.start > _MOST_LISTED:
            return (TRUE,)
        items = {self._item(shape, i) for i in range(contains.start, end)}
        return tuple(sorted(self.terms.all_of((item, contains.term)) for item in items))

    def _object_way(self, shape: ObjectShape) -> Way | None:
        least = max(shape.low, len(shape.required))
        if shape.high is not None and least > shape.high:
            return None
        if any(layer.rest == FALSE and not layer.patterns and _too_few(layer.named, least) for layer in shape.layers):
            return None
        needs: list[Need] = [(self._member(shape, key),) for key in shape.required]
        if shape.names:
            needs += [(self.terms.all_of((*shape.names, self.terms.of_value(key, NOWHERE))),) for key in shape.required]
        needs += [self._member_for(shape, some) for some in shape.some]
        return _simplified(needs)

    def _member(self, shape: ObjectShape, key: str) -> int:
        return self.terms.all_of(shape.terms_at(key))

    def _member_for(self, shape: ObjectShape, some: SomeMember) -> Need:
        """The members that could be the one asked for."""
        if any(layer.patterns for layer in shape.layers):
            return (TRUE,)
        keys = dict.fromkeys(key for layer in shape.layers for key in layer.named)
        terms = [self.terms.all_of((self._member(shape, key), some.term)) for key in keys if some.keys.contains(key)]
        rest = self.terms.all_of([some.term, *(layer.rest for layer in shape.layers)])
        return (*terms, rest)


def _too_few(named: Any, least: int) -> bool:
    return len(named) < least


def _is_met(way: Way, found: set[int]) -> bool:
    return all(any(term in found for term in need) for need in way)


def _simplified(needs: list[Need]) -> Way | None:
    """The needs that are not met anyway; None if one can never be."""
    left = [need for need in needs if TRUE not in need]
    return None if any(set(need) <= {FALSE} for need in left) else tuple(left)
