"""From plain transition arrays to a picture in one call: what `Language._repr_html_` and the command line use."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskscope.draw.fold import Fold, fold_graph
from maskscope.draw.graph import Graph
from maskscope.draw.layout import lay_out
from maskscope.draw.svg import Theme, svg_of


def moves_of(transitions: NDArray[np.int32]) -> dict[int, dict[int, int]]:
    """State → target → byte set, from a table int32 (n, 256) where negative is no transition."""
    moves: dict[int, dict[int, int]] = {}
    for state, row in enumerate(transitions.tolist()):
        targets: dict[int, int] = {}
        for b, target in enumerate(row):
            if target >= 0:
                targets[target] = targets.get(target, 0) | 1 << b
        moves[state] = targets
    return moves


def graph_of_dfa(
    transitions: NDArray[np.int32],
    accepting: NDArray[np.bool_],
    distance: NDArray[np.int32],
    start: int = 0,
    fold: Fold = "auto",
) -> Graph:
    """The readable graph of an explicit automaton: `transitions` (n, 256), `accepting` (n,), `distance` bytes (n,)."""
    ends, bytes_left = accepting.tolist(), distance.tolist()
    return fold_graph(moves_of(transitions), ends.__getitem__, bytes_left.__getitem__, start, fold)


def picture_of_dfa(
    transitions: NDArray[np.int32],
    accepting: NDArray[np.bool_],
    distance: NDArray[np.int32],
    start: int = 0,
    theme: Theme = "auto",
    fold: Fold = "auto",
    title: str = "automaton",
) -> str:
    """SVG of an explicit automaton."""
    graph = graph_of_dfa(transitions, accepting, distance, start, fold)
    return svg_of(graph, lay_out(graph), theme, title=title)
