"""What the compiler said, as plain values: problems with their place and carets, notes, sizes."""

from __future__ import annotations

from typing import Any

from maskscope.errors import GrammarError, LimitExceeded, MaskscopeError, Note
from maskscope.text import Source, Span

_MOST_PROBLEMS = 6
_TITLES = {
    "narrowing": "Narrowed",
    "portability": "Elsewhere",
    "ignored": "Ignored",
    "warning": "Careful",
    "info": "Info",
}


def problem_views(error: MaskscopeError | None) -> list[dict[str, Any]]:
    """One entry a problem, the main one first."""
    if error is None:
        return []
    if isinstance(error, GrammarError):
        return [_grammar_problem(one) for one in [error, *error.more][:_MOST_PROBLEMS]]
    if isinstance(error, LimitExceeded):
        doing = f" while {error.doing}" if error.doing else ""
        said = f"Limit {error.limit} ({error.value:,}) met{doing}."
        return [{"said": said, "where": "", "line": "", "carets": "", "hint": error.hint, "at": -1}]
    return [{"said": str(error), "where": "", "line": "", "carets": "", "hint": "", "at": -1}]


def _grammar_problem(error: GrammarError) -> dict[str, Any]:
    line, column = error.source.line_of(error.span.start)
    shown, carets = error.source.caret(error.span).split("\n", 1)
    return {
        "said": _sentence(error.problem),
        "where": f"line {line}, column {column}",
        "line": shown[4:],
        "carets": carets[4:],
        "hint": error.hint,
        "at": error.span.start,
    }


def problem_spans(error: MaskscopeError | None) -> list[Span]:
    """The places that problems point at."""
    if not isinstance(error, GrammarError):
        return []
    return [one.span for one in [error, *error.more][:_MOST_PROBLEMS]]


def note_views(notes: tuple[Note, ...], source: Source) -> list[dict[str, Any]]:
    """One entry a note: its title, what it says, where."""
    out = []
    for note in notes:
        where, at = "", -1
        if note.span is not None:
            where, at = f"line {source.line_of(note.span.start)[0]}", note.span.start
        title = _TITLES.get(note.kind, note.kind)
        out.append({"kind": note.kind, "title": title, "said": note.text, "where": where, "at": at})
    return out


def lint_view(vocabulary: str, findings: tuple[Note, ...] | None, source: Source) -> dict[str, Any]:
    """What lint found with a vocabulary; findings are None until somebody asked."""
    return {"vocabulary": vocabulary, "findings": None if findings is None else note_views(findings, source)}


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
