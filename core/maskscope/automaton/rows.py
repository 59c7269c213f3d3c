"""From byte sets with targets to rows: which target each of the 256 bytes leads to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from maskscope.sets.byteset import members

Groups = Mapping[int, Sequence[int]]  # byte set -> the configurations that reading one of its bytes leads to
Parts = list[tuple[int, tuple[int, ...]]]  # disjoint byte sets, each with all the configurations of its bytes


def partition(groups: Groups) -> Parts:
    """Cut overlapping byte sets into disjoint ones; the order is that of the groups.

    >>> partition({0b0111: [5], 0b0110: [6], 0b1000: [7]})
    [(6, (5, 6)), (1, (5,)), (8, (7,))]
    """
    union = 0
    for bits in groups:
        if union & bits:
            return _cut(groups)
        union |= bits
    return [(bits, tuple(targets)) for bits, targets in groups.items()]


def _cut(groups: Groups) -> Parts:
    """Refine the parts by one set after the other."""
    parts: Parts = []
    for bits, targets in groups.items():
        left, refined = bits, []
        for part, owners in parts:
            both = part & left
            if both:
                refined.append((both, (*owners, *targets)))
                left ^= both
            if part != both:
                refined.append((part ^ both, owners))
        if left:
            refined.append((left, tuple(targets)))
        parts = refined
    return parts


@lru_cache(maxsize=4096)
def byte_runs(bits: int) -> tuple[tuple[int, int], ...]:
    """The maximal runs of a byte set as half-open ranges.

    >>> byte_runs(0b0110_0001)
    ((0, 1), (5, 7))
    """
    runs: list[tuple[int, int]] = []
    at = 0
    while bits:
        skip = (bits & -bits).bit_length() - 1
        bits >>= skip
        length = (~bits & (bits + 1)).bit_length() - 1
        bits >>= length
        runs.append((at + skip, at + skip + length))
        at += skip + length
    return tuple(runs)


@lru_cache(maxsize=4096)
def byte_list(bits: int) -> tuple[int, ...]:
    """The bytes of a set, ascending."""
    return tuple(members(bits))
