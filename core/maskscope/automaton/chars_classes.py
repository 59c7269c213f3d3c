"""Splitting all code points into classes that an automaton cannot tell apart.

Given some sets, two code points are alike when they are in the same ones. There are 1.1 million code points and rarely
more than a dozen such classes, so a table with one column a class is small. (In the literature: minterms, D'Antoni and
Veanes 2014.) One sweep over the sorted ends of all ranges finds them.
"""

from __future__ import annotations

from collections.abc import Sequence

from maskscope.sets.byteset import members
from maskscope.sets.codepoints import ANY, CodePoints, Range


def partition(sets: Sequence[CodePoints]) -> tuple[tuple[CodePoints, ...], list[list[int]]]:
    """Disjoint classes that cover all scalar values, by first member; and for each set, the classes it is made of.

    >>> classes, made_of = partition([CodePoints.chars("ab"), CodePoints.chars("bc")])
    >>> made_of, classes[made_of[0][0]].ranges
    ([[1, 2], [2, 3]], ((97, 97),))
    """
    switches: dict[int, int] = {r: 0 for low, high in ANY.ranges for r in (low, high + 1)}
    for i, points in enumerate(sets):
        for low, high in points.ranges:
            switches[low] = switches.get(low, 0) ^ 1 << i
            switches[high + 1] = switches.get(high + 1, 0) ^ 1 << i
    groups: dict[int, list[Range]] = {}
    inside, start = 0, 0
    for at in sorted(switches):
        # subtle: between the last scalar before the surrogates and the first after them no set has a member
        if at > start and start != 0xD800:
            groups.setdefault(inside, []).append((start, at - 1))
        inside, start = inside ^ switches[at], at
    made_of: list[list[int]] = [[] for _ in sets]
    for c, sources in enumerate(groups):
        for i in members(sources):
            made_of[i].append(c)
    return tuple(CodePoints.of(ranges) for ranges in groups.values()), made_of
