"""Sets of byte values, as one 256-bit integer: bit `b` is set when byte `b` is in the set.

Python's big integers make union, intersection and emptiness one machine-speed operation each, and they hash and
compare for free, so the automaton uses the bare `int` in its inner loops and `ByteSet` where people look at it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

ALL = (1 << 256) - 1


def bits_of(values: Iterable[int]) -> int:
    """The integer whose set bits are `values`, each 0..255."""
    bits = 0
    for b in values:
        bits |= 1 << b
    return bits


def bit_range(low: int, high: int) -> int:
    """Bits `low`..`high`, both included."""
    return (1 << (high + 1)) - (1 << low)


def members(bits: int) -> list[int]:
    """The byte values in ascending order.

    >>> members(bits_of(b"ba"))
    [97, 98]
    """
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


@dataclass(frozen=True, slots=True)
class ByteSet:
    """An immutable set of bytes 0..255.

    >>> sorted(ByteSet(bits_of(b"abc")) & ByteSet(bits_of(b"bcd")))
    [98, 99]
    """

    bits: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.bits <= ALL:
            raise ValueError("a byte set has 256 bits")

    def __contains__(self, b: int) -> bool:
        return 0 <= b < 256 and bool(self.bits >> b & 1)

    def __iter__(self) -> Iterator[int]:
        return iter(members(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __or__(self, other: ByteSet) -> ByteSet:
        return ByteSet(self.bits | other.bits)

    def __and__(self, other: ByteSet) -> ByteSet:
        return ByteSet(self.bits & other.bits)

    def __sub__(self, other: ByteSet) -> ByteSet:
        return ByteSet(self.bits & ~other.bits)

    def ranges(self) -> list[tuple[int, int]]:
        """Maximal runs `(low, high)`, both included, ascending."""
        runs: list[tuple[int, int]] = []
        for b in self:
            if runs and runs[-1][1] == b - 1:
                runs[-1] = (runs[-1][0], b)
            else:
                runs.append((b, b))
        return runs
