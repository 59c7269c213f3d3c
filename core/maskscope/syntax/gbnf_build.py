"""From GBNF's tree to meaning: each body in its turn, inner groups first, becomes a node of the IR.

A rule becomes a rule, a reference a `Call`; what may be inlined, and what needs a stack, is for the automaton to say.
"""

from __future__ import annotations

from maskscope.ir import build
from maskscope.ir.nodes import Node, TokenTerminal
from maskscope.syntax.gbnf_tree import Atom, GbnfText, Group, Item, Named, OneOf, Text
from maskscope.text import Span


def build_rules(text: GbnfText, names: set[str]) -> dict[str, Node]:
    """The meaning of the named rules, in the order they are defined."""
    nodes: list[Node] = []
    for body in text.bodies:
        options = [build.concat([_item(item, nodes) for item in items], body.span) for items in body.alternatives]
        nodes.append(build.choice(options, body.span))
    return {name: nodes[rule.body] for name, rule in text.rules.items() if name in names}


def _item(item: Item, nodes: list[Node]) -> Node:
    node = _atom(item.atom, item.span, nodes)
    return node if item.times is None else build.repeat(node, item.times.low, item.times.high, item.span)


def _atom(atom: Atom, span: Span, nodes: list[Node]) -> Node:
    match atom:
        case Text(text):
            return build.literal(text, span)
        case OneOf(chars):
            return build.chars(chars, span)
        case Named(rule):
            return build.call(rule, span)
        case Group(body):
            return nodes[body]
    return TokenTerminal(() if atom.id is None else (atom.id,), atom.text, atom.negated, span)
