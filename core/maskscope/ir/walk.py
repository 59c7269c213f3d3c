"""Walks over a tree of nodes that never recurse: a schema nested 1,000 deep must not raise RecursionError.

`nodes` visits every node once *per object*: a node shared by several parents is met once, so a graph of shared nodes
costs its size and not the number of its paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from maskscope.ir.nodes import (
    Call,
    Capture,
    Choice,
    Concat,
    Deferred,
    Graph,
    Mark,
    Node,
    Repeat,
    Scope,
    Tick,
)


def children(node: Node) -> tuple[Node, ...]:
    """The nodes directly inside, in source order.

    >>> from maskscope.ir.build import concat, literal, call
    >>> children(concat([literal("a"), call("b")]))
    (Literal(text='a', span=None), Call(rule='b', span=None))
    """
    inside = INSIDE.get(type(node))
    return inside(node) if inside else ()


# the kinds of nodes that hold others, and how to get at those
INSIDE: dict[type, Callable[..., tuple[Node, ...]]] = {
    Concat: lambda node: node.parts,
    Choice: lambda node: node.options,
    Repeat: lambda node: (node.body,),
    Scope: lambda node: (node.body,),
    Capture: lambda node: (node.body,),
    Deferred: lambda node: (node.made,),
    Graph: lambda node: tuple(edge.label for edges in node.edges for edge in edges),
}


def nodes(root: Node) -> Iterator[Node]:
    """Every node object of a tree once, a parent before its children, left to right."""
    met: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in met:
            continue
        met.add(id(node))
        yield node
        waiting.extend(reversed(children(node)))


def calls(root: Node) -> list[Call]:
    """The call nodes in a tree, each object once."""
    return [node for node in nodes(root) if isinstance(node, Call)]


def acts_on_scope(root: Node) -> bool:
    """Whether the tree moves a register of a scope that lies around it."""
    waiting = [root]
    met: set[int] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, Tick | Mark | Capture):
            return True
        if id(node) not in met and not isinstance(node, Scope | Deferred):
            met.add(id(node))
            waiting.extend(children(node))
    return False
