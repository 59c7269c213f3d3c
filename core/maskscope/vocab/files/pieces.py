"""Tokens with types: what GGUF files and SentencePiece models both hold.

SentencePiece writes a space as "▁" and, where a model has them, a single byte as `<0x0A>`. Every piece has a type, by
the numbers below, which GGUF took over. Control pieces are never found in a text, user-defined ones always.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskscope.errors import Note
from maskscope.vocab.assemble import char_scored
from maskscope.vocab.byte_level import unspelled
from maskscope.vocab.encoder import SPACE_MARK, BpeEncoder, Normaliser
from maskscope.vocab.symbols import Fallback
from maskscope.vocab.vocabulary import Vocabulary

NORMAL, UNKNOWN, CONTROL, USER_DEFINED, UNUSED, BYTE = range(1, 7)
MARK_OF_CONTROL = "\uff5c"  # "｜": DeepSeek's markers are the added tokens with it, though files call them plain
_BYTE_PIECE = re.compile("<0x([0-9A-Fa-f]{2})>").fullmatch


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The texts of all ids, as the file spells them, and their types.

    Texts are read from the file each time they are needed: keeping them would double what a vocabulary takes.
    """

    texts: Callable[[], Iterable[str]]
    types: NDArray[np.int32]  # (tokens,)

    def ids_of(self, *types: int) -> list[int]:
        """The ids of these types, ascending."""
        found: list[int] = np.flatnonzero(self._are(types)).tolist()
        return found

    def _are(self, types: tuple[int, ...]) -> NDArray[np.bool_]:
        # not np.isin, which takes many times the memory of the types
        found: NDArray[np.bool_] = np.zeros(len(self.types), np.bool_)
        for kind in types:
            found |= self.types == kind
        return found

    def vocabulary(self, name: str, ends: Iterable[int], byte_level: bool, notes: tuple[Note, ...]) -> Vocabulary:
        """The vocabulary; ordinary tokens are spelled in GPT-2's alphabet if `byte_level`, else SentencePiece's way."""
        ends = tuple(sorted(set(ends)))
        markers = self.names(USER_DEFINED).keys() - self.added().keys()
        special = frozenset(self.ids_of(UNKNOWN, CONTROL)).union(ends, markers)
        unused = frozenset(self.ids_of(UNUSED)) - special
        spell = _byte_level if byte_level else _sentence_piece
        return Vocabulary(name, tuple(map(spell, self.texts(), self.types.data)), ends, special, unused, notes)

    def names(self, *types: int) -> dict[int, str]:
        """Id → text of the tokens of these types, ascending."""
        wanted = self._are(types).tolist()
        return {token: text for token, (text, is_wanted) in enumerate(zip(self.texts(), wanted)) if is_wanted and text}

    def added(self) -> dict[int, str]:
        """Id → text of the user-defined tokens, which are always found in a text; those that mark control are not."""
        return {token: text for token, text in self.names(USER_DEFINED).items() if MARK_OF_CONTROL not in text}

    def scored_encoder(self, name: str, scores: NDArray[np.generic], normaliser: Normaliser) -> BpeEncoder[str]:
        """SentencePiece BPE over the ordinary pieces; what they cannot spell becomes bytes, or the unknown piece."""
        id_of_text = {text: token for token, text in self.names(NORMAL, USER_DEFINED).items()}
        byte_ids = id_of_each_byte({text: token for token, text in self.names(BYTE).items()})
        unknown = self.ids_of(UNKNOWN)
        fallback = Fallback(name, byte_ids, unknown[0] if unknown else None)
        score_of: list[float] = scores.astype(np.float64).tolist()
        return char_scored(id_of_text, score_of.__getitem__, fallback, normaliser)


def byte_of_piece(text: str) -> int | None:
    """The byte that `<0xNN>` stands for; None for any other text."""
    found = _BYTE_PIECE(text)
    return int(found[1], 16) if found else None


def id_of_each_byte(ids: dict[str, int]) -> tuple[int, ...] | None:
    """The ids of `<0x00>` to `<0xFF>`, or None if one is missing."""
    found = [ids.get(f"<0x{b:02X}>") for b in range(256)]
    return None if None in found else tuple(token for token in found if token is not None)


def marked_bytes(text: str) -> bytes:
    """A piece as text: "▁" is a space.

    >>> marked_bytes("▁the")
    b' the'
    """
    return text.replace(SPACE_MARK, " ").encode()


def _sentence_piece(text: str, kind: int) -> bytes:
    if kind == BYTE:
        byte = byte_of_piece(text)
        return text.encode() if byte is None else bytes([byte])
    return marked_bytes(text) if kind in (NORMAL, USER_DEFINED) else text.encode()


def _byte_level(text: str, kind: int) -> bytes:
    """Ordinary tokens are spelled in the alphabet; all others, and those that do not fit it, as they are."""
    data = unspelled(text) if kind == NORMAL else None
    return text.encode() if data is None else data
