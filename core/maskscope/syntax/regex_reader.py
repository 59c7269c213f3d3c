"""What the parts of the regex parser share: the cursor, the flags in force, the notes so far, and how places map.

`Reader` is the only mutable thing of the parser. A pattern inside a schema keeps its own `Source`, so that a problem
is drawn in the pattern's text; the spans of nodes and notes go through `span_of`, into the text around it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from maskscope.errors import GrammarError, Note, UnsupportedError
from maskscope.limits import Limits
from maskscope.reading.cursor import Cursor
from maskscope.sets.codepoints import CodePoints
from maskscope.sets.unicode_ecma import WORD, WORD_FOLDED
from maskscope.syntax.regex_tree import SpanOf
from maskscope.text import Span


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags that `(?ims-ims:…)` sets and clears; a whole pattern starts with none."""

    ignore_case: bool = False
    multiline: bool = False
    dot_all: bool = False

    @property
    def word(self) -> CodePoints:
        """The characters of `\\w`."""
        return WORD_FOLDED if self.ignore_case else WORD


@dataclass(slots=True, eq=False)
class Reader:
    """A regex that is being read."""

    cursor: Cursor
    span_of: SpanOf
    limits: Limits
    flags: Flags = Flags()
    doubt: GrammarError | None = None  # what was wrong with a class, should a ] be left over
    _notes: dict[str, Note] = field(default_factory=dict)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What there is to tell, in the order of the text."""
        return tuple(self._notes.values())

    def note(self, kind: str, text: str, start: int) -> None:
        """Tells something about `start` up to the position; the same words are said once, about the first place."""
        self._notes.setdefault(text, Note(kind, text, self.span(start)))

    def span(self, start: int) -> Span | None:
        """The span, for nodes, from `start` up to the position."""
        return self.span_of(start, self.cursor.at)

    def doubts(self, problem: str, start: int, end: int, hint: str) -> None:
        """Keeps a problem in mind that is one only if a later `]` closes nothing."""
        self.doubt = self.doubt or GrammarError(problem, self.cursor.source, Span(start, end), hint)

    def unsupported(self, problem: str, start: int, hint: str = "") -> NoReturn:
        """Refuses a construct that is legal and not built."""
        raise UnsupportedError(problem, self.cursor.source, self.cursor.since(start), hint)
