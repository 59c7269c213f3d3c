"""From text to ids: normalise, cut into pieces, merge each piece, remember pieces seen.

    "Hello world" ── cut ──▶ "Hello", " world" ── merge ──▶ [15496], [995]

Real text repeats its pieces, so a piece is merged once and then looked up: that is what makes a pure-Python encoder
fast enough (1 MB of English in about a second).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal
from unicodedata import normalize

from maskscope.vocab.bpe import Merge, Rules, T, merged
from maskscope.vocab.symbols import Alphabet

SPACE_MARK = "\u2581"  # "▁", how SentencePiece writes a space
_REMEMBERED = 50_000  # pieces; then the memory starts afresh


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One merge, as it was: the symbols before it, which two of them joined, and the rank of the rule."""

    symbols: tuple[bytes, ...]
    at: int  # index of the left one
    rank: int

    @property
    def pair(self) -> tuple[bytes, bytes]:
        """The two that joined."""
        return self.symbols[self.at], self.symbols[self.at + 1]


@dataclass(frozen=True, slots=True)
class PieceTrace:
    """How one piece was encoded. Steps are made one at a time when asked for: all together they are quadratic."""

    piece: str
    first: tuple[bytes, ...]  # the symbols before any merge
    merges: tuple[Merge, ...]
    ids: tuple[int, ...]

    def steps(self) -> Iterator[TraceStep]:
        """Every merge in order, with the symbols as they stood before it."""
        symbols, starts = list(self.first), list(range(len(self.first)))
        for merge in self.merges:
            at = starts.index(merge.start)
            yield TraceStep(tuple(symbols), at, merge.rank)
            symbols[at : at + 2] = [symbols[at] + symbols[at + 1]]
            del starts[at + 1]


@dataclass(frozen=True, slots=True)
class Normaliser:
    """What is done to a stretch of text before it is cut; `text` says it all, in order of the fields."""

    form: Literal["", "NFC", "NFD", "NFKC", "NFKD"] = ""
    collapse: bool = False  # drop spaces at the ends, and all but one of a run
    mark_spaces: bool = False  # write a space as "▁"
    prefix: Literal["never", "first", "every"] = "never"  # stretches that get a leading space
    prefix_once: bool = False  # not where there is one already

    def text(self, text: str, is_first: bool) -> str:
        """The normalised text; `is_first` when no other stretch or token is before it."""
        if self.form:  # by Python's own tables, which are stable for all characters that they know
            text = normalize(self.form, text)
        if self.collapse:
            text = re.sub(" +", " ", text).lstrip(" ")
        text = text.replace(" ", SPACE_MARK) if self.mark_spaces else text
        text = self._prefixed(text, is_first)
        # subtle: at the end also marks that were typed as such, at the start only spaces; SentencePiece does so
        return text.rstrip(self._space) if self.collapse else text

    def _prefixed(self, text: str, is_first: bool) -> str:
        wanted = self.prefix == "every" or (self.prefix == "first" and is_first)
        return self._space + text if text and wanted and not (self.prefix_once and text[0] == self._space) else text

    @property
    def _space(self) -> str:
        return SPACE_MARK if self.mark_spaces else " "


PLAIN = Normaliser()


@dataclass(frozen=True, slots=True, eq=False)
class BpeEncoder(Generic[T]):
    """A model's way from text to ids."""

    cut: Callable[[str], list[str]]
    alphabet: Alphabet[T]
    rules: Rules[T]
    whole: Mapping[bytes, int] | None = None  # pieces that are taken whole, whatever the merges say
    normaliser: Normaliser = PLAIN
    _seen: dict[str, list[int]] = field(default_factory=dict, repr=False)

    def encode(self, text: str, is_first: bool = True) -> list[int]:
        """The ids of a stretch of text that holds no special token."""
        seen, ids = self._seen, []
        for piece in self.cut(self.normaliser.text(text, is_first)):
            known = seen.get(piece)
            ids += self._piece(piece) if known is None else known
        return ids

    def trace(self, text: str, is_first: bool = True) -> list[PieceTrace]:
        """How each piece of the text was merged."""
        return [self._traced(piece) for piece in self.cut(self.normaliser.text(text, is_first))]

    def _piece(self, piece: str) -> list[int]:
        ids = self._taken_whole(piece) or self.alphabet.ids(merged(self.alphabet.first(piece), self.rules))
        if len(piece) < 1_000:
            if len(self._seen) >= _REMEMBERED:
                self._seen.clear()
            self._seen[piece] = ids
        return ids

    def _taken_whole(self, piece: str) -> list[int]:
        token = None if self.whole is None else self.whole.get(piece.encode())
        return [] if token is None else [token]

    def _traced(self, piece: str) -> PieceTrace:
        if whole := self._taken_whole(piece):
            return PieceTrace(piece, (piece.encode(),), (), tuple(whole))
        first = self.alphabet.first(piece)
        log: list[Merge] = []
        last = merged(first, self.rules, log)
        return PieceTrace(piece, tuple(map(self.alphabet.text, first)), tuple(log), tuple(self.alphabet.ids(last)))


def cut_at_marks(tokens: Mapping[str, int]) -> Callable[[str], list[str]]:
    """A way to cut SentencePiece text into words without changing what it encodes to.

    SentencePiece merges over a whole text. But a merge across `x▁` can only make a token that holds `x▁`; where no
    token does, the text may be cut there, and the words be remembered like any other piece.
    """
    crossing = {found for token in tokens for found in re.findall(f"(?s)(.)(?={SPACE_MARK})", token)}
    inside = "".join(f"\\U{ord(c):08x}" for c in sorted(crossing))
    pattern = re.compile(f"(?<=[^{inside}])(?={SPACE_MARK})" if inside else f"(?<=(?s:.))(?={SPACE_MARK})")
    return lambda text: pattern.split(text) if text else []


def cut_before_marks(text: str) -> list[str]:
    """The text cut before every "▁"."""
    return re.findall(f"{SPACE_MARK}?[^{SPACE_MARK}]+|{SPACE_MARK}", text)
