"""How values are written on a terminal and in JSON: tokens, notes, places."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from maskscope.errors import GrammarError, MaskscopeError, Note
    from maskscope.text import Source, Span


def echo_json(value: Any) -> None:
    """One line of JSON, with characters as themselves."""
    click.echo(json.dumps(value, ensure_ascii=False))


def shown(data: bytes) -> str:
    """A token or a text on one line, between backquotes; what cannot be printed is escaped as in JSON.

    >>> shown(b'say "a"\\n\\xff')
    '`say "a"\\\\n\\\\xff`'
    """
    text = data.decode("utf-8", "backslashreplace")
    return f"`{''.join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)}`"


def note_lines(notes: Iterable[Note], source: Source) -> str:
    """Each note with the place it is about, drawn as in an error."""
    return "\n".join(_note(note, source) for note in notes)


def _note(note: Note, source: Source) -> str:
    if note.span is None:
        return f"{source.name}: {note.kind}: {note.text}"
    line, column = source.line_of(note.span.start)
    return f"{source.name}:{line}:{column}: {note.kind}: {note.text}\n{source.caret(note.span)}"


def note_value(note: Note, source: Source) -> dict[str, Any]:
    """A note for a program."""
    return {"kind": note.kind, "text": note.text, **(place_value(note.span, source) if note.span else {})}


def place_value(span: Span, source: Source) -> dict[str, int]:
    """A place for a program: code points, half-open; line and column from 1."""
    line, column = source.line_of(span.start)
    return {"start": span.start, "end": span.end, "line": line, "column": column}


def problem_value(problem: MaskscopeError) -> dict[str, Any]:
    """What is wrong, for a program."""
    value: dict[str, Any] = {"type": type(problem).__name__, "message": str(problem)}
    if hasattr(problem, "span"):
        value |= _place_of(problem)  # type: ignore[arg-type]
    return value


def _place_of(problem: GrammarError) -> dict[str, Any]:
    place = place_value(problem.span, problem.source)
    return {"problem": problem.problem, "hint": problem.hint, **place}
