"""A bound on octets inside a format: the local part of an e-mail address has at most 64.

While a text is built, such a bound is a scope with a tick for each octet of each character (`ir.nodes.Scope`): it
costs no states. Where a format must be an automaton over characters (it meets another pattern), the scope becomes the
intersection with an automaton that counts.
"""

from __future__ import annotations

from maskscope.automaton.chars import from_node, to_node
from maskscope.automaton.chars_algebra import intersect
from maskscope.ir.build import chars, choice, concat, scope
from maskscope.ir.nodes import Chars, Edge, Empty, Graph, Literal, Node, Scope, Tick
from maskscope.ir.walk import nodes
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.schema.strings_walk import rebuilt

_OCTETS = ((0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x10000, 0x10FFFF))
"""The characters of one, two, three, four octets in UTF-8."""


def at_most_octets(node: Node, most: int) -> Node:
    """The texts of at most `most` octets; what is around passes through this once at most."""
    return scope(rebuilt(node, _ticked), tallies=((0, most),))


def _ticked(node: Node) -> Node:
    match node:
        case Chars(points):
            return _ticked_set(points)
        case Literal(text):
            return concat(_ticked_set(CodePoints.chars(char)) for char in text)
    return node


def _ticked_set(points: CodePoints) -> Node:
    rows = ((points & CodePoints.of([span]), n) for n, span in enumerate(_OCTETS, start=1))
    return choice(concat([chars(row), *[Tick()] * n]) for row, n in rows if row)


def scope_of(node: Node) -> Scope | None:
    """The scope in the tree of a format, if there is one."""
    return next((inner for inner in nodes(node) if isinstance(inner, Scope)), None)


def without_scopes(node: Node, limits: Limits) -> Node:
    """The same texts with automata that count instead of scopes."""

    def regular(inner: Node) -> Node:
        if isinstance(inner, Tick):
            return Empty()
        if isinstance(inner, Scope):
            counter = _counter(inner.tallies[0][1] or 0)
            return to_node(intersect(from_node(inner.body, limits), from_node(counter, limits), limits))
        return inner

    return rebuilt(node, regular) if scope_of(node) else node


def _counter(most: int) -> Node:
    """All texts of at most `most` octets: state n is reached after n octets."""
    sets = [(chars(CodePoints.of([span])), n) for n, span in enumerate(_OCTETS, start=1)]
    rows = (tuple(Edge(label, at + n) for label, n in sets if at + n <= most) for at in range(most + 1))
    return Graph(tuple(rows), frozenset(range(most + 1)))
