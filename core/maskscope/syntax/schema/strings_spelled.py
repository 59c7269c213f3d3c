"""From a tree over decoded characters to the spellings in JSON text, lengths bounded where they are not already.

Each set of characters becomes its spellings (`escapes`). A length bound that the tree keeps by itself costs nothing; on
a plain repetition of one character it moves into the repetition; otherwise a tick stands beside each character, and a
scope around the whole counts them, so that `maxLength: 100000` multiplies no states.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from maskscope.ir.build import chars, choice, concat, literal, repeat, scope
from maskscope.ir.nodes import Chars, Choice, Concat, Edge, Empty, Graph, Literal, Node, Nothing, Repeat, Tick
from maskscope.ir.walk import children
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.syntax.schema.escapes import QUOTE, Spelling, canonical, spelled
from maskscope.text import Span

_TICK = Tick()
Lengths = tuple[int | None, int | None]  # the shortest and the longest text; None: not known, or no longest


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
    body = _spelled_tree(node, spelling, ticks=True)
    return concat([QUOTE, scope(body, tallies=((low, high),)), QUOTE])


def _tightened(node: Repeat, low: int, high: int | None) -> Node:
    """The repetition of a character, with the bounds moved into it."""
    least = max(low, node.low)
    most = high if node.high is None else node.high if high is None else min(high, node.high)
    return Nothing() if most is not None and least > most else repeat(node.body, least, most, node.span)


def length_of(root: Node) -> Lengths:
    """The lengths of the shortest and the longest text of a tree, as far as they can be read off it."""
    known: dict[int, Lengths] = {}
    for node in _bottom_up(root):
        known[id(node)] = _length(node, [known[id(child)] for child in children(node)])
    return known[id(root)]


def _length(node: Node, inner: list[Lengths]) -> Lengths:
    match node:
        case Empty():
            return 0, 0
        case Chars():
            return 1, 1
        case Literal(text):
            return len(text), len(text)
        case Concat():
            return _sum(low for low, _ in inner), _sum(high for _, high in inner)
        case Choice():
            lows, highs = [low for low, _ in inner], [high for _, high in inner]
            return _extreme(lows, min), _extreme(highs, max)
        case Repeat(_, low, high):
            least, most = inner[0]
            longest = 0 if most == 0 else None if most is None or high is None else most * high
            return (0 if low == 0 else None if least is None else least * low), longest
    return None, None


def _sum(values: Iterator[int | None]) -> int | None:
    known = list(values)
    return None if None in known else sum(value for value in known if value is not None)


def _extreme(values: list[int | None], which: Callable[[list[int]], int]) -> int | None:
    known = [value for value in values if value is not None]
    return which(known) if len(known) == len(values) else None


def _spelled_tree(root: Node, spelling: Spelling, ticks: bool) -> Node:
    """The tree with each character replaced by its spellings, and a tick at each character if there are to be ticks."""
    known: dict[int, Node] = {}
    for node in _bottom_up(root):
        known[id(node)] = _spelled_node(node, known, spelling, ticks)
    return known[id(root)]


def _spelled_node(node: Node, known: dict[int, Node], spelling: Spelling, ticks: bool) -> Node:
    match node:
        case Chars(points, span):
            return _spelled_character(points, span, spelling, ticks)
        case Literal(text, span):
            if spelling == "canonical" and not ticks:
                return literal(canonical(text), span)
            each = (_spelled_character(CodePoints.chars(char), span, spelling, ticks) for char in text)
            return concat(each, span)
        case Concat(parts, span):
            return concat((known[id(part)] for part in parts), span)
        case Choice(options, span):
            return choice((known[id(option)] for option in options), span)
        case Repeat(body, low, high, span):
            return repeat(known[id(body)], low, high, span)
        case Graph(edges, accepting, span):
            rows = (tuple(Edge(known[id(edge.label)], edge.target) for edge in row) for row in edges)
            return Graph(tuple(rows), accepting, span)
        case Empty() | Nothing():
            return node
    raise TypeError(f"no tree over characters: {type(node).__name__}")


def _spelled_character(points: CodePoints, span: Span | None, spelling: Spelling, ticks: bool) -> Node:
    node = spelled(points, spelling)
    if span is not None:
        node = replace(node, span=span)
    return concat([node, _TICK]) if ticks else node


def _bottom_up(root: Node) -> Iterator[Node]:
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


_ANYTHING = repeat(chars(ANY), 0, None)
ANY_STRING_NODE = concat([QUOTE, repeat(spelled(ANY, "any"), 0, None), QUOTE])
"""Any JSON string in any spelling."""
