"""Sets of code points as sets of byte sequences: the step from characters to bytes.

A range of code points becomes a few sequences of byte ranges, by cutting it wherever the length of the UTF-8 form
changes and then wherever the leading bytes do (the method is Ken Thompson's, as Russ Cox's utf8-ranges wrote it
down). The sequences are then folded, last byte first, into a small automaton that shares every common suffix.

    U+00E0..U+07FF  →  C3 [A0-BF]  |  [C4-DF] [80-BF]

Surrogates are in no `CodePoints`, so no path through the result spells invalid UTF-8.
"""

from __future__ import annotations

from functools import lru_cache

from maskscope.sets.byteset import bit_range, members
from maskscope.sets.codepoints import CodePoints, Range

Sequence = tuple[Range, ...]  # one range of byte values for each byte, both ends included
Arcs = tuple[tuple[int, int], ...]  # (256-bit label, index of the node it leads to; -1 is the end), by label

_LENGTH_ENDS = (0x7F, 0x7FF, 0xFFFF, 0x10FFFF)


def sequences(low: int, high: int) -> list[Sequence]:
    """The byte sequences of the code points `low`..`high`, ascending.

    >>> sequences(0xE0, 0x7FF)
    [((195, 195), (160, 191)), ((196, 223), (128, 191))]
    """
    found: list[Sequence] = []
    waiting = [(low, high)]
    while waiting:
        first, last = waiting.pop()
        cut = _cut(first, last)
        if cut is None:
            found.append(tuple(zip(chr(first).encode(), chr(last).encode(), strict=True)))
        else:
            waiting += [(cut + 1, last), (first, cut)]
    return found


def _cut(low: int, high: int) -> int | None:
    """Where a range must be cut so that each byte varies on its own; None when it need not be."""
    for end in _LENGTH_ENDS:
        if low <= end < high:
            return end
    if high < 0x80:
        return None
    for bits in (6, 12, 18):
        rest = (1 << bits) - 1
        if low & ~rest == high & ~rest:
            return None
        if low & rest:
            return low | rest
        if high & rest != rest:
            return (high & ~rest) - 1
    return None


@lru_cache(maxsize=512)
def byte_arcs(points: CodePoints) -> tuple[Arcs, ...]:
    """The set as an acyclic automaton: nodes whose arcs lead to *earlier* nodes, the start last.

    >>> [[(members(bits), to) for bits, to in arcs] for arcs in byte_arcs(CodePoints.chars("aé"))]
    [[([169], -1)], [([97], -1), ([195], 0)]]
    """
    tails: dict[Sequence, int] = {}
    for low, high in points.ranges:
        for sequence in sequences(low, high):
            _add(tails, sequence)
    found: list[Arcs] = []
    start = _arcs(tails, found, {})
    found.append(start)
    return tuple(found)


def _add(tails: dict[Sequence, int], sequence: Sequence) -> None:
    """Note that any byte of the sequence's first range may be followed by its rest."""
    rest = sequence[1:]
    tails[rest] = tails.get(rest, 0) | bit_range(*sequence[0])


def _arcs(tails: dict[Sequence, int], found: list[Arcs], known: dict[Arcs, int]) -> Arcs:
    """The arcs of a node that reads, for each tail, one byte of its set and then the tail."""
    # Bytes with the same *set* of tails share one arc, to one node.
    after: dict[int, list[Sequence]] = {}
    for rest, bits in tails.items():
        for first in members(bits):
            after.setdefault(first, []).append(rest)
    alike: dict[tuple[Sequence, ...], int] = {}
    for first, rests in after.items():
        alike[tuple(rests)] = alike.get(tuple(rests), 0) | 1 << first
    return tuple(sorted((bits, _node(rests, found, known)) for rests, bits in alike.items()))


def _node(rests: tuple[Sequence, ...], found: list[Arcs], known: dict[Arcs, int]) -> int:
    """The index of the node that reads any of `rests`; at most three bytes deep, so the recursion is bounded."""
    if rests == ((),):
        return -1
    tails: dict[Sequence, int] = {}
    for rest in rests:
        _add(tails, rest)
    arcs = _arcs(tails, found, known)
    if arcs not in known:
        known[arcs] = len(found)
        found.append(arcs)
    return known[arcs]
