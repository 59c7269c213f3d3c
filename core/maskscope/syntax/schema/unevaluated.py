"""`unevaluatedItems` and `unevaluatedProperties`: a last demand, on what no other keyword has looked at.

By now every alternative of the shape knows what counts as evaluated in it (`seen`), because the steps before were
*tracked*. So each alternative gets one more layer: evaluated keys and items pass, all others must meet the term. Then
all of them are evaluated.
"""

from __future__ import annotations

from dataclasses import replace

from maskscope.syntax.schema.facets import Facets
from maskscope.syntax.schema.shapes import TRUE, ArrayShape, Items, Members, ObjectShape, SeenItems, SeenKeys, Shape
from maskscope.syntax.schema.terms import Terms


def with_unevaluated(shape: Shape, facets: Facets, terms: Terms) -> Shape:
    """The shape with the demands of a schema's unevaluated… keywords."""
    items, keys = facets.unevaluated_items, facets.unevaluated_keys
    if items is not None:
        shape = replace(shape, arrays=tuple(_items(one, items, terms) for one in shape.arrays))
    if keys is not None:
        shape = replace(shape, objects=tuple(_keys(one, keys) for one in shape.objects))
    return shape


def _items(shape: ArrayShape, term: int, terms: Terms) -> ArrayShape:
    seen = shape.seen
    if seen.count is None:
        return shape
    layer = Items((TRUE,) * seen.count, terms.any_of((term, *seen.terms)))
    return replace(shape, layers=(*shape.layers, layer), seen=SeenItems(None))


def _keys(shape: ObjectShape, term: int) -> ObjectShape:
    seen = shape.seen
    if seen.all:
        return shape
    layer = Members(dict.fromkeys(sorted(seen.names), TRUE), tuple((keys, TRUE) for keys in seen.patterns), term)
    return replace(shape, layers=(*shape.layers, layer), seen=SeenKeys(all=True))
