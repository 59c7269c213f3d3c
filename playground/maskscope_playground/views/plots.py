"""Three small plots over the steps: distance to a complete text, tokens allowed, share of the model's mass allowed.

A dashed line stands where the budget is spent and winding down begins; the last point is the present. Drawn as SVG by
a component of our own: three Bokeh figures were a third of all models of the page, and of the time it took to start.
"""

from __future__ import annotations

from typing import Any

import panel as pn
import param
from panel.custom import JSComponent

from maskscope_playground.present.series import plots_of
from maskscope_playground.session import Session
from maskscope_playground.views.parts import read_text


class StepPlots(JSComponent):
    """The plots; nothing while there are none."""

    plots = param.List(default=[], item_type=dict)

    _esm = read_text("plots.js")
    _stylesheets = [read_text("plots.css")]  # noqa: RUF012  Panel's own convention


class Plots(pn.viewable.Viewer):
    """The plots of the tape."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._view = StepPlots(css_classes=["ms-plots"], margin=0)
        session.param.watch(self._fill, ["moves", "compiled"])
        self._fill()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _fill(self, *_: Any) -> None:
        tape = self._session.tape
        self._view.plots = plots_of(tape, self._session.moves) if tape else []
