"""Three small plots over the steps: distance to a complete text, tokens allowed, share of the model's mass allowed.

A dashed line stands where the budget is spent and winding down begins; the last point is the present.
"""

from __future__ import annotations

from typing import Any

import panel as pn
from bokeh.models import ColumnDataSource, HoverTool, Range1d, Span
from bokeh.plotting import figure

from maskscope_playground.present.series import SERIES, Series, series_of
from maskscope_playground.session import Session
from maskscope_playground.theme import ROW, colour
from maskscope_playground.views.painting import Painter, push_to_notebook

_SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"


class Plots(pn.viewable.Viewer):
    """The plots; hidden until there is a step."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._plots = {name: _Plot(name) for name in SERIES}
        self._panes = {
            name: pn.pane.Bokeh(plot.figure, width=190, height=118, margin=0, sizing_mode="fixed")
            for name, plot in self._plots.items()
        }
        self._view = pn.Row(*self._panes.values(), stylesheets=[ROW], css_classes=["ms-plots"], margin=0)
        session.param.watch(Painter(self._fill), ["moves", "compiled"])
        session.param.watch(Painter(self._dress), ["dark"])
        self._dress()
        self._fill()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _fill(self) -> None:
        tape = self._session.tape
        series = series_of(tape, self._session.moves) if tape else {}
        for name, plot in self._plots.items():
            plot.fill(series.get(name), tape.budget if tape else 0)
            self._panes[name].visible = name in series
            push_to_notebook(self._panes[name])

    def _dress(self) -> None:
        for plot in self._plots.values():
            plot.dress(self._session.dark)


class _Plot:
    """One small plot."""

    def __init__(self, name: str) -> None:
        spec = SERIES[name]
        self._logarithmic = spec.logarithmic
        self._source = ColumnDataSource({"x": [], "y": [], "said": []})
        self.figure = figure(
            width=190, height=118, tools="", toolbar_location=None, title=spec.title, min_border=2,
            x_range=Range1d(0, 10), y_range=Range1d(0.8 if spec.logarithmic else 0, 10),
            outline_line_color=None, background_fill_alpha=0, border_fill_alpha=0,
            y_axis_type="log" if spec.logarithmic else "linear",
        )  # fmt: skip
        self._line = self.figure.line("x", "y", source=self._source, line_width=1.8, line_join="round")
        self._dots = self.figure.scatter("x", "y", source=self._source, size=4, line_color=None)
        self._budget = Span(location=0, dimension="height", line_dash="dashed", line_width=1.2, visible=False)
        self.figure.add_layout(self._budget)
        self.figure.add_tools(HoverTool(renderers=[self._dots], tooltips="step @x: @said", attachment="above"))
        self._still()

    def _still(self) -> None:
        """What no theme changes."""
        plot = self.figure
        plot.title.text_font_size = "11.5px"
        plot.title.text_font_style = "normal"
        plot.title.text_font = _SANS
        plot.grid.grid_line_color = None
        for axis in plot.axis:
            axis.axis_label = None
            axis.major_label_text_font_size = "10px"
            axis.major_label_text_font = _SANS
            axis.minor_tick_line_color = None
            axis.major_tick_in = 0
            axis.major_tick_out = 3
        plot.xaxis.ticker.desired_num_ticks = 4
        plot.yaxis.ticker.desired_num_ticks = 3

    def dress(self, dark: bool) -> None:
        """The colours of a theme."""
        plot, ink = self.figure, colour("soft", dark)
        plot.title.text_color = ink
        for axis in plot.axis:
            axis.major_label_text_color = ink
            axis.axis_line_color = axis.major_tick_line_color = colour("edge", dark)
        self._line.glyph.line_color = self._dots.glyph.fill_color = colour("accent", dark)
        self._budget.line_color = colour("now", dark)

    def fill(self, series: Series | None, budget: int) -> None:
        """Show these points, and where the budget is spent if that is in view."""
        if series is None:
            return
        self._source.data = {"x": list(series.steps), "y": list(series.values), "said": list(series.said)}
        last = max(10, len(series.steps))
        self.figure.x_range.end = last * 1.03
        top = max(series.values, default=1.0)
        self.figure.y_range.end = top * (3 if self._logarithmic else 1.12) or 1.0
        self._budget.location, self._budget.visible = budget, budget <= last
