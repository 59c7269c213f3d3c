"""Alternatives that another alternative makes superfluous.

Differences multiply alternatives, and many of them only ask for more than another one does: every demand of the weaker
one is also theirs. Comparing demands by name finds those without looking at what any of them means: two demands on the
same key are the same if their terms are.
"""

from __future__ import annotations

from collections.abc import Hashable

from maskscope.syntax.schema.shapes import NO_KEYS, TRUE, Members, ObjectShape

FEW = 4  # alternatives that are not worth comparing


def weakest(objects: tuple[ObjectShape, ...]) -> tuple[ObjectShape, ...]:
    """The alternatives without those that lie plainly within another; where keys are tracked all are kept."""
    if len(objects) <= FEW or any(one.seen is not NO_KEYS for one in objects):
        return objects
    first: dict[frozenset[Hashable], ObjectShape] = {}
    for one in objects:
        first.setdefault(_demands(one), one)
    return tuple(one for demands, one in first.items() if not any(other < demands for other in first))


def _demands(shape: ObjectShape) -> frozenset[Hashable]:
    found: set[Hashable] = {("low", shape.low), ("high", shape.high)}
    for layer in shape.layers:
        found |= _layer_demands(layer)
    found.update(("required", key) for key in shape.required)
    found.update(("name", term) for term in shape.names)
    found.update(("implies", rule) for rule in shape.implies)
    found.update(("some", id(some)) for some in shape.some)
    return frozenset(found)


def _layer_demands(layer: Members) -> set[Hashable]:
    """What a layer asks for key by key, if that is all it does; else the layer as a whole."""
    if layer.patterns or layer.rest != TRUE:
        return {("layer", id(layer))}
    return {("key", key, term) for key, term in layer.named.items() if term != TRUE}
