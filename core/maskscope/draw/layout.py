"""Where everything of a picture stands: circles in columns, labels on lines, lines that meet no other circle.

Method: every second column is kept for labels, so a label is an item with room of its own like a state (as dot does).
An edge from column c to column d > c passes one item a column: first its label, then way points, which edges to the
same target share, so that twelve ways to one closing quote become one line. Edges that close a loop run backwards
through the same machinery. Self-loops sit on top of their circle.

Units are pixels at scale 1, y downwards. Cost: 50 states in about 0.1 s.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from maskscope.draw.curves import LOOP_HEIGHT, Points, Way, loop, swing
from maskscope.draw.graph import Graph
from maskscope.draw.labels import cut_label
from maskscope.draw.layers import back_edges, columns, spine
from maskscope.draw.order import fewest_crossings
from maskscope.draw.place import heights

RADIUS = 17.0
CHARACTER = 7.3  # width of a label's character, 12 px monospace
LABEL_HEIGHT = 18.0
_MARGIN = 14.0
_GAP = 5.0  # free space above and below every item
_SPINE = 12.0  # how much more than others the edges of the longest way on want to be straight
_MORE = 15.0  # room for "+3 more" under a circle
_LEVEL = RADIUS + 2.0  # how far to either side of a column a line runs level


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """One drawn edge: its points, its label and where that stands (the centre)."""

    points: Points
    label: str
    label_x: float
    label_y: float

    @property
    def label_width(self) -> float:
        """Pixels that the label takes at scale 1."""
        return label_width(self.label)


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """`x`, `y` float64 (n,): the circles' centres; `lines` stand in the order of the graph's edges."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    lines: tuple[Line, ...]
    width: float
    height: float
    radius: float = RADIUS


@dataclass(slots=True)
class _Items:
    """The items of all columns, growing while edges are routed."""

    column: list[int] = field(default_factory=list)
    above: list[float] = field(default_factory=list)
    below: list[float] = field(default_factory=list)
    width: list[float] = field(default_factory=list)
    joints: dict[tuple[int, int, bool], int] = field(default_factory=dict)  # (target, column, backwards) → item
    joint_items: dict[int, int] = field(default_factory=dict)  # item → lines through it

    def add(self, column: int, above: float, below: float, width: float) -> int:
        """A new item; its number."""
        self.column.append(column)
        self.above.append(above + _GAP)
        self.below.append(below + _GAP)
        self.width.append(width)
        return len(self.column) - 1

    def joint(self, target: int, column: int, backwards: bool) -> int:
        """The way point that all lines to `target` share in a column."""
        key = (target, column, backwards)
        if key not in self.joints:
            self.joints[key] = self.add(column, 3.0, 3.0, 8.0)
            self.joint_items[self.joints[key]] = 0
        self.joint_items[self.joints[key]] += 1
        return self.joints[key]


def label_width(label: str) -> float:
    """Pixels that a label takes at scale 1."""
    return len(label) * CHARACTER + 8.0


def lay_out(graph: Graph) -> Layout:
    """Places for all nodes, edges and labels of a graph."""
    pairs = [(e.source, e.target) for e in graph.edges]
    backwards = back_edges(graph.n, pairs, graph.start)
    loops = _loop_labels(graph)
    items = _nodes(graph, pairs, backwards, loops)
    routes = [_route(items, i, graph, backwards[i]) for i in range(len(pairs))]
    y, x = _coordinates(items, routes, graph.n, spine(graph.n, pairs, backwards))
    lines = tuple(_line(i, graph, routes[i], x, y, items, loops) for i in range(len(pairs)))
    nodes = slice(0, graph.n)
    return Layout(
        np.asarray(x[nodes], np.float64),
        np.asarray(y[nodes], np.float64),
        lines,
        max((x[i] + items.width[i] / 2 for i in range(len(x))), default=0.0) + _MARGIN,
        max((y[i] + items.below[i] for i in range(len(y))), default=0.0) + _MARGIN,
    )


def _loop_labels(graph: Graph) -> dict[int, str]:
    """Node → the label over its self-loops; several loops share one."""
    labels: dict[int, list[str]] = {}
    for edge in graph.edges:
        if edge.source == edge.target:
            labels.setdefault(edge.source, []).append(edge.label)
    return {node: cut_label(" ".join(texts), 24) for node, texts in labels.items()}


