"""Why a token is allowed or refused, as a value, and as one sentence in the user's words.

Verdict
├── Allowed        it may come next
├── RefusedAt      the language dies at one of its bytes: which, and what the grammar expected there
├── NoText         the id stands for no bytes at all
├── Special        a control token is never text
├── TooSoonToEnd   an end-of-sequence token, where the text is not complete
└── OutOfBudget    it may come next, but the text could then not be finished in the tokens that are left
"""

from __future__ import annotations

from dataclasses import dataclass, field

from maskscope.guide.html import verdict_html
from maskscope.guide.wording import expectation, place, quoted
from maskscope.sets.byteset import ByteSet
from maskscope.text import Source, Span

FINISHED = -2  # the state after an end-of-sequence token: nothing follows


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of `data`, the bytes of the token (or the text) that was asked about."""

    data: bytes

    @property
    def is_allowed(self) -> bool:
        """Whether a mask lets the token through."""
        return False

    def _repr_html_(self) -> str:
        return verdict_html(self)


@dataclass(frozen=True, slots=True)
class Allowed(Verdict):
    """The token may come next and leads to `next_state`."""

    next_state: int

    @property
    def is_allowed(self) -> bool:
        return True

    def __str__(self) -> str:
        return f"{quoted(self.data)} is allowed" if self.data else "the text may end here"


@dataclass(frozen=True, slots=True)
class RefusedAt(Verdict):
    """Byte `byte`, number `index` of the token from 0, is refused: there the grammar expects one of `expected`."""

    index: int
    byte: int
    expected: ByteSet
    origins: tuple[Span, ...]  # the parts of the source that expect it
    may_end: bool = False  # the text is complete before this byte
    terminals: tuple[str, ...] = ()  # token elements that could stand here instead
    source: Source | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        after = f"after {quoted(self.data[: self.index])} " if self.index else ""
        expects = expectation(self.expected, self.may_end, self.terminals)
        where = place(self.source, self.origins) if self.expected or self.terminals else ""
        return f"{quoted(self.data)} is refused at byte {self.index}: {after}{expects}{where}"


@dataclass(frozen=True, slots=True)
class NoText(Verdict):
    """The id has no bytes, or nobody uses it; taking it would leave everything as it is, for ever."""

    def __str__(self) -> str:
        return "this token has no text, so it is never allowed"


@dataclass(frozen=True, slots=True)
class Special(Verdict):
    """A control token: it marks a place, and its name is not text."""

    def __str__(self) -> str:
        return f"{quoted(self.data)} is a special token, and special tokens are never text"


@dataclass(frozen=True, slots=True)
class TooSoonToEnd(Verdict):
    """An end-of-sequence token where at least `needs` more bytes must come first."""

    needs: int

    def __str__(self) -> str:
        more = "1 more byte" if self.needs == 1 else f"{self.needs:,} more bytes"
        return f"it is too soon to end: at least {more} must come first"


@dataclass(frozen=True, slots=True)
class OutOfBudget(Verdict):
    """The token is allowed, but after it the shortest end takes `needs` tokens, and `left` are left.

    `needs` is None where this vocabulary cannot finish at all from there.
    """

    needs: int | None
    left: int

    def __str__(self) -> str:
        if self.needs is None:
            return f"{quoted(self.data)} leads to where this vocabulary cannot finish the text"
        return f"{quoted(self.data)} costs too much: after it {self.needs:,} tokens are needed, {self.left:,} are left"
