"""A picture with the tape's place in it, and the columns that a plot draws.

`Drawing` says what is current, walked and looked at; `columns_of` turns it into plain columns (coordinates, colours,
words) for each kind of mark. Colours come from the core's palette, so the plot, the SVG and the cards are one picture.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from maskscope.draw.curves import arrowhead, point_along
from maskscope.draw.graph import Place
from maskscope.draw.labels import cut_label
from maskscope.draw.layout import LABEL_HEIGHT, Line
from maskscope.draw.palette import DARK, LIGHT, Palette, distance_steps, shade_of
from maskscope_playground.present.machine import Machine
from maskscope_playground.present.pictures import Picture
from maskscope_playground.present.words import counted, quoted

Columns = dict[str, Any]

_BEAD = 7.0  # radius of the mark of a state inside an edge
_NEAR = 26.0  # layout units within which a click means a state


@dataclass(frozen=True, eq=False)
class Drawing:
    """One look at an automaton."""

    picture: Picture
    machine: Machine
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
    return {
        "lines": _lines(drawing),
        "walk": _walk(drawing),
        "heads": _heads(drawing, pen),
        "labels": _labels(drawing),
        "nodes": _nodes(drawing, pen),
        "rings": _rings(drawing, pen),
        "more": _more(drawing),
        "bead": _bead(drawing),
    }


_KEYS = {
    "lines": "xs ys",
    "walk": "xs ys",
    "heads": "xs ys colour",
    "labels": "x y w h text title words",
    "nodes": "x y r fill edge width ink name title words",
    "rings": "x y r edge",
    "more": "x y text",
    "bead": "x y r",
}


def _lines(drawing: Drawing) -> Columns:
    lines = drawing.picture.layout.lines
    return {"xs": [line.points[:-1, 0] for line in lines], "ys": [line.points[:-1, 1] for line in lines]}


def _walk(drawing: Drawing) -> Columns:
    """The lines walked, once more, to be drawn over the others."""
    lines = [drawing.picture.layout.lines[i] for i in sorted(drawing.walked)]
    return {"xs": [line.points[:-1, 0] for line in lines], "ys": [line.points[:-1, 1] for line in lines]}


def _heads(drawing: Drawing, pen: Pen) -> Columns:
    """Arrowheads, those of walked lines last, so that they lie on top."""
    walked = set(drawing.walked)
    lines = drawing.picture.layout.lines
    order = sorted(range(len(lines)), key=lambda i: i in walked)
    heads = [arrowhead(lines[i].points) for i in order]
    return {
        "xs": [head[:, 0] for head in heads],
        "ys": [head[:, 1] for head in heads],
        "colour": [pen.palette.walk if i in walked else pen.palette.line for i in order],
    }


def _labels(drawing: Drawing) -> Columns:
    pairs = zip(drawing.picture.graph.edges, drawing.picture.layout.lines)
    once = {(line.label_x, line.label_y): (edge, line) for edge, line in pairs}
    found = list(once.values())
    states = drawing.picture.graph.states
    return {
        "x": [line.label_x for _, line in found],
        "y": [line.label_y for _, line in found],
        "w": [line.label_width for _, line in found],
        "h": [LABEL_HEIGHT] * len(found),
        "text": [line.label for _, line in found],
        "title": [cut_label(edge.title, 160) for edge, _ in found],
        "words": [f"from state {states[edge.source]} to state {states[edge.target]}" for edge, _ in found],
    }


def _nodes(drawing: Drawing, pen: Pen) -> Columns:
    graph, layout = drawing.picture.graph, drawing.picture.layout
    steps = distance_steps(graph.distance)
    now = drawing.place.node if drawing.place else None
    looked = drawing.picture.place(drawing.looked_at) if drawing.looked_at is not None else None
    seen = looked.node if looked else None
    palette = pen.palette
    nodes = range(graph.n)
    return {
        "x": layout.x,
        "y": layout.y,
        "r": [layout.radius] * graph.n,
        "fill": [palette.now if i == now else palette.shades[shade_of(graph.distance[i], steps)] for i in nodes],
        "edge": [palette.now if i in (now, seen) else palette.ring for i in nodes],
        "width": [3.5 if i == seen else 2.5 if i == now else 1.4 for i in nodes],
        "ink": [palette.now_text if i == now else palette.text for i in nodes],
        "name": [_short(graph.states[i]) for i in nodes],
        "title": [_state_title(drawing, i) for i in nodes],
        "words": [_state_words(drawing, graph.states[i]) for i in nodes],
    }


def _short(state: int) -> str:
    return str(state) if state < 10_000 else f"{state // 1000}k"


def _state_title(drawing: Drawing, node: int) -> str:
    graph = drawing.picture.graph
    ends = ", a text may end here" if graph.accepting[node] else ""
    return f"State {graph.states[node]:,}{ends}"


def _state_words(drawing: Drawing, state: int) -> str:
    left = drawing.machine.distance(state)
    words = [f"{counted(left, 'byte')} from a complete text" if left else "the text is complete"]
    if state in drawing.n_allowed:
        words.append(f"{counted(drawing.n_allowed[state], 'token')} allowed")
    end = drawing.machine.shortest_end(state, 40)
    if end:
        words.append(f"shortest end: {quoted(end)}")
    return " · ".join(words)


def _rings(drawing: Drawing, pen: Pen) -> Columns:
    graph, layout = drawing.picture.graph, drawing.picture.layout
    ends = [i for i in range(graph.n) if graph.accepting[i]]
    now = drawing.place.node if drawing.place else None
    return {
        "x": [float(layout.x[i]) for i in ends],
        "y": [float(layout.y[i]) for i in ends],
        "r": [layout.radius - 3.6] * len(ends),
        "edge": [pen.palette.now_text if i == now else pen.palette.ring for i in ends],
    }


def _more(drawing: Drawing) -> Columns:
    graph, layout = drawing.picture.graph, drawing.picture.layout
    return {
        "x": [float(layout.x[i]) for i in graph.more],
        "y": [float(layout.y[i]) + layout.radius + 3 for i in graph.more],
        "text": [f"+{n} more" for n in graph.more.values()],
    }


def _bead(drawing: Drawing) -> Columns:
    place = drawing.place
    if place is None or place.edge is None:
        return {"x": [], "y": [], "r": []}
    x, y = drawing.point_of(drawing.state) or (0.0, 0.0)
    return {"x": [x], "y": [y], "r": [_BEAD]}
