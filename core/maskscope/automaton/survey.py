"""One walk over a rule's tree, and what everything that is decided before building needs to know of it.

Nodes may be shared, so a tree is a graph without cycles: each node object is met once, and the inner ones are listed
children first, so that whatever is worked out from the parts up is one loop over the list. Nothing recurses.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from maskscope.ir.nodes import Call, Capture, Concat, Literal, Node, Scope, TokenTerminal
from maskscope.ir.walk import INSIDE


@dataclass(slots=True, eq=False)
class Survey:
    """A rule's tree: its inner nodes (none of them a leaf or a Call), each after those inside it; but none that has a
    `size` already, nor what is in such a one, since that holds no calls, no scopes and no tokens."""

    order: list[Node] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)  # one entry for each place a call stands in
    scopes: list[Node] = field(default_factory=list)  # Scope and Capture nodes
    reads_tokens: bool = False  # some leaf is a TokenTerminal


def survey(root: Node) -> Survey:
    """Walk a tree.

    >>> from maskscope.ir.build import call, concat, literal
    >>> survey(concat([literal("("), call("a"), literal(")")])).calls
    [Call(rule='a', span=None)]
    """
    found = Survey(calls=[root] if type(root) is Call else [], reads_tokens=type(root) is TokenTerminal)
    listed: dict[int, bool] = {}  # False: what is inside is still being walked
    waiting: list[Node] = [root] if type(root) in INSIDE and not hasattr(root, "size") else []
    while waiting:
        node = waiting[-1]
        if id(node) in listed:
            waiting.pop()
            if not listed[id(node)]:
                listed[id(node)] = True
                found.order.append(node)
            continue
        listed[id(node)] = False
        waiting += _inside(node, found)
    return found


def least_states(surveys: Collection[Survey]) -> int:
    """An automaton built in full has at least so many states: one for each byte of each text in a concatenation.

    Where texts are captured nothing is claimed, since what is captured is built apart.
    """
    if any(isinstance(scope, Capture) for one in surveys for scope in one.scopes):
        return 0
    texts = {
        id(part): part.text
        for one in surveys
        for node in one.order
        if isinstance(node, Concat)
        for part in node.parts
        if isinstance(part, Literal)
    }
    return sum(map(len, texts.values()))


def _inside(node: Node, found: Survey) -> list[Node]:
    """The inner nodes directly inside a node; calls are noted."""
    if type(node) is Scope or type(node) is Capture:
        found.scopes.append(node)
    inner: list[Node] = []
    for one in INSIDE[type(node)](node):
        if type(one) in INSIDE:
            inner += [] if hasattr(one, "size") else [one]
        elif type(one) is Call:
            found.calls.append(one)
        elif type(one) is TokenTerminal:
            found.reads_tokens = True
    return inner
