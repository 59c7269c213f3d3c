"""Who stands above whom in a column, so that few lines cross.

Two classical moves alternate until nothing improves: every item goes to the mean position of its neighbours in the
column before (then after), and adjacent items change places when that alone removes crossings. The best order seen is
kept. After Gansner, Koutsofios, North and Vo, "A Technique for Drawing Directed Graphs" (1993).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

Columns = list[list[int]]
Neighbours = Sequence[Sequence[int]]  # item → items of the column before (or after)

_ROUNDS = 10
_SWAPS = 4


def crossings(columns: Columns, after: Neighbours) -> int:
    """How many pairs of lines cross between neighbouring columns.

    >>> crossings([[0, 1], [2, 3]], [[3], [2], [], []])
    1
    """
    position = _positions(columns, len(after))
    total = 0
    for column in columns[:-1]:
        ends = [sorted(position[t] for t in after[item]) for item in column]
        starts = np.repeat(np.arange(len(ends)), [len(e) for e in ends])
        flat = np.asarray([t for e in ends for t in e], np.int64)
        above = starts[:, None] < starts[None, :]
        total += int(np.count_nonzero(above & (flat[:, None] > flat[None, :])))
    return total


def fewest_crossings(columns: Columns, before: Neighbours, after: Neighbours) -> Columns:
    """The columns with their items in a better order; the given order breaks ties, so the answer is always the same."""
    best, fewest = [list(c) for c in columns], crossings(columns, after)
    current = [list(c) for c in columns]
    for turn in range(_ROUNDS):
        if not fewest:
            break
        _sweep(current, before if turn % 2 == 0 else after, forward=turn % 2 == 0)
        for _ in range(_SWAPS):
            if not _transpose(current, before, after):
                break
        now = crossings(current, after)
        if now < fewest:
            best, fewest = [list(c) for c in current], now
    return best


def _positions(columns: Columns, n: int) -> list[int]:
    position = [0] * n
    for column in columns:
        for i, item in enumerate(column):
            position[item] = i
    return position


def _sweep(columns: Columns, neighbours: Neighbours, forward: bool) -> None:
    """Each column sorted by the mean position of its items' neighbours in the column just sorted."""
    position = _positions(columns, len(neighbours))
    for column in columns if forward else reversed(columns):
        mean = {item: _mean(item, neighbours, position) for item in column}
        column.sort(key=lambda item: (mean[item], position[item]))
        for i, item in enumerate(column):
            position[item] = i


def _mean(item: int, neighbours: Neighbours, position: list[int]) -> float:
    """The mean position of an item's neighbours, its own when it has none."""
    others = neighbours[item]
    return sum(position[o] for o in others) / len(others) if others else position[item]


def _transpose(columns: Columns, before: Neighbours, after: Neighbours) -> bool:
    """Swap adjacent items wherever that removes crossings; whether anything was swapped."""
    position = _positions(columns, len(before))
    swapped = False
    for column in columns:
        for i in range(len(column) - 1):
            upper, lower = column[i], column[i + 1]
            gain = _pair(before, position, upper, lower) + _pair(after, position, upper, lower)
            if gain > 0:
                column[i], column[i + 1] = lower, upper
                position[upper], position[lower] = i + 1, i
                swapped = True
    return swapped


def _pair(neighbours: Neighbours, position: list[int], upper: int, lower: int) -> int:
    """Crossings between the lines of two adjacent items as they stand, minus those after swapping them."""
    gain = 0
    for a in neighbours[upper]:
        for b in neighbours[lower]:
            gain += (position[a] > position[b]) - (position[a] < position[b])
    return gain
