"""How long the texts of a tree over characters are, read off the tree: no automaton is made.

`length_of` gives the shortest and the longest; `lengths_of` all lengths up to a cap, as the bits of one integer: the
lengths of a concatenation are the sums of lengths, of a choice their union, of a repetition the closure. They decide
whether a pattern leaves anything under `minLength` and `maxLength` ("^(aa)+$" of three characters does not).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from maskscope.ir.nodes import Chars, Choice, Concat, Empty, Graph, Literal, Node, Nothing, Repeat, Scope, Tick
from maskscope.ir.walk import children, nodes
from maskscope.syntax.schema.strings_walk import bottom_up

Lengths = tuple[int | None, int | None]  # the shortest and the longest text; None: not known, or no longest
_MOST_BITS = 10_000  # lengths that are kept apart; beyond, an automaton has to tell


def length_of(root: Node) -> Lengths:
    """The lengths of the shortest and the longest text of a tree, as far as they can be read off it."""
    known: dict[int, Lengths] = {}
    for node in bottom_up(root):
        known[id(node)] = _length(node, [known[id(child)] for child in children(node)])
    return known[id(root)]


def _length(node: Node, inner: list[Lengths]) -> Lengths:
    match node:
        case Empty() | Tick():
            return 0, 0
        case Scope(_, tallies):
            return inner[0][0], tallies[0][1]  # it counts octets, which are no fewer than characters
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


def has_length(root: Node, low: int, high: int | None) -> bool | None:
    """Whether some text of the tree has `low` to `high` characters; None where the tree does not show it."""
    if isinstance(root, Nothing):
        return False
    if any(isinstance(node, Graph | Nothing) for node in nodes(root)):
        return None
    if high is None:
        _, longest = length_of(root)
        return longest is None or longest >= low
    if high > _MOST_BITS:
        return None
    return lengths_of(root, high) >> low > 0


def lengths_of(root: Node, cap: int) -> int:
    """Bit n is set when some text of the tree has n characters, for n up to the cap; the tree has no automata in it."""
    known: dict[int, int] = {}
    for node in bottom_up(root):
        known[id(node)] = _bits(node, [known[id(child)] for child in children(node)], cap) & (2 << cap) - 1
    return known[id(root)]


def _bits(node: Node, inner: list[int], cap: int) -> int:
    match node:
        case Chars():
            return 2
        case Literal(text):
            return 1 << len(text)
        case Concat():
            total = 1
            for bits in inner:
                total = _sums(total, bits, cap)
            return total
        case Choice():
            return _union(inner)
        case Repeat(_, low, high):
            return _repeated(inner[0], low, high, cap)
        case Scope(_, tallies):
            return inner[0] & (2 << (tallies[0][1] or 0)) - 1  # every text it bounds could be all ASCII
    return 1


def _union(sets: list[int]) -> int:
    total = 0
    for bits in sets:
        total |= bits
    return total


def _sums(a: int, b: int, cap: int) -> int:
    """All sums of a length of `a` and one of `b`, up to the cap."""
    if a.bit_count() > b.bit_count():
        a, b = b, a
    total = 0
    while a:
        lowest = a & -a
        total |= b * lowest
        a ^= lowest
    return total & (2 << cap) - 1


def _repeated(body: int, low: int, high: int | None, cap: int) -> int:
    """The sums of `low` to `high` lengths, by squaring; more than `cap` of them are too long, unless empty."""
    more = cap if high is None else min(high - low, cap)
    return _sums(_power(body, min(low, cap + 1), cap), _power(body | 1, more, cap), cap)


def _power(body: int, times: int, cap: int) -> int:
    total = 1
    while times:
        if times & 1:
            total = _sums(total, body, cap)
        body, times = _sums(body, body, cap), times >> 1
    return total
