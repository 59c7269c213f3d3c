"""Random numbers that are the same, bit for bit, on every platform: xorshift64*.

Python's own generator would serve, but a seed should also mean the same in a runtime written in C, so the method is the
small public one that such runtimes use: three shifts of a 64-bit state and one multiplication (Vigna, "An experimental
exploration of Marsaglia's xorshift generators, scrambled", 2016). A uniform float is the top 24 bits of the product, so
it is exact in float32 as well.

Limits: 2^64 - 1 numbers before it repeats, 24 bits of resolution, and no secrecy at all.
"""

from __future__ import annotations

_WORD = (1 << 64) - 1
_MULTIPLIER = 0x2545F4914F6CDD1D
_FOR_ZERO = 0x9E3779B97F4A7C15  # the state 0 would stay 0 for ever, so it is replaced by this one


class Rng:
    """A stream of numbers that its seed determines; the seed is an int (modulo 2^64) or a text.

    >>> rng = Rng(42)
    >>> [round(rng.uniform(), 6) for _ in range(3)]
    [0.339085, 0.782256, 0.790137]
    """

    __slots__ = ("seed", "state")

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self.state = (hash_of_text(seed) if isinstance(seed, str) else int(seed) & _WORD) or _FOR_ZERO

    def uniform(self) -> float:
        """The next number in [0, 1), a multiple of 2^-24."""
        x = self.state
        x ^= x >> 12
        x ^= (x << 25) & _WORD
        x ^= x >> 27
        self.state = x
        return (((x * _MULTIPLIER) & _WORD) >> 40) / (1 << 24)

    def below(self, n: int) -> int:
        """One of 0 … n - 1, by one draw: `int(uniform() * n)`."""
        if n < 1:
            raise ValueError(f"nothing lies below {n}")
        return int(self.uniform() * n)

    def copy(self) -> Rng:
        """Another generator that goes on from here, leaving this one where it is."""
        twin = Rng(self.seed)
        twin.state = self.state
        return twin

    def __repr__(self) -> str:
        return f"Rng({self.seed!r}) at state 0x{self.state:016x}"


def hash_of_text(text: str) -> int:
    """FNV-1a, 64 bits, over the UTF-8 bytes: a stated hash, since Python's own differs from run to run.

    >>> hex(hash_of_text("a"))
    '0xaf63dc4c8601ec8c'
    """
    value = 0xCBF29CE484222325
    # surrogatepass: a lone surrogate in a seed is odd but no error
    for b in text.encode("utf-8", "surrogatepass"):
        value = ((value ^ b) * 0x100000001B3) & _WORD
    return value
