"""A prompt, laid out as a model was trained to read it: its tokens, and where the grammar begins."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.present.prompts import (
    LAYOUTS,
    PLAIN,
    THINKING,
    Prompt,
    healing_words,
    prompt_chips,
    prompt_tokens,
    prompt_words,
)
from maskscope_playground.session import Session
from maskscope_playground.theme import CARD, HEADING, NARROW_ROW, WIDGET
from maskscope_playground.views.parts import TapeStrip, TextLine

_FIRST = Prompt(user="Describe Ada Lovelace as JSON: ")  # its last token, a blank, is one that healing takes back
_WHAT = (
    "A prompt as a model reads it, and where the grammar begins. What is typed stays text, also where it spells a "
    "control token. Load a model's own file to lay the prompt out by its template."
)


class PromptCard(pn.viewable.Viewer):
    """System, question and the answer's beginning; the prompt's tokens; what token healing does to the last."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        select: dict[str, Any] = {"stylesheets": [WIDGET], "css_classes": ["ms-select"], "margin": 0}
        self._layout = pn.widgets.Select(name="Layout", options=LAYOUTS, value=PLAIN, width=190, **select)
        self._think = pn.widgets.Select(name="Thinking", options=THINKING, value="none", width=150, **select)
        self._system = self._area("System", "")
        self._user = self._area("Prompt", _FIRST.user)
        self._begun = self._area("The answer begins with", _FIRST.begun)
        self._line = TextLine(kind="ms-plain", margin=0)
        self._strip = TapeStrip(lambda _: None, empty="No prompt, no tokens.", margin=0, sizing_mode="stretch_width")
        self._healing = TextLine(kind="ms-plain ms-healing", margin=0)
        self._view = pn.Column(
            pn.pane.HTML(f"<h2>Prompt</h2><p>{_WHAT}</p>", stylesheets=[HEADING], margin=(0, 0, 8, 0)),
            pn.Row(self._layout, self._think, stylesheets=[NARROW_ROW], margin=0),
            self._system, self._user, self._begun, self._line, self._strip, self._healing,
            stylesheets=[CARD], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip
        for box in (self._system, self._user, self._begun):
            box.param.watch(self._show, "value_input")
        for choice in (self._layout, self._think):
            choice.param.watch(self._show, "value")
        session.param.watch(self._show, ["compiled"])
        self._show()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _area(self, name: str, text: str) -> pn.widgets.TextAreaInput:
        return pn.widgets.TextAreaInput(
            name=name, value=text, value_input=text, auto_grow=True, rows=1, min_height=38, max_length=20_000,
            stylesheets=[WIDGET], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip

    def _prompt(self) -> Prompt:
        texts = (box.value_input or "" for box in (self._system, self._user, self._begun))
        system, user, begun = texts
        return Prompt(self._layout.value, system, user, self._think.value, begun)

    def _show(self, *_: Any) -> None:
        tokenizer, prompt = self._session.tokenizer, self._prompt()
        self._system.visible = self._think.visible = prompt.layout != PLAIN
        ids, problem = prompt_tokens(tokenizer, prompt)
        self._line.words = ["", problem or prompt_words(tokenizer, ids)]
        self._strip.tape = prompt_chips(tokenizer, ids)
        fresh = self._session.compiled
        self._healing.words = ["", healing_words(fresh.guide, ids) if fresh and not problem else ""]
