"""Sets of Unicode scalar values as sorted, disjoint, non-adjacent ranges with both ends included.

Surrogates (U+D800–U+DFFF) are no scalar values: they can be in no set, so no language can hold invalid UTF-8.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

Range = tuple[int, int]
_SCALARS: tuple[Range, ...] = ((0, 0xD7FF), (0xE000, 0x10FFFF))


@dataclass(frozen=True, slots=True)
class CodePoints:
    """An immutable set of scalar values; make one with `CodePoints.of` (it sorts and joins) unless ranges are normal.

    >>> CodePoints.of([(98, 99), (97, 97)]).ranges
    ((97, 99),)
    """

    ranges: tuple[Range, ...] = ()

    @staticmethod
    def of(ranges: Iterable[Range]) -> CodePoints:
        """The set of all code points in the ranges, given in any order; surrogates are dropped."""
        return CodePoints(_intersect(_normal(ranges), _SCALARS))

    @staticmethod
    def chars(text: Iterable[str]) -> CodePoints:
        """The set of the given characters."""
        return CodePoints.of((ord(c), ord(c)) for c in text)

    def __contains__(self, point: int) -> bool:
        i = bisect_right(self.ranges, (point, 0x110000)) - 1
        return i >= 0 and point <= self.ranges[i][1]

    def __iter__(self) -> Iterator[int]:
        for low, high in self.ranges:
            yield from range(low, high + 1)

    def __len__(self) -> int:
        return sum(high - low + 1 for low, high in self.ranges)

    def __bool__(self) -> bool:
        return bool(self.ranges)

    def __or__(self, other: CodePoints) -> CodePoints:
        return CodePoints(_normal((*self.ranges, *other.ranges)))

    def __and__(self, other: CodePoints) -> CodePoints:
        return CodePoints(_intersect(self.ranges, other.ranges))

    def __sub__(self, other: CodePoints) -> CodePoints:
        return self & ~other

    def __invert__(self) -> CodePoints:
        gaps, start = [], 0
        for low, high in self.ranges:
            if start < low:
                gaps.append((start, low - 1))
            start = high + 1
        if start <= 0x10FFFF:
            gaps.append((start, 0x10FFFF))
        return CodePoints(_intersect(tuple(gaps), _SCALARS))

    def isdisjoint(self, other: CodePoints) -> bool:
        """Whether no code point is in both."""
        return not (self & other)


def _normal(ranges: Iterable[Range]) -> tuple[Range, ...]:
    joined: list[Range] = []
    for low, high in sorted(ranges):
        if joined and low <= joined[-1][1] + 1:
            joined[-1] = (joined[-1][0], max(high, joined[-1][1]))
        else:
            joined.append((low, high))
    return tuple(joined)


def _intersect(a: tuple[Range, ...], b: tuple[Range, ...]) -> tuple[Range, ...]:
    both, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        low, high = max(a[i][0], b[j][0]), min(a[i][1], b[j][1])
        if low <= high:
            both.append((low, high))
        if a[i][1] < b[j][1]:
            i += 1
        else:
            j += 1
    return tuple(both)


ANY = CodePoints(_SCALARS)
EMPTY = CodePoints()
