"""The tokens a state allows, as a value that is quick whichever way it is asked.

A state in the structure of a text allows a handful of tokens, the inside of a string nearly all of them. One bit a
token serves both, and is what inference engines take; ids are read off the words that are not zero, and when few
tokens are allowed, or few are refused, those few are kept as well: filling a row of booleans from 8 ids takes 4 µs
where unpacking 50,257 bits takes 12.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int32]
Words = NDArray[np.uint32]
_Item = TypeVar("_Item", bound=np.generic)


class TokenSet:
    """A set of token ids below `size`; every array it gives is read-only.

    >>> TokenSet(5, np.array([0b01010], np.uint32)).ids()
    array([1, 3], dtype=int32)
    """

    # a plain class, not a frozen dataclass: one is made for every mask, and the quickest masks take some 10 µs
    __slots__ = ("_few", "_n", "size", "used", "words")

    def __init__(self, size: int, words: Words) -> None:
        words.flags.writeable = False
        self.size = size  # tokens in the vocabulary
        self.words = words  # uint32 (ceil(size / 32),); bit i of word i // 32 is token i
        self.used = True  # since the cache last looked
        self._n = -1
        self._few: Ids | None = None  # the allowed or the refused ids, whichever are few, once asked for

    @property
    def nbytes(self) -> int:
        """What it may come to hold: the words, and as much again in ids."""
        return 2 * self.words.nbytes + 200

    @property
    def n(self) -> int:
        """How many tokens it holds."""
        if self._n < 0:
            self._n = int(np.bitwise_count(self.words).sum(dtype=np.int64))
        return self._n

    def dense(self) -> NDArray[np.bool_]:
        """bool (size,): True for every token of the set."""
        if self._few_are_allowed():
            row = np.zeros(self.size, np.bool_)
            row[self._the_few().astype(np.intp)] = True
        elif self._few_are_refused():
            row = np.ones(self.size, np.bool_)
            row[self._the_few().astype(np.intp)] = False
        else:
            bits = np.unpackbits(self.words.view(np.uint8), count=self.size, bitorder="little")
            row = bits.view(np.bool_)
        return _frozen(row)

    def ids(self) -> Ids:
        """int32 (n,): the tokens, ascending."""
        if self._few_are_allowed():
            return self._the_few()
        return _frozen(np.flatnonzero(self.dense()).astype(np.int32))

    def with_ids(self, more: tuple[int, ...]) -> TokenSet:
        """This set and some few ids besides."""
        words = self.words.copy()
        for token in more:
            words[token >> 5] |= np.uint32(1 << (token & 31))
        return TokenSet(self.size, words)

    def _few_are_allowed(self) -> bool:
        return self.n <= len(self.words)  # then the ids take no more room than the bits

    def _few_are_refused(self) -> bool:
        return self.size - self.n <= len(self.words)

    def _the_few(self) -> Ids:
        if self._few is None:
            ids = _ids_in(self.words if self._few_are_allowed() else ~self.words)
            # past the last token the last word has bits that stand for nothing
            self._few = _frozen(ids[: np.searchsorted(ids, self.size)])
        return self._few


def _ids_in(words: Words) -> Ids:
    """Where the bits are set, looking into words that are not zero only."""
    at = np.flatnonzero(words)
    bits = np.unpackbits(words[at].view(np.uint8), bitorder="little").reshape(-1, 32)
    row, column = np.nonzero(bits)
    return (at[row] * 32 + column).astype(np.int32)


def _frozen(array: NDArray[_Item]) -> NDArray[_Item]:
    array.flags.writeable = False
    return array
