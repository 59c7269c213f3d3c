"""What of a picture stays the same however the tape moves: coordinates, labels, names, words.

Made once a picture. A step then looks up what it shows, and only what is about the tape's place is made anew; columns
that are the same objects as before need not be compared, nor sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maskscope.draw.curves import arrowhead
from maskscope.draw.graph import Graph
from maskscope.draw.labels import cut_label
from maskscope.draw.layout import LABEL_HEIGHT, Layout
from maskscope.draw.palette import distance_steps, shade_of
from maskscope_playground.present.machine import Machine
from maskscope_playground.present.words import counted, quoted

Columns = dict[str, Any]
Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Shapes:
    """Columns of marks, and what is needed to make the rest: one entry an edge, or one a node."""

    lines: Columns  # xs, ys: one curve an edge
    heads: Columns  # xs, ys: its arrowhead
    labels: Columns
    nodes: Columns  # all but colours, widths and words
    rings: Columns  # all but colours
    more: Columns
    ringed: tuple[int, ...]  # the nodes that have a ring
    shades: tuple[int, ...]  # of each node, an index into the palette's
    distance: tuple[str, ...]  # of each node, in words
    ending: tuple[str, ...]  # a shortest end from it, in words; empty when it is too long


def shapes_of(graph: Graph, layout: Layout, machine: Machine) -> Shapes:
    """The shapes of a laid-out graph."""
    ringed = tuple(i for i in range(graph.n) if graph.accepting[i])
    steps = distance_steps(graph.distance)
    return Shapes(
        lines=_columns([line.points[:-1] for line in layout.lines]),
        heads=_columns([arrowhead(line.points) for line in layout.lines]),
        labels=_labels(graph, layout),
        nodes=_nodes(graph, layout),
        rings=_rings(layout, ringed),
        more=_more(graph, layout),
        ringed=ringed,
        shades=tuple(shade_of(d, steps) for d in graph.distance),
        distance=tuple(_distance(machine.distance(state)) for state in graph.states),
        ending=tuple(_ending(machine.shortest_end(state, 40)) for state in graph.states),
    )


def _columns(curves: list[Points]) -> Columns:
    return {"xs": [curve[:, 0] for curve in curves], "ys": [curve[:, 1] for curve in curves]}


def _labels(graph: Graph, layout: Layout) -> Columns:
    """One plate for all edges that share a label's place."""
    found = list({(line.label_x, line.label_y): (edge, line) for edge, line in zip(graph.edges, layout.lines)}.values())
    return {
        "x": [line.label_x for _, line in found],
        "y": [line.label_y for _, line in found],
        "w": [line.label_width for _, line in found],
        "h": [LABEL_HEIGHT] * len(found),
        "text": [line.label for _, line in found],
        "title": [cut_label(edge.title, 160) for edge, _ in found],
        "words": [f"from state {graph.states[edge.source]} to state {graph.states[edge.target]}" for edge, _ in found],
    }


def _nodes(graph: Graph, layout: Layout) -> Columns:
    return {
        "x": layout.x,
        "y": layout.y,
        "r": [layout.radius] * graph.n,
        "name": [_short(state) for state in graph.states],
        "title": [_title(state, ends) for state, ends in zip(graph.states, graph.accepting)],
    }


def _rings(layout: Layout, ringed: tuple[int, ...]) -> Columns:
    return {
        "x": [float(layout.x[i]) for i in ringed],
        "y": [float(layout.y[i]) for i in ringed],
        "r": [layout.radius - 3.6] * len(ringed),
    }


def _more(graph: Graph, layout: Layout) -> Columns:
    return {
        "x": [float(layout.x[i]) for i in graph.more],
        "y": [float(layout.y[i]) + layout.radius + 3 for i in graph.more],
        "text": [f"+{n} more" for n in graph.more.values()],
    }


def _short(state: int) -> str:
    return str(state) if state < 10_000 else f"{state // 1000}k"


def _title(state: int, ends: bool) -> str:
    return f"State {state:,}{', a text may end here' if ends else ''}"


def _distance(left: int) -> str:
    return f"{counted(left, 'byte')} from a complete text" if left else "the text is complete"


def _ending(end: bytes | None) -> str:
    return f"shortest end: {quoted(end)}" if end else ""
