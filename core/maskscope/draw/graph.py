"""The graph a picture is made of: nodes, edges with labels, and where every original state went.

Several states of the automaton may stand inside one edge (the middle of a keyword, of a character, of an escape), so
`Graph.place_of` answers "where is state 17?" with a node, or with an edge and how far along it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from maskscope.draw.labels import Symbols, cut_label, path_label

Moves = Mapping[int, Mapping[int, int]]  # state → target → 256-bit set of the bytes that lead there


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow from node to node that consumes `parts` one after the other, passing the hidden states `via`."""

    source: int
    target: int
    parts: tuple[Symbols, ...]
    via: tuple[int, ...] = ()
    inside: tuple[int, ...] = ()  # further states met in the middle of a character of this edge

    @property
    def title(self) -> str:
        """The whole label."""
        return path_label(self.parts)

    @property
    def label(self) -> str:
        """The label as drawn, cut when it is long."""
        return cut_label(self.title)


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Nodes 0..n-1 with the automaton's states they stand for; node `start` is where reading begins."""

    states: tuple[int, ...]
    edges: tuple[Edge, ...]
    accepting: tuple[bool, ...]
    distance: tuple[int, ...]  # bytes to the nearest accepting state
    start: int = 0
    more: Mapping[int, int] = field(default_factory=dict)  # node → edges that leave the picture
    _places: dict[int, Place] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        for node, state in enumerate(self.states):
            self._places[state] = Place(node, None, 0.0)
        for i, edge in enumerate(self.edges):
            for k, state in enumerate(edge.via):
                self._places.setdefault(state, Place(None, i, (k + 1) / len(edge.parts)))
            for state in edge.inside:
                self._places.setdefault(state, Place(None, i, 0.5))

    @property
    def n(self) -> int:
        """How many nodes there are."""
        return len(self.states)

    def place_of(self, state: int) -> Place | None:
        """Where an original state stands, None when it is not in this picture."""
        return self._places.get(state)


@dataclass(frozen=True, slots=True)
class Place:
    """A node, or a point on an edge: `along` is 0 at its source and 1 at its target."""

    node: int | None
    edge: int | None
    along: float
