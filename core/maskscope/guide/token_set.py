"""The tokens a state allows, as a value: small whichever way it is asked.

A state of a structure allows a handful of tokens, the inside of a string nearly all of them, so what is kept is the
allowed ids, the refused ids, or one bit a token, whichever is smallest: 4 bytes an id against 1/8 byte a token.
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
    """A set of token ids below `size`; every array it gives is read-only and shared.

    >>> TokenSet.of(np.array([3, 1], np.int32), size=5).ids
    array([1, 3], dtype=int32)
    """

    size: int  # tokens in the vocabulary
    words: Words  # uint32 (ceil(size / 32),); bit i of word i // 32 is token i

    @staticmethod
    def of(ids: Ids, size: int) -> TokenSet:
        """The set of these ids, in any order, repeats allowed."""
        dense = np.zeros(-(-size // 32) * 32, np.bool_)
        dense[ids.astype(np.intp)] = True
        return TokenSet(size, _frozen(np.packbits(dense, bitorder="little").view(np.dtype("<u4"))))

    @cached_property
    def dense(self) -> NDArray[np.bool_]:
        """bool (size,)."""
        bits = np.unpackbits(self.words.view(np.uint8), count=self.size, bitorder="little")
        return _frozen(bits.view(np.bool_))

    @cached_property
    def ids(self) -> Ids:
        """int32 (n,), ascending."""
        return _frozen(np.flatnonzero(self.dense).astype(np.int32))

    def with_ids(self, more: tuple[int, ...]) -> TokenSet:
        """This set and some few ids besides."""
        words = self.words.copy()
        for token in more:
            words[token >> 5] |= np.uint32(1 << (token & 31))
        return TokenSet(self.size, _frozen(words))


def _frozen(array: NDArray[_Item]) -> NDArray[_Item]:
    array.flags.writeable = False
    return array
