"""A place in a source that moves forward: all that a hand-written parser needs to look, take and complain.

The parsers of regex and GBNF are plain functions over one `Cursor`; they never slice the text or count positions
themselves, so that every problem they find has its exact span.

>>> cursor = Cursor(Source("gbnf", "ab12"))
>>> cursor.take("ab"), cursor.take_while("0123456789"), cursor.at_end
(True, '12', True)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from maskscope.errors import GrammarError
from maskscope.text import Source, Span


@dataclass(slots=True, eq=False)
class Cursor:
    """The position `at` (in code points) in the text of `source`."""

    source: Source
    at: int = 0

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.source.text)

    def peek(self, ahead: int = 0) -> str:
        """The character at the position, or `ahead` further; the empty string past the end. Takes nothing."""
        text, i = self.source.text, self.at + ahead
        return text[i] if i < len(text) else ""

    def looking_at(self, text: str) -> bool:
        """Whether `text` comes next. Takes nothing."""
        return self.source.text.startswith(text, self.at)

    def next(self) -> str:
        """Takes one character; the empty string at the end."""
        char = self.peek()
        self.at += len(char)
        return char

    def take(self, text: str) -> bool:
        """Takes `text` if it comes next, and says whether it did."""
        if not self.looking_at(text):
            return False
        self.at += len(text)
        return True

    def take_while(self, allowed: str | frozenset[str], most: int | None = None) -> str:
        """Takes the longest run of characters out of `allowed`, `most` characters at the most."""
        text, start, end = self.source.text, self.at, self.at
        stop = len(text) if most is None else min(len(text), start + most)
        while end < stop and text[end] in allowed:
            end += 1
        self.at = end
        return text[start:end]

    def expect(self, text: str, problem: str, hint: str = "") -> None:
        """Takes `text`, or fails with `problem` at the next character."""
        if not self.take(text):
            self.fail(problem, self.at, self.at + 1, hint)

    def since(self, start: int) -> Span:
        """The span from `start` up to the position."""
        return Span(start, self.at)

    def fail(self, problem: str, start: int, end: int | None = None, hint: str = "") -> NoReturn:
        """Raises the error `problem` about `start` up to `end` (the position, when not given)."""
        raise GrammarError(problem, self.source, Span(start, self.at if end is None else end), hint)
