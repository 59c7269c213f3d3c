"""What BPE starts from: a piece of text as its first symbols, and the last symbols as token ids.

Three alphabets are in use. Byte-level models start from bytes, so that every text can be written; SentencePiece starts
from characters, and writes those it does not know as `<0xNN>` byte tokens, or as one `<unk>`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from maskscope.errors import VocabularyError
from maskscope.vocab.bpe import T
from maskscope.vocab.vocabulary import Vocabulary


class Alphabet(Protocol[T]):
    """How pieces become symbols, and symbols ids."""

    def first(self, piece: str) -> list[T]:
        """The symbols before any merge."""
        ...

    def ids(self, symbols: list[T]) -> list[int]:
        """The token ids of the symbols after all merges."""
        ...

    def text(self, symbol: T) -> bytes:
        """What a symbol is, for people to look at."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class ByteIds:
    """A symbol is a token id, at first of one byte: for rules that are listed as pairs of ids."""

    vocabulary: Vocabulary
    id_of_byte: tuple[int | None, ...]  # 256 of them

    def first(self, piece: str) -> list[int]:
        symbols = [self.id_of_byte[b] for b in piece.encode()]
        return [_known(self.vocabulary, symbol, piece) for symbol in symbols]

    def ids(self, symbols: list[int]) -> list[int]:
        return symbols

    def text(self, symbol: int) -> bytes:
        return self.vocabulary.token(symbol)


@dataclass(frozen=True, slots=True, eq=False)
class ByteStrings:
    """A symbol is a string of bytes: for rules that ask what is joined."""

    vocabulary: Vocabulary

    def first(self, piece: str) -> list[bytes]:
        data = piece.encode()
        return [data[i : i + 1] for i in range(len(data))]

    def ids(self, symbols: list[bytes]) -> list[int]:
        known = self.vocabulary.ids
        return [_known(self.vocabulary, known.get(symbol), repr(symbol)) for symbol in symbols]

    def text(self, symbol: bytes) -> bytes:
        return symbol


@dataclass(frozen=True, slots=True, eq=False)
class Fallback:
    """What stands for a character that is no token: its bytes where all 256 have a token, else one unknown id."""

    name: str  # of the vocabulary, for messages
    id_of_byte: tuple[int, ...] | None
    unknown: int | None
    fuse: bool = True  # neighbouring unknown characters make one unknown id

    def ids(self, text: str) -> list[int]:
        if self.id_of_byte is not None:
            return [self.id_of_byte[b] for b in text.encode()]
        if self.unknown is None:
            raise VocabularyError(self.name, None, f"no token spells {text!r}, and there are no byte tokens")
        return [self.unknown]


@dataclass(frozen=True, slots=True, eq=False)
class CharacterIds:
    """A symbol is a token id, at first of one character: Hugging Face's BPE with byte fallback."""

    vocabulary: Vocabulary
    id_of_text: Mapping[str, int]
    fallback: Fallback

    def first(self, piece: str) -> list[int]:
        symbols: list[int] = []
        for character in piece:
            known = self.id_of_text.get(character)
            added = self.fallback.ids(character) if known is None else [known]
            if not (self.fallback.fuse and symbols and added == [symbols[-1]] == [self.fallback.unknown]):
                symbols += added
        return symbols

    def ids(self, symbols: list[int]) -> list[int]:
        return symbols

    def text(self, symbol: int) -> bytes:
        return self.vocabulary.token(symbol)


@dataclass(frozen=True, slots=True, eq=False)
class Characters:
    """A symbol is a string of characters: SentencePiece, where a pair may join though neither part is a token."""

    id_of_text: Mapping[str, int]
    fallback: Fallback

    def first(self, piece: str) -> list[str]:
        return list(piece)

    def ids(self, symbols: list[str]) -> list[int]:
        ids: list[int] = []
        for symbol in symbols:
            known = self.id_of_text.get(symbol)
            added = self.fallback.ids(symbol) if known is None else [known]
            if not (self.fallback.fuse and ids and added == [ids[-1]] == [self.fallback.unknown]):
                ids += added
        return ids

    def text(self, symbol: str) -> bytes:
        return symbol.encode()


def _known(vocabulary: Vocabulary, token: int | None, what: str) -> int:
    if token is None:
        raise VocabularyError(vocabulary.name, None, f"no token spells a part of {what}")
    return token
