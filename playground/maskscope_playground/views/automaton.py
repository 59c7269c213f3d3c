"""The automaton, drawn with Bokeh from our own layout.

One layout unit is one pixel at scale 1. The ranges follow the size of the frame, so circles stay round and text keeps
its size: a small automaton is shown whole, a wide one at a legible scale around the current state ("camera"). Stepping
only patches what changed: fills, widths of rings, and the bead; the walk is streamed.

The plot is put together from Bokeh's models: `bokeh.plotting.figure` would add axes, grids and two more glyphs a
renderer, all of them made, sent and rendered to be invisible.

Click a state to look at its tokens. Nothing here is markup: labels are canvas text, and hover fields are escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import panel as pn
from bokeh.core.properties import value
from bokeh.events import DoubleTap, Tap
from bokeh.models import (
    CDSView,
    Circle,
    ColumnDataSource,
    Glyph,
    GlyphRenderer,
    HoverTool,
    MultiLine,
    PanTool,
    Patches,
    Plot,
    Range1d,
    Rect,
    ResetTool,
    Text,
    WheelZoomTool,
)

from maskscope_playground.present.drawing import Drawing, Pen, columns_of, pen_of
from maskscope_playground.session import Session
from maskscope_playground.views.painting import Painter, push_to_notebook, show_columns

_LEAST_SCALE, _MOST_SCALE = 0.72, 1.15  # pixels a unit, between which the whole automaton is shown
_FOLLOW_SCALE = 1.0
_TIPS = """<div style="max-width:320px;font:12.5px/1.45 system-ui,sans-serif"><b>@title</b><br>@words</div>"""


class AutomatonView(pn.viewable.Viewer):
    """The figure; watches the session and patches itself."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._drawing: Drawing | None = None
        self._frame = (640.0, 420.0)  # pixels; Bokeh reports the real size once the page is there
        self._pen: Pen = pen_of(session.dark)
        self._shown = columns_of(None, self._pen)
        self._sources = {name: ColumnDataSource(dict(columns)) for name, columns in self._shown.items()}
        self._views = {name: CDSView() for name in self._sources}
        self._figure = self._blank_figure()
        self._add_glyphs()
        self._pane = pn.pane.Bokeh(
            self._figure, sizing_mode="stretch_both", min_height=240, css_classes=["ms-graph"], margin=0
        )
        session.param.watch(Painter(self._redraw), ["drawing"])
        session.param.watch(Painter(self._recolour), ["dark"])
        self._redraw()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._pane

    # -- the figure

    def _blank_figure(self) -> Plot:
        plot = Plot(
            x_range=Range1d(0, 800),
            y_range=Range1d(400, 0),
            title=None,
            toolbar_location=None,
            sizing_mode="stretch_both",
            min_border=0,
            outline_line_color=None,
            background_fill_alpha=0,
            border_fill_alpha=0,
            output_backend="canvas",
            lod_threshold=None,
        )
        plot.add_tools(PanTool(), WheelZoomTool(modifiers="ctrl"), ResetTool())
        plot.on_event(Tap, self._tapped)
        plot.on_event(DoubleTap, lambda event: self._camera())
        plot.on_change("inner_width", self._resized)
        plot.on_change("inner_height", self._resized)
        return plot

    def _add_glyphs(self) -> None:
        """Marks in the order they are painted: lines, heads, labels on their plates, states, the bead."""
        centred: dict[str, Any] = {"text_align": "center", "text_baseline": "middle"}
        self._lines = self._mark("lines", MultiLine(xs="xs", ys="ys", line_width=1.4))
        self._heads = self._mark("heads", Patches(xs="xs", ys="ys", line_color=None))
        self._walk = self._mark("walk", MultiLine(xs="xs", ys="ys", line_width=3.2, line_cap="round"))
        self._walk_heads = self._mark("walk", Patches(xs="head_xs", ys="head_ys", line_color=None))
        self._plates = self._mark("labels", Rect(x="x", y="y", width="w", height="h", line_color=None))
        self._labels = self._mark("labels", Text(x="x", y="y", text="text", **centred))
        self._circles = self._mark(
            "nodes", Circle(x="x", y="y", radius="r", fill_color="fill", line_color="edge", line_width="width")
        )
        self._mark("rings", Circle(x="x", y="y", radius="r", fill_color=None, line_color="edge"))
        self._names = self._mark("nodes", Text(x="x", y="y", text="name", text_color="ink", **centred))
        self._more = self._mark("more", Text(x="x", y="y", text="text", text_align="center", text_baseline="top"))
        self._bead = self._mark("bead", Circle(x="x", y="y", radius="r", line_width=2))
        self._texts = (self._labels, self._names, self._more)
        self._figure.add_tools(
            HoverTool(renderers=[self._circles, self._plates], tooltips=_TIPS, attachment="vertical")
        )
        self._dress()

    def _mark(self, name: str, glyph: Glyph) -> GlyphRenderer:
        return self._figure.add_glyph(self._sources[name], glyph, view=self._views[name])

    def _dress(self) -> None:
        """Colours that do not differ from item to item."""
        pen = self._pen
        self._lines.glyph.line_color = self._heads.glyph.fill_color = pen.palette.line
        self._walk.glyph.line_color = self._walk_heads.glyph.fill_color = pen.palette.walk
        self._plates.glyph.fill_color = pen.palette.paper
        self._labels.glyph.text_color = pen.palette.text
        self._more.glyph.text_color = pen.palette.soft
        self._bead.glyph.fill_color = pen.palette.now
        self._bead.glyph.line_color = pen.palette.paper
        for text in self._texts:
            text.glyph.text_font = value(pen.font)
        self._names.glyph.text_font_style = "bold"

    # -- what changes

    def _recolour(self) -> None:
        self._pen = pen_of(self._session.dark)
        with self._one_painting():
            self._dress()
            self._fill()

    def _redraw(self) -> None:
        before, self._drawing = self._drawing, self._session.drawing
        same = before is not None and self._drawing is not None and before.picture is self._drawing.picture
        with self._one_painting():
            self._fill()
            if same:
                self._follow()
            else:
                self._camera()
        push_to_notebook(self._pane)

    @contextmanager
    def _one_painting(self) -> Iterator[None]:
        """Sources, ranges and text sizes reach the browser one by one; it paints when the last is there."""
        self._figure.hold_render = True
        try:
            yield
        finally:
            self._figure.hold_render = False

    def _fill(self) -> None:
        before, self._shown = self._shown, columns_of(self._drawing, self._pen)
        for name, columns in self._shown.items():
            show_columns(self._sources[name], before[name], columns)

    # -- the camera

    def _resized(self, attr: str, old: Any, new: Any) -> None:
        width, height = self._frame
        self._frame = (float(new), height) if attr == "inner_width" else (width, float(new))
        self._camera()

    def _size(self) -> tuple[float, float]:
        return self._frame

    def _camera(self) -> None:
        """Everything, if that can be read; else a legible scale around the current state."""
        if self._drawing is None:
            return
        layout = self._drawing.picture.layout
        width, height = self._size()
        fit = min(width / layout.width, height / layout.height)
        if fit >= _LEAST_SCALE:
            scale = min(fit, _MOST_SCALE)
            self._look(layout.width / 2, layout.height / 2, scale)
        else:
            x, y = self._drawing.focus
            scale = max(_FOLLOW_SCALE if height / layout.height > _FOLLOW_SCALE else height / layout.height, 0.8)
            self._look(*self._inside(x, y, scale), scale)

    def _inside(self, x: float, y: float, scale: float) -> tuple[float, float]:
        """A centre such that no space is shown beyond the drawing, and the point is a third from the left."""
        layout = self._drawing.picture.layout
        width, height = self._size()
        half_w, half_h = width / scale / 2, height / scale / 2
        x += half_w / 3
        cx = layout.width / 2 if layout.width < 2 * half_w else min(max(x, half_w), layout.width - half_w)
        cy = layout.height / 2 if layout.height < 2 * half_h else min(max(y, half_h), layout.height - half_h)
        return cx, cy

    def _follow(self) -> None:
        """Move only when the current state is about to leave the frame."""
        x, y = self._drawing.focus
        plot = self._figure
        left, right = plot.x_range.start, plot.x_range.end
        low, high = plot.y_range.end, plot.y_range.start
        margin_x, margin_y = (right - left) * 0.12, (high - low) * 0.1
        if not (left + margin_x <= x <= right - margin_x and low + margin_y <= y <= high - margin_y):
            self._camera()

    def _look(self, x: float, y: float, scale: float) -> None:
        width, height = self._size()
        half_w, half_h = width / scale / 2, height / scale / 2
        self._figure.x_range.update(start=x - half_w, end=x + half_w, reset_start=x - half_w, reset_end=x + half_w)
        self._figure.y_range.update(start=y + half_h, end=y - half_h, reset_start=y + half_h, reset_end=y - half_h)
        self._scale_text(scale)

    def _scale_text(self, scale: float) -> None:
        sizes = {self._labels: 12.0, self._names: 11.5, self._more: 10.5}
        for text, size in sizes.items():
            text.glyph.text_font_size = f"{size * scale:.1f}px"

    def zoom(self, factor: float) -> None:
        """Nearer (above 1) or farther, round the middle of the frame."""
        plot = self._figure
        width, _ = self._size()
        scale = width / (plot.x_range.end - plot.x_range.start) * factor
        x, y = (plot.x_range.start + plot.x_range.end) / 2, (plot.y_range.start + plot.y_range.end) / 2
        self._look(x, y, float(np.clip(scale, 0.1, 4.0)))

    def fit(self) -> None:
        """Everything, however small."""
        if self._drawing:
            layout = self._drawing.picture.layout
            width, height = self._size()
            scale = min(width / layout.width, height / layout.height, _MOST_SCALE)
            self._look(layout.width / 2, layout.height / 2, scale)

    # -- clicks

    def _tapped(self, event: Tap) -> None:
        if self._drawing is not None and event.x is not None:
            self._session.look_at(self._drawing.state_near(event.x, event.y))
