"""Encoding by taking, again and again, the longest token that fits: for vocabularies that have no merges.

The toy vocabulary is read by people, and this is what a person would do.
"""

from __future__ import annotations

from dataclasses import dataclass

from maskscope.errors import VocabularyError
from maskscope.vocab.encoder import PieceTrace
from maskscope.vocab.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class LongestMatch:
    """Left to right, longest token first; VocabularyError where no token fits."""

    vocabulary: Vocabulary

    def encode(self, text: str, is_first: bool = True) -> list[int]:
        """The ids of a text."""
        data, at, ids = text.encode(), 0, []
        while at < len(data):
            token = self._longest(data, at)
            if token is None:
                raise VocabularyError(self.vocabulary.name, None, f"no token begins the text {data[at:][:40]!r}")
            ids.append(token)
            at += len(self.vocabulary.token(token))
        return ids

    def trace(self, text: str, is_first: bool = True) -> list[PieceTrace]:
        """One piece a token: nothing is merged."""
        tokens = self.encode(text)
        data = [self.vocabulary.token(token) for token in tokens]
        return [PieceTrace(d.decode(errors="replace"), (d,), (), (token,)) for d, token in zip(data, tokens)]

    def _longest(self, data: bytes, at: int) -> int | None:
        known = self.vocabulary.ids
        lengths = range(min(self.vocabulary.longest, len(data) - at), 0, -1)
        return next((known[data[at : at + n]] for n in lengths if data[at : at + n] in known), None)
