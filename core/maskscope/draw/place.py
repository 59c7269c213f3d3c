"""How high every item stands: near its neighbours, never nearer to another than the room both need.

Each column is solved exactly: given where its items would like to be, the nearest heights that keep order and
distances are an isotonic regression, which pooling of adjacent violators finds in linear time (Ayer et al. 1955).
Sweeping right and left lets the columns settle; parts of a long line pull harder than states do, so lines run straight.
"""

from __future__ import annotations

from collections.abc import Sequence

from maskscope.draw.order import Columns

_SWEEPS = 24

Pulls = Sequence[Sequence[tuple[int, float]]]  # item → (neighbour, weight)


def heights(columns: Columns, above: Sequence[float], below: Sequence[float], left: Pulls, right: Pulls) -> list[float]:
    """The y of every item (downwards); `above[i]` and `below[i]` are the room item i needs on either side of its y."""
    y = [0.0] * len(above)
    for column in columns:
        _stack(column, above, below, y)
    for turn in range(_SWEEPS):
        pulls = _both(left, right) if turn >= _SWEEPS - 4 else (left, right)[turn % 2]
        for column in columns if turn % 2 == 0 else reversed(columns):
            _settle(column, [_wanted(item, y, pulls[item]) for item in column], above, below, y)
    top = min((y[i] - above[i] for i in range(len(y))), default=0.0)
    return [value - top for value in y]


def _both(left: Pulls, right: Pulls) -> Pulls:
    """The neighbours on either side: the last sweeps balance an item between them."""
    return [(*before, *after) for before, after in zip(left, right)]


def _stack(column: list[int], above: Sequence[float], below: Sequence[float], y: list[float]) -> None:
    """A first guess: one under the other, centred on zero."""
    total = sum(above[i] + below[i] for i in column)
    at = -total / 2
    for item in column:
        y[item] = at + above[item]
        at += above[item] + below[item]


def _wanted(item: int, y: list[float], pulls: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """Where an item would like to be, and how strongly."""
    weight = sum(w for _, w in pulls)
    if not weight:
        return y[item], 0.05
    return sum(y[other] * w for other, w in pulls) / weight, weight


def _settle(
    column: list[int],
    wanted: list[tuple[float, float]],
    above: Sequence[float],
    below: Sequence[float],
    y: list[float],
) -> None:
    """Set the heights of one column: least squares under order and distance."""
    offsets, at = [], 0.0
    for i, item in enumerate(column):
        at += (below[column[i - 1]] + above[item]) if i else 0.0
        offsets.append(at)
    pools: list[list[float]] = []  # mean, weight, count
    for (target, weight), offset in zip(wanted, offsets):
        pools.append([target - offset, weight, 1])
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            mean, w, count = pools.pop()
            last = pools[-1]
            last[0] = (last[0] * last[1] + mean * w) / (last[1] + w)
            last[1] += w
            last[2] += count
    i = 0
    for mean, _, count in pools:
        for _ in range(int(count)):
            y[column[i]] = mean + offsets[i]
            i += 1
