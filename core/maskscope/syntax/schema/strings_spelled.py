"""From a tree over decoded characters to the spellings in JSON text, lengths bounded where they are not already.

Each set of characters becomes its spellings (`escapes`). A length bound that the tree keeps by itself costs nothing; on
a plain repetition of one character it moves into the repetition; otherwise a tick stands beside each character, and a
scope around the whole counts them, so that `maxLength: 100000` multiplies no states.
"""

from __future__ import annotations

from dataclasses import replace

from maskscope.ir.build import chars, concat, literal, repeat, scope
from maskscope.ir.nodes import Chars, Literal, Node, Nothing, Repeat, Scope, Tick
from maskscope.ir.walk import nodes
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.syntax.schema.escapes import QUOTE, Spelling, canonical, spelled
from maskscope.syntax.schema.strings_lengths import Lengths, length_of
from maskscope.syntax.schema.strings_walk import rebuilt
from maskscope.text import Span

_TICK, _INNER_TICK = Tick((0,)), Tick((1,))


def string_node(node: Node, low: int, high: int | None, spelling: Spelling, lengths: Lengths | None = None) -> Node:
    """The JSON strings, quotes included, whose decoded text is in the tree and has `low` to `high` characters.

    `lengths` are those of the tree, where the caller knows them better than the tree shows.
    """
    if node == _ANYTHING and low == 0 and high is None and spelling == "any":
        return ANY_STRING_NODE
    if isinstance(node, Repeat) and isinstance(node.body, Chars):
        body = _spelled_tree(_tightened(node, low, high), spelling, ticks=False)
        return concat([QUOTE, body, QUOTE])
    least, most = lengths or length_of(node)
    low = 0 if least is not None and least >= low else low
    high = None if high is not None and most is not None and most <= high else high
    if low == 0 and high is None:
        return concat([QUOTE, _spelled_tree(node, spelling, ticks=False), QUOTE])
    inner = [region.tallies[0] for region in nodes(node) if isinstance(region, Scope)]
    body = _spelled_tree(node, spelling, ticks=True)
    return concat([QUOTE, scope(body, tallies=((low, high), *inner)), QUOTE])


def _tightened(node: Repeat, low: int, high: int | None) -> Node:
    """The repetition of a character, with the bounds moved into it."""
    least = max(low, node.low)
    most = high if node.high is None else node.high if high is None else min(high, node.high)
    return Nothing() if most is not None and least > most else repeat(node.body, least, most, node.span)


def _spelled_tree(root: Node, spelling: Spelling, ticks: bool) -> Node:
    """The tree with each character replaced by its spellings, and a tick at each character if there are to be ticks.

    With ticks, a scope inside the tree is dissolved: its own tally becomes the second one of the scope to be.
    """

    def change(node: Node) -> Node:
        match node:
            case Chars(points, span):
                return _spelled_character(points, span, spelling, ticks)
            case Literal(text, span) if spelling == "canonical" and not ticks:
                return literal(canonical(text), span)
            case Literal(text, span):
                each = (_spelled_character(CodePoints.chars(char), span, spelling, ticks) for char in text)
                return concat(each, span)
            case Tick() if ticks:
                return _INNER_TICK
            case Scope() if ticks:
                return node.body
        return node

    return rebuilt(root, change)


def _spelled_character(points: CodePoints, span: Span | None, spelling: Spelling, ticks: bool) -> Node:
    node = spelled(points, spelling)
    if span is not None:
        node = replace(node, span=span)
    return concat([node, _TICK]) if ticks else node


_ANYTHING = repeat(chars(ANY), 0, None)
ANY_STRING_NODE = concat([QUOTE, repeat(spelled(ANY, "any"), 0, None), QUOTE])
"""Any JSON string in any spelling."""
