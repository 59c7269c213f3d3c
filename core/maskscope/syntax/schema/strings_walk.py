"""Rebuilding a tree over characters from its leaves up, without recursion and with shared nodes rebuilt once."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from maskscope.ir.build import choice, concat, repeat, scope
from maskscope.ir.nodes import Choice, Concat, Edge, Graph, Node, Repeat, Scope
from maskscope.ir.walk import children


def rebuilt(root: Node, change: Callable[[Node], Node]) -> Node:
    """The tree with every node, its children rebuilt already, replaced by `change(node)`."""
    known: dict[int, Node] = {}
    for node in bottom_up(root):
        known[id(node)] = change(_with_children(node, known))
    return known[id(root)]


def _with_children(node: Node, known: dict[int, Node]) -> Node:
    match node:
        case Concat(parts, span):
            return concat((known[id(part)] for part in parts), span)
        case Choice(options, span):
            return choice((known[id(option)] for option in options), span)
        case Repeat(body, low, high, span):
            return repeat(known[id(body)], low, high, span)
        case Scope(body, tallies, _, _, _, span):
            return scope(known[id(body)], span, tallies=tallies)
        case Graph(edges, accepting, span):
            rows = (tuple(Edge(known[id(edge.label)], edge.target) for edge in row) for row in edges)
            return Graph(tuple(rows), accepting, span)
    return node


def bottom_up(root: Node) -> Iterator[Node]:
    """Every node object once, children before their parents."""
    done: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting[-1]
        inner = [child for child in children(node) if id(child) not in done]
        if inner:
            waiting.extend(reversed(inner))
            continue
        waiting.pop()
        if id(node) not in done:
            done.add(id(node))
            yield node
