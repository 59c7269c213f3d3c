"""Case-insensitive matching as ECMA-262 does it with the flags `iu`: by simple case folding.

Two code points match each other when they fold to the same one. So the set that a set stands for is the union of the
*orbits* of its members: k, K and the Kelvin sign are one orbit. Special foldings to two characters (ß to ss) and the
Turkish ones play no part.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cache, lru_cache

from maskscope.sets.codepoints import CodePoints
from maskscope.sets.unicode_tables import table

_Orbits = tuple[dict[int, tuple[int, ...]], list[int]]


@lru_cache(maxsize=256)
def fold(points: CodePoints) -> CodePoints:
    """Every code point that matches a member of the set when case is ignored.

    >>> fold(CodePoints.chars("k")) == CodePoints.chars("kK\\u212a")
    True
    """
    orbits, cased = _orbits()
    found = list(points.ranges)
    for low, high in points.ranges:
        for i in range(bisect_left(cased, low), bisect_left(cased, high + 1)):
            found.extend((point, point) for point in orbits[cased[i]])
    return CodePoints.of(found)


@cache
def _orbits() -> _Orbits:
    """For each code point with a case its orbit, and those code points in ascending order."""
    numbers = [int(number, 36) for number in table()["fold"].split()]
    together: dict[int, list[int]] = {}
    for source, target in zip(numbers[::2], numbers[1::2]):
        together.setdefault(target, [target]).append(source)
    orbits = {point: tuple(orbit) for orbit in together.values() for point in orbit}
    return orbits, sorted(orbits)
