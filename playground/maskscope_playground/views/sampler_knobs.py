"""Which model is asked, and the sampler's sliders; made when a strategy first asks a model, hidden while none does."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.session import Session
from maskscope_playground.theme import HIDDEN, ROW, WIDGET, hide
from maskscope_playground.views.bound import bound
from maskscope_playground.views.parts import TextLine


class SamplerKnobs(pn.viewable.Viewer):
    """A row under the plan."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._sliders: list[pn.widgets.Widget] = []
        self._note = TextLine(kind="ms-plain", margin=0)
        self._view = pn.Row(stylesheets=[ROW, HIDDEN], margin=0)
        session.param.watch(self._show, ["strategy", "model", "compiled"])
        self._show()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _show(self, *_: Any) -> None:
        asks = self._session.strategy != "monkey"
        if asks and not self._sliders:
            self._make()
        hide(self._view, not asks)
        for slider in self._sliders:
            slider.visible = self._session.strategy == "sampler"
        self._note.words = ["", self._session.model_note if asks else ""]

    def _make(self) -> None:
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": (0, 8), "width": 130}
        of = self._session.param
        self._sliders = [
            bound(pn.widgets.FloatSlider, of["temperature"], label="Temperature", step=0.05, **look),
            bound(pn.widgets.IntSlider, of["top_k"], label="Top-k (0 is off)", **look),
            bound(pn.widgets.FloatSlider, of["top_p"], label="Top-p", step=0.01, **look),
            bound(pn.widgets.FloatSlider, of["min_p"], label="Min-p", step=0.01, **look),
        ]
        model = bound(
            pn.widgets.Select, of["model"], label="Model", width=150, css_classes=["ms-select"], description=None,
            stylesheets=[WIDGET], margin=0,
        )  # fmt: skip
        self._view.objects = [model, *self._sliders, self._note]
