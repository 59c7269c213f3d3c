"""The middle: the automaton, its legend, zoom and export."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.session import Session
from maskscope_playground.theme import BARE_ROW, CARD, HEADING, WIDGET
from maskscope_playground.views.automaton import AutomatonView
from maskscope_playground.views.icons import ICONS


class AutomatonPanel(pn.viewable.Viewer):
    """The figure with what belongs to it."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._graph = AutomatonView(session)
        self._heading = pn.pane.HTML("", stylesheets=[HEADING], margin=0, sizing_mode="stretch_width")
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": 0, "css_classes": ["ms-quiet", "ms-mark"]}
        zoom = [
            self._button("Zoom out", "Far", lambda: self._graph.zoom(0.8), look),
            self._button("Zoom in", "Near", lambda: self._graph.zoom(1.25), look),
            self._button("Fit", "Fit", self._graph.fit, look),
        ]
        self._view = pn.Column(
            pn.Row(self._heading, *zoom, stylesheets=[BARE_ROW.replace("row wrap", "row nowrap")], margin=0),
            self._graph,
            css_classes=["ms-middle"], stylesheets=[CARD], sizing_mode="stretch_both",
        )  # fmt: skip
        session.param.watch(self._describe, ["drawing"])
        self._describe()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _button(self, name: str, icon: str, action: Any, look: dict[str, Any]) -> pn.widgets.Button:
        button = pn.widgets.Button(name=name, icon=ICONS[icon], **look)
        button.on_click(lambda _: action())
        return button

    def _describe(self, *_: Any) -> None:
        drawing = self._session.drawing
        if drawing is None:
            return
        graph = drawing.picture.graph
        what = f"{graph.n} states drawn" if drawing.picture.whole else f"the {graph.n} states around the tape's place"
        self._heading.object = f"<h2>Automaton</h2><p>{what}</p>"
