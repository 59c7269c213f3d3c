"""Places in a text: a half-open span of code points, and the source it points into.

Every error and every automaton state points back at what the user typed. Offsets count code points (Python's own
indexing), lines and columns count from one, and the caret drawing is done here and nowhere else.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

_WIDEST = 100  # columns of a source line that a caret message shows


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range `[start, end)` of code points in a source."""

    start: int
    end: int

    def __post_init__(self) -> None:
        if not 0 <= self.start <= self.end:
            raise ValueError(f"not a span: {self.start}..{self.end}")

    def to(self, other: Span) -> Span:
        """The smallest span that covers both."""
        return Span(min(self.start, other.start), max(self.end, other.end))


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A text with a name; `name` is a file name or the kind of grammar, and opens every message."""

    name: str
    text: str
    _starts: list[int] = field(default_factory=list, repr=False)

    def line_of(self, position: int) -> tuple[int, int]:
        """Line and column of a code point, both from one."""
        starts = self._line_starts()
        line = bisect_right(starts, position)
        return line, position - starts[line - 1] + 1

    def caret(self, span: Span) -> str:
        """The line a span starts in, indented by four, and carets under the span.

        >>> print(Source("regex", "id=[z-a]+").caret(Span(4, 7)))
            id=[z-a]+
                ^^^
        """
        line, column = self.line_of(span.start)
        text = self.text[self._line_starts()[line - 1] :].split("\n", 1)[0].rstrip("\r")
        width = max(1, min(span.end - span.start, len(text) - column + 1))
        cut = max(0, column - 1 - _WIDEST // 2) if len(text) > _WIDEST else 0
        shown = _printable(text[cut : cut + _WIDEST])
        lead, tail = "…" if cut else "", "…" if cut + _WIDEST < len(text) else ""
        pad = " " * (len(lead) + column - 1 - cut)
        return f"    {lead}{shown}{tail}\n    {pad}{'^' * min(width, _WIDEST)}"

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts.append(0)
            at = self.text.find("\n")
            while at >= 0:
                self._starts.append(at + 1)
                at = self.text.find("\n", at + 1)
        return self._starts


def _printable(text: str) -> str:
    """The text with what would move a terminal's cursor replaced, one character for one."""
    return "".join(c if c.isprintable() else "\u00b7" if c != "\t" else " " for c in text)
