"""The right column: the tokens that may come next, and why another may not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import panel as pn

from maskscope_playground.present.rows import TokenSource, Wish, table_view
from maskscope_playground.present.verdicts import verdict_words
from maskscope_playground.session import Session
from maskscope_playground.theme import CARD, HEADING, WIDGET
from maskscope_playground.views.parts import TextLine, TokenTable


class TokenPanel(pn.viewable.Viewer):
    """The table of allowed tokens and the Why box."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._wish = Wish()
        self._table = TokenTable(self._heard, sizing_mode="stretch_both", margin=0, min_height=200)
        self._heading = pn.pane.HTML("", stylesheets=[HEADING], margin=0)
        self._asked = pn.widgets.TextInput(
            name="Why?", placeholder="a token, #id, or any text", stylesheets=[WIDGET], margin=0,
            sizing_mode="stretch_width",
        )  # fmt: skip
        self._verdict = TextLine(kind="ms-verdict", margin=0)
        self._view = pn.Column(
            self._heading, self._table, self._asked, self._verdict,
            css_classes=["ms-right"], stylesheets=[CARD], sizing_mode="stretch_both",
        )  # fmt: skip
        self._asked.param.watch(self._answer, "value_input")
        session.param.watch(self._show, ["compiled", "moves", "looked_at"])
        self._show()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _heard(self, message: dict[str, Any]) -> None:
        if "take" in message:
            self._session.push(int(message["take"]))
            return
        if "filter" in message:
            self._wish = replace(self._wish, filter=str(message["filter"])[:200], page=0)
        elif "page" in message:
            self._wish = replace(self._wish, page=max(0, self._wish.page + int(message["page"])))
        elif message.get("sort") in ("id", "text", "distance", "share"):
            key = str(message["sort"])
            down = not self._wish.down if key == self._wish.key else key == "share"
            self._wish = replace(self._wish, key=key, down=down, page=0)
        self._fill()

    def _show(self, *_: Any) -> None:
        self._wish = replace(self._wish, page=0)
        self._fill()
        self._answer()

    def _fill(self) -> None:
        session = self._session
        if session.compiled is None:
            return
        state, shown = session.shown_state
        source = TokenSource(session.compiled.guide, session.compiled.machine, state, shown, session.shares)
        self._table.view = table_view(source, self._wish, takes=session.looked_at is None)
        extra = (
            "" if session.looked_at is None else "<p>The tape has not moved. Click the current state to come back.</p>"
        )
        number = f"Tokens of state {shown:,}" if shown >= 0 else "Tokens after the end"
        self._heading.object = f"<h2>{number}</h2>{extra}"

    def _answer(self, *_: Any) -> None:
        session = self._session
        text = self._asked.value_input or ""
        if not text or session.compiled is None:
            self._verdict.words = ["", ""]
        else:
            self._verdict.words = list(verdict_words(session.compiled.guide, session.shown_state[0], text))
