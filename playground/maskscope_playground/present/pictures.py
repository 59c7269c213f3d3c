"""Which part of an automaton is drawn, and where the tape stands in it.

Up to `WHOLE` nodes (after folding) all of them, laid out once. Above, a window: the way that led here, and what lies
ahead of the current state within `radius` choices; where the drawing stops, a node says how many edges go on.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from maskscope.draw.fold import Fold, fold_graph
from maskscope.draw.graph import Graph, Place
from maskscope.draw.layout import Layout, lay_out
from maskscope_playground.present.machine import Machine
from maskscope_playground.present.shapes import Shapes, shapes_of

WHOLE = 80
_MOST_NODES = 200  # of a window: more can be neither read nor drawn between two frames
_LOOKED_BACK = 400  # bytes of the text that a window marks as walked
_MOST_MOVES = 600  # states explored for a window
_BEHIND = 14  # bytes of the way that led here
_U = 1 << 0x75
_OPENERS = (  # first bytes of what has more bytes, and how many
    (1 << 0x5C, 1),
    ((1 << 0xE0) - (1 << 0xC2), 1),
    ((1 << 0xF0) - (1 << 0xE0), 2),
    ((1 << 0xF5) - (1 << 0xF0), 3),
)


@dataclass(frozen=True, eq=False)
class Picture:
    """A laid-out graph of a machine's states; `whole` says that nothing of the automaton is missing."""

    graph: Graph
    layout: Layout
    machine: Machine
    whole: bool

    @cached_property
    def shapes(self) -> Shapes:
        """What stays the same however the tape moves."""
        return shapes_of(self.graph, self.layout, self.machine)

    @cached_property
    def _between(self) -> dict[tuple[int, int], list[int]]:
        """Source and target node → the edges from one to the other."""
        found: dict[tuple[int, int], list[int]] = {}
        for i, edge in enumerate(self.graph.edges):
            found.setdefault((edge.source, edge.target), []).append(i)
        return found

    def place(self, state: int) -> Place | None:
        """Where a state stands."""
        return self.graph.place_of(state)

    def edge_between(self, before: int, after: int, byte: int) -> int | None:
        """The edge that reading `byte` from one state to the next moves along; None when it is not drawn."""
        a, b = self.place(before), self.place(after)
        if a is None or b is None:
            return None
        if a.edge is not None or b.edge is not None:
            return a.edge if a.edge is not None else b.edge
        assert a.node is not None
        assert b.node is not None
        between = self._between.get((a.node, b.node), [])
        reading = (i for i in between if self.graph.edges[i].parts[0].bits >> byte & 1)
        return next(reading, between[0] if between else None)

    def walked(self, data: bytes) -> tuple[int, ...]:
        """The edges that the text so far ran along, each once, in the order they were first taken.

        A window, which is made anew at each step, looks only some way back.
        """
        before, edges = self._trail
        if not before or not data.startswith(before):
            before, edges = (b"" if self.whole else data[:-_LOOKED_BACK]), {}
        state = self.machine.after(before)
        for b in data[len(before) :]:
            after = self.machine.step(state, b)
            edge = self.edge_between(state, after, b)
            if edge is not None:
                edges[edge] = None
            state = after
        self._trail[:] = data, edges
        return tuple(edges)

    @cached_property
    def _trail(self) -> list[Any]:
        """The text that was walked last, and its edges: the next one mostly begins with it."""
        return [b"", {}]


def whole_picture(machine: Machine, fold: Fold) -> Picture | None:
    """The whole automaton, None when it is too large to be read or not known."""
    if machine.table is None:
        return None
    order = _breadth_first(machine)
    graph = fold_graph(
        {s: machine.moves(s) for s in order}, machine.is_accepting, machine.distance, machine.start, fold
    )
    return Picture(graph, lay_out(graph), machine, True) if graph.n <= WHOLE else None


def _breadth_first(machine: Machine) -> list[int]:
    seen = {machine.start: None}
    queue = deque(seen)
    while queue:
        for target in machine.moves(queue.popleft()):
            if target not in seen:
                seen[target] = None
                queue.append(target)
    return list(seen)


def window(machine: Machine, data: bytes, radius: int, fold: Fold) -> Picture:
    """The surroundings of the state after `data`: the last bytes of the way there, and `radius` choices ahead.

    Where so many choices would make a thicket (an enum of a thousand values) it is fewer.
    """
    graph = _surroundings(machine, data, radius, fold)
    while graph.n > _MOST_NODES and radius > 1:
        radius -= 1
        graph = _surroundings(machine, data, radius, fold)
    return Picture(graph, lay_out(graph), machine, False)


def _surroundings(machine: Machine, data: bytes, radius: int, fold: Fold) -> Graph:
    path = _path(machine, data)
    here = path[-1]
    moves, frontier = _ahead(machine, here, radius)
    known = {*moves, *frontier, *path}
    for state in path[:-1]:
        if state not in moves:
            moves[state] = {t: bits for t, bits in machine.moves(state).items() if t in known}
    more = {s: len(machine.moves(s)) for s in frontier if machine.moves(s)}
    for state in frontier:
        moves.setdefault(state, {})
    for state in path[:-1]:
        left_out = len(machine.moves(state)) - len(moves[state])
        if left_out > 0:
            more[state] = left_out
    return fold_graph(moves, machine.is_accepting, machine.distance, path[0], fold, frozenset({here}), more)


def _path(machine: Machine, data: bytes) -> list[int]:
    """The states of the last bytes, oldest first, each once, the present one last."""
    state = machine.after(data[:-_BEHIND])
    path = [state]
    for b in data[-_BEHIND:]:
        state = machine.run(state, bytes([b]))
        path.append(state)
    return list(dict.fromkeys(reversed(path)))[::-1]


def _ahead(machine: Machine, here: int, radius: int) -> tuple[dict[int, dict[int, int]], list[int]]:
    """What lies ahead: the moves of every state within `radius` choices, and the states just beyond them.

    A step costs one where there is a choice. A character or an escape costs what one step does, however many bytes it
    has, and is never left half drawn.
    """
    cost, unread, moves = {here: 0}, {here: 0}, {}
    queue = deque([here])
    frontier: dict[int, None] = {}
    while queue:
        state = queue.popleft()
        if state in moves or state in frontier:
            continue
        if cost[state] > radius or len(moves) >= _MOST_MOVES:
            frontier[state] = None
            continue
        moves[state] = machine.moves(state)
        for target, bits in moves[state].items():
            left = _unread(unread[state], bits)
            price = 0 if left or (len(moves[state]) == 1 and not unread[state]) else 1
            if target not in cost or cost[state] + price < cost[target]:
                cost[target], unread[target] = cost[state] + price, left
                (queue.append if price else queue.appendleft)(target)
    return moves, list(frontier)


def _unread(before: int, bits: int) -> int:
    """Bytes of a character or an escape that are still to come after reading one of `bits`; 0 between characters.

    `before` is that number before them. After a backslash one byte is to come, or four more when it is `u`.
    """
    if before:
        return 4 if before == 1 and bits == _U else before - 1
    for openers, left in _OPENERS:
        if bits and not bits & ~openers:
            return left
    return 0
