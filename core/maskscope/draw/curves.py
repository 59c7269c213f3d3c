"""Smooth lines from circle to circle, and their arrowheads.

A line runs through way points, one a column, and is level where it passes a column (half a circle to either side);
between columns it swings from height to height. Since states stand in columns only, and each way point has room of
its own there, no line can touch a state it does not belong to.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]  # (k, 2): x, y in pixels at scale 1, y downwards

_SAMPLES = 10
ARROW_LENGTH, ARROW_WIDTH = 8.0, 7.0


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A point a line goes through, level over `flat` to either side; ends of a line are centres of circles."""

    x: float
    y: float
    flat: float


def swing(ways: list[Way], radius: float) -> Points:
    """The line through the ways (at least two), cut where it leaves its first circle and enters its last."""
    rightwards = 1.0 if ways[-1].x >= ways[0].x else -1.0
    pieces = [np.asarray([[ways[0].x, ways[0].y]])]
    for i, (a, b) in enumerate(itertools.pairwise(ways)):
        first, last = i == 0, i == len(ways) - 2
        level = _steepness(a, b)
        x0 = a.x + rightwards * a.flat * (level if first else 1.0)
        x1 = b.x - rightwards * b.flat * (level if last else 1.0)
        pieces.append(_bezier((x0, a.y), (x1, b.y), _lean(first), _lean(last)))
    return _between_circles(np.concatenate(pieces), radius)


def _steepness(a: Way, b: Way) -> float:
    """0 for a gentle climb, 1 for a steep one: how far a line must stay level before it may leave its circle."""
    return min(1.0, max(0.0, abs(b.y - a.y) / max(1.0, abs(b.x - a.x)) - 1.0))


def _lean(at_circle: bool) -> float:
    """How much of the slope a line already has at its end: some at a circle, so that lines fan out; none elsewhere."""
    return 0.4 if at_circle else 0.0


def _bezier(a: tuple[float, float], b: tuple[float, float], lean_a: float, lean_b: float) -> Points:
    dx, dy = b[0] - a[0], b[1] - a[1]
    reach = dx * 0.45
    steepest = abs(reach) * 0.6  # subtle: steeper, and a line would meet the state above its own before it is outside
    rise_a, rise_b = (min(max(dy * 0.45 * lean, -steepest), steepest) for lean in (lean_a, lean_b))
    control = np.asarray([a, (a[0] + reach, a[1] + rise_a), (b[0] - reach, b[1] - rise_b), b])
    return _sampled(control, _SAMPLES)


def _between_circles(points: Points, radius: float) -> Points:
    """The part of a line outside the circles round its two ends, resampled so that the cut is exact."""
    fine = _fine(points)
    outside_first = np.hypot(*(fine - fine[0]).T) >= radius
    outside_last = np.hypot(*(fine - fine[-1]).T) >= radius + 1.0
    begin = int(np.argmax(outside_first))
    end = len(fine) - int(np.argmax(outside_last[::-1]))
    return fine[begin:end] if end - begin >= 2 else fine


def _fine(points: Points, step: float = 3.0) -> Points:
    """The same line with a point about every `step` pixels."""
    lengths = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    marks = np.linspace(0.0, along[-1], max(2, int(along[-1] / step)))
    return np.stack([np.interp(marks, along, points[:, 0]), np.interp(marks, along, points[:, 1])], axis=1)


def loop(x: float, y: float, radius: float) -> Points:
    """A line from a circle back to itself, over its top."""
    side, high, out, up = radius * 0.55, radius * 0.84, radius * 1.25, radius * 2.45
    control = np.asarray([(x - side, y - high), (x - out, y - up), (x + out, y - up), (x + side, y - high - 1)])
    return _sampled(control, 24)


def _sampled(control: Points, samples: int) -> Points:
    """Points of the cubic Bézier curve with four control points."""
    return np.asarray(_weights(samples) @ control, np.float64)


@cache
def _weights(samples: int) -> NDArray[np.float64]:
    """(samples, 4): how much of each control point is in each point."""
    t = np.linspace(0.0, 1.0, samples)[:, None]
    return np.concatenate([(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3], axis=1)


LOOP_HEIGHT = 2.05  # radii from the centre of a circle to the top of its loop


def arrowhead(points: Points) -> Points:
    """The triangle (3, 2) at the end of a line."""
    tip = points[-1]
    back = np.hypot(*(points - tip).T) >= ARROW_LENGTH
    base = points[int(np.flatnonzero(back)[-1])] if back.any() else points[0]
    direction = (tip - base) / max(1e-9, float(np.hypot(*(tip - base))))
    across = np.asarray([-direction[1], direction[0]])
    foot = tip - direction * ARROW_LENGTH
    return np.stack([tip, foot + across * ARROW_WIDTH / 2, foot - across * ARROW_WIDTH / 2])


def point_along(points: Points, along: float) -> tuple[float, float]:
    """The point at the share `along` (0..1) of a line's length."""
    lengths = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))])
    mark = float(np.clip(along, 0.0, 1.0)) * lengths[-1]
    return float(np.interp(mark, lengths, points[:, 0])), float(np.interp(mark, lengths, points[:, 1]))
