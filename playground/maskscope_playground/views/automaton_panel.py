"""The middle: the automaton, its legend, what is folded, zoom and export."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope.draw.dot import dot_of
from maskscope.draw.palette import distance_steps
from maskscope.draw.svg import svg_of
from maskscope_playground.present.drawing import pen_of
from maskscope_playground.present.words import counted
from maskscope_playground.session import Session
from maskscope_playground.theme import BARE_ROW, CARD, HEADING, WIDGET
from maskscope_playground.views.automaton import AutomatonView
from maskscope_playground.views.bound import bound
from maskscope_playground.views.icons import ICONS
from maskscope_playground.views.page import Page
from maskscope_playground.views.parts import StackView

_LEGEND = """
.legend { display: inline-flex; align-items: center; gap: 0; margin: 0; white-space: nowrap; }
.legend i { margin: 0 -1px 0 0; display: inline-block; width: 14px; height: 10px; border: 1px solid var(--ms-edge); }
.legend i:first-of-type { margin-left: 7px; border-radius: 4px 0 0 4px; }
.legend i:last-of-type { margin-right: 7px; border-radius: 0 4px 4px 0; }
"""
# Gone while it is disabled. Hidden by a class or by Bokeh, it would have the whole page laid out anew, 50 ms.
_LAPSING = """
:host { width: auto !important; flex: none !important; margin-left: -10px !important; }
.bk-input-group { width: 104px; margin-left: 10px; }
.bk-input-group:has(input:disabled) { display: none; }
"""


class AutomatonPanel(pn.viewable.Viewer):
    """The figure with what belongs to it."""

    def __init__(self, session: Session, page: Page, **params: Any) -> None:
        super().__init__(**params)
        self._session, self._page = session, page
        self._graph = AutomatonView(session)
        self._heading = pn.pane.HTML("", stylesheets=[HEADING], margin=0, sizing_mode="stretch_width", min_width=140)
        self._legend = pn.pane.HTML("", stylesheets=[HEADING, _LEGEND], margin=0)
        self._stack = StackView(margin=0)
        self._view = pn.Column(
            pn.Row(self._heading, *self._controls(), stylesheets=[BARE_ROW], margin=0),
            self._stack, self._graph, self._legend,
            css_classes=["ms-middle"], stylesheets=[CARD], sizing_mode="stretch_both",
        )  # fmt: skip
        session.param.watch(self._describe, ["drawing", "dark"])
        self._describe()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    # -- controls

    def _controls(self) -> list[pn.viewable.Viewable]:
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": 0}
        select = {"css_classes": ["ms-select", "ms-beside"], "description": None, **look}
        of = self._session.param
        self._radius = bound(
            pn.widgets.IntInput,
            of["radius"],
            label="Radius",
            width=104,
            css_classes=["ms-beside"],
            description=None,
            margin=0,
            stylesheets=[WIDGET, _LAPSING],
        )
        return [
            bound(pn.widgets.Select, of["fold"], label="Fold", width=104, **select),
            self._radius,
            self._button("Zoom out", "Far", lambda: self._graph.zoom(0.8)),
            self._button("Zoom in", "Near", lambda: self._graph.zoom(1.25)),
            self._button("Fit", "Fit", self._graph.fit),
            self._export(),
        ]

    def _button(self, name: str, icon: str, action: Any) -> pn.widgets.Button:
        button = pn.widgets.Button(
            name=name, icon=ICONS[icon], stylesheets=[WIDGET], margin=0, css_classes=["ms-quiet", "ms-mark"]
        )
        button.on_click(lambda _: action())
        return button

    def _export(self) -> pn.widgets.MenuButton:
        menu = pn.widgets.MenuButton(
            name="Export",
            items=["SVG", "PNG", "DOT"],
            stylesheets=[WIDGET],
            margin=0,
            css_classes=["ms-quiet"],
            width=92,
        )
        menu.on_click(lambda event: self._save(event.new))
        return menu

    def _save(self, kind: str) -> None:
        drawing = self._session.drawing
        if drawing is None or kind not in ("SVG", "PNG", "DOT"):
            return
        graph, theme = drawing.picture.graph, "dark" if self._session.dark else "light"
        if kind == "DOT":
            self._page.save("automaton.dot", "text/vnd.graphviz", dot_of(graph))
            return
        svg = svg_of(graph, drawing.picture.layout, theme, drawing.place, drawing.walked, fluid=False)
        self._page.save(f"automaton.{kind.lower()}", "png" if kind == "PNG" else "image/svg+xml", svg)

    # -- what is shown

    def _describe(self, *_: Any) -> None:
        drawing = self._session.drawing
        if drawing is None:
            return
        graph, whole = drawing.picture.graph, drawing.picture.whole
        size = drawing.picture.machine.size
        of = f" of {size:,}" if size is not None and size > graph.n else ""
        where = "drawn" if whole else "around the tape's place"
        self._radius.disabled = whole
        self._heading.object = f"<h2>Automaton</h2><p>{graph.n:,}{of} states {where}</p>"
        self._legend.object = self._shades(graph.distance)
        self._stack.frames = self._session.stack

    def _shades(self, distances: tuple[int, ...]) -> str:
        """Shades from a complete text to the farthest state drawn."""
        shades = pen_of(self._session.dark).palette.shades
        swatches = "".join(f'<i style="background:{shade}"></i>' for shade in shades)
        farthest = max(distances, default=0)
        if len(set(distance_steps(distances))) < 2 or not farthest:
            return ""
        return f'<p class="legend">0 {swatches} {counted(farthest, "byte")} from a complete text</p>'