def _nodes(graph: Graph, pairs: list[tuple[int, int]], backwards: list[bool], loops: dict[int, str]) -> _Items:
    """The items that are circles: item i is node i."""
    forward = [(t, s) if back else (s, t) for (s, t), back in zip(pairs, backwards) if s != t]
    items = _Items()
    for node, column in enumerate(columns(graph.n, forward, graph.start)):
        above = RADIUS * LOOP_HEIGHT + LABEL_HEIGHT if node in loops else RADIUS
        width = max(2 * RADIUS, label_width(loops[node]) if node in loops else 0.0)
        items.add(2 * column, above, RADIUS + (_MORE if node in graph.more else 0.0), width)
    return items


def _route(items: _Items, i: int, graph: Graph, backwards: bool) -> list[int]:
    """The items an edge passes, from its source to its target; a self-loop passes none."""
    edge = graph.edges[i]
    if edge.source == edge.target:
        return []
    step = -1 if backwards else 1
    first, last = items.column[edge.source] + step, items.column[edge.target]
    label = items.add(first, LABEL_HEIGHT / 2, LABEL_HEIGHT / 2, label_width(edge.label))
    joints = [items.joint(edge.target, c, backwards) for c in range(first + step, last, step)]
    return [edge.source, label, *joints, edge.target]


def _coordinates(
    items: _Items, routes: list[list[int]], n: int, straight: frozenset[int]
) -> tuple[list[float], list[float]]:
    before: list[dict[int, float]] = [{} for _ in items.column]
    after: list[dict[int, float]] = [{} for _ in items.column]
    for i, route in enumerate(routes):
        for a, b in itertools.pairwise(route):
            left, right = (a, b) if items.column[a] < items.column[b] else (b, a)
            pull = _SPINE if i in straight else _pull(left, right, n, items)
            after[left][right] = before[right][left] = max(pull, after[left].get(right, 0.0))
    order = _ordered(items, before, after)
    y = heights(order, items.above, items.below, [tuple(b.items()) for b in before], [tuple(a.items()) for a in after])
    for column in order:
        _widen_joints(column, items, n)
    return y, _across(items, order, after, y)


def _pull(left: int, right: int, n: int, items: _Items) -> float:
    """How much two neighbours want the same height: parts of a long line much, a line that joins it hardly at all."""
    if left < n or right < n:
        return 1.0
    shared = items.joint_items.get(left, 1) > 1 or items.joint_items.get(right, 1) > 1
    return 10.0 if not shared or (left in items.joint_items and right in items.joint_items) else 0.2


def _widen_joints(column: list[int], items: _Items, n: int) -> None:
    """Way points stay level over their whole column, so that they run beside labels, never through them."""
    widest = max(items.width[i] for i in column)
    for item in column:
        if item >= n and item in items.joint_items:
            items.width[item] = widest


def _ordered(items: _Items, before: list[dict[int, float]], after: list[dict[int, float]]) -> list[list[int]]:
    order: list[list[int]] = [[] for _ in range(max(items.column, default=0) + 1)]
    for item in _as_met(items, before, after):
        order[items.column[item]].append(item)
    return fewest_crossings(order, [tuple(b) for b in before], [tuple(a) for a in after])


def _as_met(items: _Items, before: list[dict[int, float]], after: list[dict[int, float]]) -> list[int]:
    """Items as a walk from item 0 meets them: a first order with few crossings already."""
    met: dict[int, None] = {}
    for root in range(len(items.column)):
        stack = [root]
        while stack:
            item = stack.pop()
            if item not in met:
                met[item] = None
                stack += reversed([*after[item], *before[item]])
    return list(met)


def _across(items: _Items, order: list[list[int]], after: list[dict[int, float]], y: list[float]) -> list[float]:
    """The x of every item: a column is as wide as its widest item, and wider where lines climb steeply."""
    x = [0.0] * len(y)
    at = _MARGIN
    for number, column in enumerate(order):
        width = max((items.width[i] for i in column), default=0.0)
        climb = max((abs(y[i] - y[j]) for i in column for j in after[i]), default=0.0)
        for item in column:
            x[item] = at + width / 2
        at += width + (18.0 if number % 2 == 0 else 20.0) + min(70.0, climb * 0.16)
    return x


def _line(
    i: int, graph: Graph, route: list[int], x: list[float], y: list[float], items: _Items, loops: dict[int, str]
) -> Line:
    edge = graph.edges[i]
    if not route:
        node = edge.source
        points = loop(x[node], y[node], RADIUS)
        return Line(points, loops[node], x[node], y[node] - RADIUS * LOOP_HEIGHT - LABEL_HEIGHT / 2)
    ways = [Way(x[item], y[item], max(_LEVEL, items.width[item] / 2)) for item in route]
    return Line(swing(ways, RADIUS), edge.label, x[route[1]], y[route[1]])
