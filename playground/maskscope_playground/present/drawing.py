"""A picture with the tape's place in it, and the columns that a plot draws.

`Drawing` says what is current, walked and looked at; `columns_of` adds that to the shapes of the picture, as plain
columns (coordinates, colours, words) for each kind of mark. Colours come from the core's palette, so the plot, the SVG
and the cards are one picture.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from maskscope.draw.curves import point_along
from maskscope.draw.graph import Place
from maskscope.draw.layout import LABEL_HEIGHT, Line
from maskscope.draw.palette import DARK, LIGHT, Palette
from maskscope_playground.present.pictures import Picture
from maskscope_playground.present.shapes import Columns
from maskscope_playground.present.words import counted

_BEAD = 7.0  # radius of the mark of a state inside an edge
_NEAR = 26.0  # layout units within which a click means a state


@dataclass(frozen=True, eq=False)
class Drawing:
    """One look at an automaton."""

    picture: Picture
    state: int  # of the tape
    looked_at: int | None
    walked: tuple[int, ...]
    n_allowed: dict[int, int]  # machine state → tokens allowed there, where that is known already

    @property
    def place(self) -> Place | None:
        """Where the tape stands."""
        return self.picture.place(self.state)

    @property
    def focus(self) -> tuple[float, float]:
        """The point the camera keeps in view."""
        return self.point_of(self.state) or (0.0, self.picture.layout.height / 2)

    def point_of(self, state: int) -> tuple[float, float] | None:
        """Where a state is drawn."""
        place = self.picture.place(state)
        if place is None:
            return None
        if place.node is not None:
            return float(self.picture.layout.x[place.node]), float(self.picture.layout.y[place.node])
        assert place.edge is not None
        return _beside_label(self.picture.layout.lines[place.edge], place.along)

    def state_near(self, x: float, y: float) -> int | None:
        """The machine state whose circle is at a point, None when there is none."""
        layout = self.picture.layout
        gaps = np.hypot(layout.x - x, layout.y - y)
        nearest = int(np.argmin(gaps))
        return self.picture.graph.states[nearest] if gaps[nearest] <= _NEAR else None


def _beside_label(line: Line, along: float) -> tuple[float, float]:
    """A point on a line; over its label, at the same share of the way, where it would cover that."""
    x, y = point_along(line.points, along)
    if abs(x - line.label_x) > line.label_width / 2 + _BEAD or abs(y - line.label_y) > LABEL_HEIGHT / 2:
        return x, y
    return x, line.label_y - LABEL_HEIGHT / 2 - _BEAD + 1


@dataclass(frozen=True, slots=True)
class Pen:
    """Colours and font of a plot."""

    palette: Palette
    font: str = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace"


def pen_of(dark: bool) -> Pen:
    """The pen of a theme."""
    return Pen(DARK if dark else LIGHT)


def columns_of(drawing: Drawing | None, pen: Pen) -> dict[str, Columns]:
    """The columns of every kind of mark; empty ones while there is nothing to draw."""
    if drawing is None:
        return {name: {key: [] for key in keys.split()} for name, keys in _KEYS.items()}
    shapes = drawing.picture.shapes
    return {
        "lines": shapes.lines,
        "heads": shapes.heads,
        "walk": _walk(drawing),
        "labels": shapes.labels,
        "nodes": _nodes(drawing, pen),
        "rings": _rings(drawing, pen),
        "more": shapes.more,
        "bead": _bead(drawing),
    }


_KEYS = {
    "lines": "xs ys",
    "heads": "xs ys",
    "walk": "xs ys head_xs head_ys",
    "labels": "x y w h text title words",
    "nodes": "x y r fill edge width ink name title words",
    "rings": "x y r edge",
    "more": "x y text",
    "bead": "x y r",
}


def _walk(drawing: Drawing) -> Columns:
    """The edges walked, once more, to be drawn over the others; in the order of the walk, so that a step appends."""
    lines, heads = drawing.picture.shapes.lines, drawing.picture.shapes.heads
    return {
        "xs": [lines["xs"][i] for i in drawing.walked],
        "ys": [lines["ys"][i] for i in drawing.walked],
        "head_xs": [heads["xs"][i] for i in drawing.walked],
        "head_ys": [heads["ys"][i] for i in drawing.walked],
    }


def _nodes(drawing: Drawing, pen: Pen) -> Columns:
    graph, shapes, palette = drawing.picture.graph, drawing.picture.shapes, pen.palette
    now = drawing.place.node if drawing.place else None
    looked = drawing.picture.place(drawing.looked_at) if drawing.looked_at is not None else None
    seen = looked.node if looked else None
    nodes = range(graph.n)
    return {
        **shapes.nodes,
        "fill": [palette.now if i == now else palette.shades[shapes.shades[i]] for i in nodes],
        "edge": [palette.now if i in (now, seen) else palette.ring for i in nodes],
        "width": [3.5 if i == seen else 2.5 if i == now else 1.4 for i in nodes],
        "ink": [palette.now_text if i == now else palette.text for i in nodes],
        "words": [_words(drawing, i) for i in nodes],
    }


def _words(drawing: Drawing, node: int) -> str:
    shapes, state = drawing.picture.shapes, drawing.picture.graph.states[node]
    known = state in drawing.n_allowed
    allowed = f"{counted(drawing.n_allowed[state], 'token')} allowed" if known else ""
    return " · ".join(filter(None, (shapes.distance[node], allowed, shapes.ending[node])))


def _rings(drawing: Drawing, pen: Pen) -> Columns:
    shapes = drawing.picture.shapes
    now = drawing.place.node if drawing.place else None
    return {**shapes.rings, "edge": [pen.palette.now_text if i == now else pen.palette.ring for i in shapes.ringed]}


def _bead(drawing: Drawing) -> Columns:
    place = drawing.place
    if place is None or place.edge is None:
        return {"x": [], "y": [], "r": []}
    x, y = drawing.point_of(drawing.state) or (0.0, 0.0)
    return {"x": [x], "y": [y], "r": [_BEAD]}
