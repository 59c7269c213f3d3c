"""Small components that several views use: a line of text, the report under the source, the tape, the table.

Each is a `JSComponent` whose script fills elements by `textContent`: a token or a grammar is text from strangers, and
there is no place in these files where it could become markup. All stand here, also what only one page shows: the shape
of a component's data travels with the document, so its class has to be there before a document is made.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import param
from panel.custom import JSComponent

from maskscope_playground.theme import hide

_HERE = Path(__file__).parent

Heard = Callable[[dict[str, Any]], None]


def read_text(name: str) -> str:
    """A script or style that stands beside this file."""
    return (_HERE / name).read_text(encoding="utf-8")


class TextLine(JSComponent):
    """A first word and a sentence, announced when they change; `kind` is the line's class."""

    words = param.List(default=["", ""], item_type=str)
    kind = param.String(default="ms-status")

    _esm = read_text("text_line.js")
    _stylesheets = [read_text("text_line.css")]  # noqa: RUF012  Panel's own convention, here and below

    def __init__(self, **params: Any) -> None:
        super().__init__(**params)
        self.param.watch(lambda event: hide(self, not any(event.new)), ["words"])
        hide(self, not any(self.words))


class Messenger(JSComponent):
    """A component whose messages go to one function."""

    __abstract = True

    def __init__(self, heard: Heard, **params: Any) -> None:
        super().__init__(**params)
        self._heard = heard

    def _handle_msg(self, data: dict[str, Any]) -> None:
        self._heard(data)


class Report(Messenger):
    """Problems, notes, sizes and findings; hears `{at}` when a place is clicked, `{lint}` when they are asked for."""

    view = param.Dict(default={"problems": [], "notes": [], "sizes": []})

    _esm = read_text("report.js")
    _stylesheets = [read_text("report.css")]  # noqa: RUF012


class TokenTable(Messenger):
    """The allowed tokens; hears `{take}`, `{filter}`, `{sort}`, `{page}`."""

    view = param.Dict(
        default={
            "columns": [],
            "rows": [],
            "summary": [],
            "range": "",
            "order": {"key": "id", "down": False},
            "first": True,
            "last": True,
            "message": "",
            "takes": True,
        }
    )

    _esm = read_text("token_table.js")
    _stylesheets = [read_text("token_table.css"), read_text("visible.css")]  # noqa: RUF012


class TapeStrip(Messenger):
    """Chips and text; hears `{back}` when a chip is clicked."""

    tape = param.List(default=[])
    first = param.Integer(default=0, doc="How many tokens are on the tape before the first chip.")
    empty = param.String(default="No token yet: press Step, or click a token on the right.")

    _esm = read_text("tape.js")
    _stylesheets = [read_text("tape.css"), read_text("visible.css")]  # noqa: RUF012


class StackView(JSComponent):
    """What a recursive grammar has yet to return to, outermost first."""

    frames = param.List(default=[])

    _esm = read_text("stack.js")
    _stylesheets = [read_text("stack.css")]  # noqa: RUF012


class Witnesses(JSComponent):
    """Labels and texts, as a table."""

    rows = param.List(default=[])

    _esm = read_text("witnesses.js")
    _stylesheets = [read_text("witnesses.css")]  # noqa: RUF012


class MergeList(JSComponent):
    """The merges of one piece."""

    steps = param.List(default=[])

    _esm = read_text("merges.js")
    _stylesheets = [read_text("merges.css")]  # noqa: RUF012


class Cards(Messenger):
    """The gallery's cards; hears `{load}`."""

    cards = param.List(default=[])
    drawings = param.Dict(default={"n": 0, "name": "", "svg": ""}, doc="The drawing that is ready now.")

    _esm = read_text("gallery.js")
    _stylesheets = [read_text("gallery.css")]  # noqa: RUF012


class PageParts(Messenger):
    """Address, keyboard, clipboard, files; hears `{ready}`, `{hash}`, `{key}`, `{copied}`."""

    standalone = param.Boolean(default=True, doc="The page is ours: use its address and colours.")
    address = param.String(default="")
    dark = param.Boolean(default=False)
    copy = param.Dict(default={"text": "", "link": True, "n": 0})
    save = param.Dict(default={"name": "", "kind": "", "text": "", "n": 0})

    _esm = read_text("page.js")
