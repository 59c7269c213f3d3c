"""What one conjunction of demands leaves out, as a union of conjunctions.

Not (p and q and …) is (not p) or (not q) or …, and each single demand on an array or object has an opposite that is
again a demand: too few items; an item that misses its schema; a missing key; some member that misses its schema. The
one demand without an opposite here is `uniqueItems`: "two items are equal" cannot be told by a bounded memory.

    not {"required": ["a"], "properties": {"b": X}}     a forbidden   |   b required, with a value that is not X
"""

from __future__ import annotations

from collections.abc import Iterator

from maskscope.syntax.schema.shapes import (
    FALSE,
    TRUE,
    ArrayShape,
    Contains,
    Items,
    Members,
    ObjectShape,
    SomeMember,
)
from maskscope.syntax.schema.strings import ANY_STRING
from maskscope.syntax.schema.terms import Terms
from maskscope.text import Span


class Irreversible(Exception):
    """A demand whose opposite cannot be built; `span` is its keyword."""

    def __init__(self, reason: str, span: Span | None) -> None:
        super().__init__(reason)
        self.span = span


def without_array(shape: ArrayShape, terms: Terms) -> Iterator[ArrayShape]:
    """The arrays that break at least one demand of the shape."""
    if shape.low:
        yield ArrayShape(high=shape.low - 1)
    if shape.high is not None:
        yield ArrayShape(low=shape.high + 1)
    for layer in shape.layers:
        yield from _without_items(layer, terms)
    for one in shape.contains:
        if one.low:
            yield ArrayShape(contains=(Contains(one.term, 0, one.low - 1, one.start, one.span),))
        if one.high is not None:
            yield ArrayShape(contains=(Contains(one.term, one.high + 1, None, one.start, one.span),))
    if shape.unique is not None:
        raise Irreversible("uniqueItems under not, if or oneOf is not supported", shape.unique)


def _without_items(layer: Items, terms: Terms) -> Iterator[ArrayShape]:
    n = len(layer.prefix)
    for i, term in enumerate(layer.prefix):
        if term != TRUE:
            others = (TRUE,) * i
            yield ArrayShape((Items((*others, terms.negated(term)), TRUE),), low=i + 1)
    if layer.rest == FALSE:
        yield ArrayShape(low=n + 1)
    elif layer.rest != TRUE:
        yield ArrayShape(contains=(Contains(terms.negated(layer.rest), 1, None, n),))


def without_object(shape: ObjectShape, terms: Terms) -> Iterator[ObjectShape]:
    """The objects that break at least one demand of the shape."""
    if shape.low:
        yield ObjectShape(high=shape.low - 1)
    if shape.high is not None:
        yield ObjectShape(low=shape.high + 1)
    yield from (_forbidding(key) for key in shape.required)
    for layer in shape.layers:
        yield from _without_members(layer, terms)
    for term in shape.names:
        yield ObjectShape(some=(SomeMember(ANY_STRING, TRUE, None, terms.negated(term)),))
    for key, then in shape.implies:
        yield from (ObjectShape((Members({other: FALSE}),), (key,)) for other in then if other != key)
    for some in shape.some:
        yield _lacking(some, terms)


def _forbidding(key: str) -> ObjectShape:
    return ObjectShape((Members({key: FALSE}),))


def _without_members(layer: Members, terms: Terms) -> Iterator[ObjectShape]:
    for key, term in layer.named.items():
        if term != TRUE:
            yield ObjectShape((Members({key: terms.negated(term)}),), (key,))
    for keys, term in layer.patterns:
        if term != TRUE:
            yield ObjectShape(some=(SomeMember(keys, terms.negated(term)),))
    if layer.rest != TRUE:
        yield ObjectShape(some=(SomeMember(layer.keys_elsewhere, terms.negated(layer.rest)),))


def _lacking(some: SomeMember, terms: Terms) -> ObjectShape:
    """No member is one that `some` asks for."""
    if some.name == TRUE:
        return ObjectShape((Members({}, ((some.keys, terms.negated(some.term)),)),))
    return ObjectShape(names=(terms.negated(some.name),))
