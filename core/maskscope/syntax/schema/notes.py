"""What a compile tells the user without refusing: each thing once, however often it applies."""

from __future__ import annotations

from maskscope.errors import Note
from maskscope.text import Span

ORDER = "objects are written with their keys in declared order; JSON allows any"
NUMBERS = (
    "numbers that are constrained by value are written plainly: no exponent, no -0; "
    "integers have no fraction, single values no zeros at its end"
)
STRINGS = "keys and enumerated strings are written in one spelling, that of json.dumps(ensure_ascii=False)"
SURROGATES = "a string with half a surrogate pair (\\ud800 by itself) is no Unicode text: it is left out"


class Notes:
    """The notes in the order in which they came up; a text that was added already is not repeated."""

    def __init__(self) -> None:
        self._found: dict[str, Note] = {}

    def add(self, kind: str, text: str, span: Span | None) -> None:
        """Say it, unless it was said."""
        if text not in self._found:
            self._found[text] = Note(kind, text, span)

    def extend(self, notes: tuple[Note, ...]) -> None:
        """Take over notes made elsewhere."""
        for note in notes:
            self.add(note.kind, note.text, note.span)

    def all(self) -> tuple[Note, ...]:
        """Everything said."""
        return tuple(self._found.values())
