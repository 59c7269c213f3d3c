"""Tokenizer: a text, its tokens as chips with their ids, the merges of the piece that is clicked; a prompt's tokens."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.present.pieces import merge_steps, piece_of, token_chips, traces_of
from maskscope_playground.present.words import counted, quoted
from maskscope_playground.session import Session
from maskscope_playground.theme import CARD, HEADING, LEAF, WIDGET
from maskscope_playground.views.parts import MergeList, TapeStrip, TextLine
from maskscope_playground.views.prompt_card import PromptCard

_SAMPLE = 'Constrained decoding: {"name": "Ada", "age": 36} — naïve, 東京, 🙂'


class TokenizerPage(pn.viewable.Viewer):
    """Text in, tokens out, and how the tokenizer came to them."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._traces: list[Any] = []
        self._text = pn.widgets.TextAreaInput(
            name="Text", value=_SAMPLE, value_input=_SAMPLE, auto_grow=True, min_height=80, max_length=20_000,
            stylesheets=[WIDGET, _AREA], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip
        self._line = TextLine(kind="ms-plain", margin=0)
        self._strip = TapeStrip(self._clicked, empty="No text, no tokens.", margin=0, sizing_mode="stretch_width")
        self._piece = TextLine(kind="ms-plain", margin=0)
        self._merges = MergeList(margin=0, sizing_mode="stretch_width")
        card: dict[str, Any] = {"stylesheets": [CARD], "sizing_mode": "stretch_width"}
        self._view = pn.Column(
            pn.pane.HTML(f"<h2>Tokenizer</h2><p>{_WHAT}</p>", stylesheets=[HEADING], margin=(0, 0, 14, 0)),
            pn.Column(self._text, self._line, self._strip, margin=(0, 0, 12, 0), **card),
            pn.Column(self._piece, self._merges, margin=(0, 0, 12, 0), **card),
            PromptCard(session),
            stylesheets=[LEAF], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip
        self._text.param.watch(self._tokenize, "value_input")
        session.param.watch(self._tokenize, ["compiled"])
        self._tokenize()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _tokenize(self, *_: Any) -> None:
        text = self._text.value_input
        tokenizer = self._session.tokenizer
        self._traces, problem = traces_of(tokenizer, text or "")
        chips = token_chips(tokenizer, self._traces)
        size = len((text or "").encode("utf-8", "replace"))
        self._line.words = ["", problem or f"{counted(len(chips), 'token')} for {counted(size, 'byte')}"]
        self._strip.tape = chips
        longest = max(range(len(chips)), key=lambda i: self._merges_at(i), default=0)
        self._clicked({"back": longest})

    def _merges_at(self, at: int) -> int:
        trace = piece_of(self._traces, at)
        return len(trace.merges) if trace else 0

    def _clicked(self, message: dict[str, Any]) -> None:
        trace = piece_of(self._traces, int(message["back"]))
        if trace is None:
            self._piece.words, self._merges.steps = ["", "Click a token to see how its piece was merged."], []
            return
        data = trace.piece.encode("utf-8", "replace")
        self._piece.words = ["", f"piece {quoted(data)}: {counted(len(trace.merges), 'merge')}"]
        self._merges.steps = merge_steps(trace)


_WHAT = (
    "How a text becomes tokens of the vocabulary that is chosen above. Click a token to see the merges of its piece."
)
_AREA = """
textarea.bk-input {
  height: auto !important; min-height: 80px !important; padding: 8px 10px !important; line-height: 1.5 !important;
}
"""
