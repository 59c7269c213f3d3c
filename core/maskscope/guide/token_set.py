"""The tokens a state allows, as a value that is quick whichever way it is asked.

A state in the structure of a text allows a handful of tokens, the inside of a string nearly all of them. One bit a
token serves both, and is what inference engines take; ids are read off the words that are not zero, and when few
tokens are allowed, or few are refused, those few are kept as well: filling a row of booleans from 8 ids takes 2 µs
where unpacking 50,257 bits takes 20.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Ids = NDArray[np.int32]
Words = NDArray[np.uint32]
_Item = TypeVar("_Item", bound=np.generic)


@dataclass(frozen=True, eq=False)
class TokenSet:
    """A set of token ids below `size`; every array it gives is read-only.

    >>> TokenSet(5, np.array([0b01010], np.uint32)).ids()
    array([1, 3], dtype=int32)
    """

    size: int  # tokens in the vocabulary
    words: Words  # uint32 (ceil(size / 32),); bit i of word i // 32 is token i

    def __post_init__(self) -> None:
        self.words.flags.writeable = False

    @property
    def nbytes(self) -> int:
        """What it may come to hold: the words, and as much again in ids."""
        return 2 * self.words.nbytes + 200

    def dense(self) -> NDArray[np.bool_]:
        """bool (size,): True for every token of the set."""
        if self._allowed is not None:
            row = np.zeros(self.size, np.bool_)
            row[self._allowed.astype(np.intp)] = True
        elif self._refused is not None:
            row = np.ones(self.size, np.bool_)
            row[self._refused.astype(np.intp)] = False
        else:
            bits = np.unpackbits(self.words.view(np.uint8), count=self.size, bitorder="little")
            row = bits.view(np.bool_)
        return _frozen(row)

    def ids(self) -> Ids:
        """int32 (n,): the tokens, ascending."""
        if self._allowed is not None:
            return self._allowed
        return _frozen(np.flatnonzero(self.dense()).astype(np.int32))

    @cached_property
    def n(self) -> int:
        """How many tokens it holds."""
        return int(np.bitwise_count(self.words).sum(dtype=np.int64))

    def with_ids(self, more: tuple[int, ...]) -> TokenSet:
        """This set and some few ids besides."""
        words = self.words.copy()
        for token in more:
            words[token >> 5] |= np.uint32(1 << (token & 31))
        return TokenSet(self.size, words)

    @cached_property
    def _allowed(self) -> Ids | None:
        return _frozen(_ids_in(self.words)) if self.n <= len(self.words) else None

    @cached_property
    def _refused(self) -> Ids | None:
        if self.size - self.n > len(self.words):
            return None
        ids = _ids_in(~self.words)
        return _frozen(ids[: np.searchsorted(ids, self.size)])  # past the last token the last word has bits of nothing


def _ids_in(words: Words) -> Ids:
    """Where the bits are set, looking into words that are not zero only."""
    at = np.flatnonzero(words)
    bits = np.unpackbits(words[at].view(np.uint8), bitorder="little").reshape(-1, 32)
    row, column = np.nonzero(bits)
    return (at[row] * 32 + column).astype(np.int32)


def _frozen(array: NDArray[_Item]) -> NDArray[_Item]:
    array.flags.writeable = False
    return array
