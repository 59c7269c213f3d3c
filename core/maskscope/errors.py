"""What can be wrong, in the user's words.

    MaskscopeError
    ├── GrammarError          the grammar text is at fault: problem, source, span, hint
    │   ├── UnsupportedError      it is legal, and we do not build it
    │   └── UnsatisfiableError    it is legal, and no text at all satisfies it
    ├── LimitExceeded         a named bound on work was met: limit, value, hint
    └── VocabularyError       a tokenizer file is at fault: path, offset, problem

A bug of ours is none of these and is never caught. `Note` is not an error: it says what was narrowed, ignored, or will
not work elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from maskscope.text import Source, Span


class MaskscopeError(Exception):
    """Anything that is wrong with what the user gave; `str()` is the whole message."""


class GrammarError(MaskscopeError):
    """A grammar text is at fault at `span`; `hint` says what to write instead; `more` are further problems found."""

    def __init__(
        self, problem: str, source: Source, span: Span, hint: str = "", more: tuple[GrammarError, ...] = ()
    ) -> None:
        super().__init__(problem)
        self.problem, self.source, self.span, self.hint, self.more = problem, source, span, hint, more

    def __str__(self) -> str:
        line, column = self.source.line_of(self.span.start)
        head = f"{self.source.name}:{line}:{column}: {self.problem}"
        tail = f"\n  hint: {self.hint}" if self.hint else ""
        rest = "".join(f"\n{error}" for error in self.more)
        return f"{head}\n{self.source.caret(self.span)}{tail}{rest}"


class UnsupportedError(GrammarError):
    """The construct at `span` is legal, but not built here; it is never ignored."""


class UnsatisfiableError(GrammarError):
    """No text satisfies the grammar; `span` is the part that cannot be met."""


class LimitExceeded(MaskscopeError):
    """A named bound of `Limits` was met; `hint` says how to need less or allow more."""

    def __init__(self, limit: str, value: int, hint: str = "", doing: str = "") -> None:
        super().__init__(limit)
        self.limit, self.value, self.hint, self.doing = limit, value, hint, doing

    def __str__(self) -> str:
        doing = f" while {self.doing}" if self.doing else ""
        tail = f"\n  hint: {self.hint}" if self.hint else ""
        return f"limit {self.limit} ({self.value:,}) exceeded{doing}{tail}"


class VocabularyError(MaskscopeError):
    """A tokenizer file is at fault at byte `offset` (None when no single place is)."""

    def __init__(self, path: str, offset: int | None, problem: str) -> None:
        super().__init__(problem)
        self.path, self.offset, self.problem = path, offset, problem

    def __str__(self) -> str:
        where = self.path if self.offset is None else f"{self.path}, byte {self.offset:,}"
        return f"{where}: {self.problem}"


@dataclass(frozen=True, slots=True)
class Note:
    """Something the user should know and need not fix; `kind` is narrowing, portability, ignored, warning or info."""

    kind: str
    text: str
    span: Span | None = None
