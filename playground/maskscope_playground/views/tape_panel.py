"""The bottom: how to go on, the tape, and where the run stands."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import panel as pn

from maskscope_playground.present.chips import chip_view
from maskscope_playground.present.words import quoted
from maskscope_playground.session import Session
from maskscope_playground.tape import Move
from maskscope_playground.theme import CARD, NO_BUTTON, ROW, WIDGET
from maskscope_playground.views.bound import bound
from maskscope_playground.views.icons import ICONS
from maskscope_playground.views.parts import TapeStrip, TextLine
from maskscope_playground.views.plots import Plots
from maskscope_playground.views.sampler_knobs import SamplerKnobs

_TRANSPORT = """
:host { width: auto !important; gap: 6px !important; flex: none !important; margin-right: 8px !important; }
"""
_STRIP = ":host { gap: 8px !important; min-width: 0; }" + NO_BUTTON
_BELOW = """
:host {
  align-items: flex-start !important; flex-wrap: nowrap !important; min-height: 126px; container-type: inline-size;
}
.ms-tape { flex: 1 1 0 !important; width: auto !important; }
.ms-plots { flex: none !important; width: auto !important; }
@container (max-width: 760px) { .ms-plots { display: none !important; } }
"""
_WHILE_RUNNING = 150  # chips that are shown of a running tape: a long one takes longer to draw than to make
_OVER = ("Finished", "Stalled", "Capped")


class TapePanel(pn.viewable.Viewer):
    """Transport buttons, plan, chips and the status line."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._chipped: tuple[Move, ...] = ()
        self._made: list[dict[str, Any]] = []
        self._status = TextLine(kind="ms-status", words=list(session.status), margin=0, sizing_mode="stretch_width")
        self._strip = TapeStrip(
            lambda message: session.back(int(message["back"])), margin=0, sizing_mode="stretch_width"
        )
        self._buttons = {name: self._button(name) for name in ("Reset", "Back", "Step", "Run", "Stop")}
        self._typed = TextLine(kind="ms-verdict ms-typed", margin=0, sizing_mode="stretch_width")
        transport = pn.Row(*self._buttons.values(), stylesheets=[ROW, _TRANSPORT], margin=0)
        tape = pn.Column(
            self._status, self._typed, self._strip, css_classes=["ms-tape"], stylesheets=[_STRIP], margin=0
        )
        self._view = pn.Column(
            pn.Row(transport, *self._plan(), self._type_box(), stylesheets=[ROW], margin=0),
            SamplerKnobs(session),
            pn.Row(tape, Plots(session), stylesheets=[ROW, _BELOW], margin=0),
            css_classes=["ms-bottom"], stylesheets=[CARD], sizing_mode="stretch_width",
        )  # fmt: skip
        session.param.watch(self._show, ["moves", "status", "running", "compiled"])
        self._show()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    # -- controls

    def _button(self, name: str) -> pn.widgets.Button:
        button = pn.widgets.Button(
            name=name,
            icon=ICONS[name],
            icon_size="15px",
            button_type="primary" if name == "Step" else "default",
            stylesheets=[WIDGET],
            margin=0,
        )
        action = {
            "Reset": self._session.reset,
            "Back": self._session.back,
            "Step": self._session.step,
            "Stop": self._session.stop,
        }
        button.on_click(self._run if name == "Run" else lambda _: action[name]())
        return button

    async def _run(self, _: Any) -> None:
        await self._session.run()

    def _plan(self) -> list[pn.viewable.Viewable]:
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": 0, "description": None}
        of = self._session.param
        return [
            bound(pn.widgets.Select, of["strategy"], label="Strategy", width=112, css_classes=["ms-select"], **look),
            bound(pn.widgets.IntInput, of["seed"], label="Seed", width=92, **look),
            bound(pn.widgets.IntInput, of["budget"], label="Budget", width=84, **look),
        ]

    def _type_box(self) -> pn.widgets.TextInput:
        box = pn.widgets.TextInput(
            name="Type", placeholder="text to tokenize and take, then Enter", stylesheets=[WIDGET], margin=0,
            sizing_mode="stretch_width", min_width=160, max_width=420,
        )  # fmt: skip

        def taken(_: Any) -> None:
            text = box.value_input
            if text:
                self._typed.words = list(self._session.type_text(text))
                box.param.update(value="", value_input="")

        box.param.watch(taken, "enter_pressed")
        return box

    # -- what is shown

    def _show(self, *_: Any) -> None:
        session = self._session
        self._typed.words = ["", ""]
        self._status.words = list(session.status)
        chips = self._chips(session.moves)
        first = max(0, len(chips) - _WHILE_RUNNING) if session.running else 0
        self._strip.param.update(first=first, tape=chips[first:])
        self._enable()

    def _enable(self) -> None:
        session = self._session
        ready, over = session.compiled is not None, session.status[0] in _OVER
        able = {
            "Reset": ready,
            "Back": bool(session.moves) and not session.running,
            "Step": ready and not over and not session.running,
            "Run": ready and not over and not session.running,
            "Stop": session.running,
        }
        for name, button in self._buttons.items():
            button.disabled = not able[name]

    def _chips(self, moves: tuple[Move, ...]) -> list[dict[str, Any]]:
        """The chips; those of moves that were there before are kept."""
        same = sum(1 for _ in takewhile(lambda pair: pair[0] is pair[1], zip(self._chipped, moves)))
        self._made = self._made[:same] + [self._chip(move) for move in moves[same:]]
        self._chipped = moves
        return self._made

    def _chip(self, move: Move) -> dict[str, Any]:
        wanted = ""
        if move.effect is not None and move.effect.wanted != move.step.token:
            wanted = quoted(self._session.compiled.guide.vocabulary.token(move.effect.wanted))
        return chip_view(move.step, move.by_hand, wanted)
