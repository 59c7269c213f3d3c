"""The source editor: a text area whose backdrop shows the live parts, squiggles and colours.

It talks in revisions. Every text has a number; the browser raises it with each edit and sends the text after a pause,
Python raises it when it puts a text in. Marks carry the number of the text they were made for, and the browser drops
those of an older one, so a slow answer never paints over newer typing. Texts that Python puts in are counted, and a
typed text says which of them it has seen: one that crossed a newer one on the way is put back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

_HERE = Path(__file__).parent

Mark = tuple[int, int, str]  # start, end (code points), class


class SourceEditor(JSComponent):
    """A text area with marks; `on_text` hears what was typed."""

    label = param.String(default="Grammar", doc="Its accessible name.")
    text = param.Dict(default={"rev": 0, "value": "", "put": 0}, doc="A text that Python puts in.")
    marks = param.Dict(default={"rev": -1, "spans": []}, doc="Marks for one revision.")
    reveal = param.Dict(default={"at": -1, "n": 0}, doc="A place to scroll to.")
    wrap = param.Boolean(default=True, doc="Wrap lines, without line numbers.")

    _esm = (_HERE / "editor.js").read_text(encoding="utf-8")
    _stylesheets = [(_HERE / "editor.css").read_text(encoding="utf-8")]  # noqa: RUF012  Panel's own convention

    def __init__(self, on_text: Callable[[str], None], **params: Any) -> None:
        super().__init__(**params)
        self._on_text = on_text
        self._rev, self._puts = int(self.text["rev"]), int(self.text["put"])
        self._value = str(self.text["value"])

    def put(self, value: str) -> None:
        """Show this text; nothing happens when it is there already."""
        if value != self._value:
            self._put(value)

    def _put(self, value: str) -> None:
        self._rev, self._puts, self._value = self._rev + 1, self._puts + 1, value
        self.text = {"rev": self._rev, "value": value, "put": self._puts}

    def mark(self, marks: Sequence[Mark]) -> None:
        """Show these marks on the text that is there now."""
        self.marks = {"rev": self._rev, "spans": [list(mark) for mark in marks]}

    def scroll_to(self, at: int) -> None:
        """Bring a place (a code point) into view."""
        self.reveal = {"at": at, "n": int(self.reveal["n"]) + 1}

    def _handle_msg(self, data: dict[str, Any]) -> None:
        self._rev, self._value = int(data["rev"]), str(data["value"])
        if int(data["seen"]) != self._puts:
            self._put(self._value)  # it crossed a text of ours on the way: what was typed counts, on both sides
        self._on_text(self._value)
