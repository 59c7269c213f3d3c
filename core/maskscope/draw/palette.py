"""The colours of pictures, light and dark, and how a distance becomes a shade.

Shade 0 is a complete text, the last shade the farthest from one. Text on any shade and every line on paper keep a
contrast of at least 4.5:1 and 3:1 (tests/draw/test_palette.py). The playground uses the same two palettes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """One theme: `shades` run from a complete text to the farthest state."""

    paper: str
    text: str
    soft: str  # secondary text
    line: str
    ring: str  # outlines of states
    walk: str  # the path walked so far
    now: str  # the current state
    now_text: str
    shades: tuple[str, ...]


LIGHT = Palette(
    paper="#ffffff",
    text="#1c2433",
    soft="#566074",
    line="#7a8599",
    ring="#4a556b",
    walk="#b4530a",
    now="#b4530a",
    now_text="#ffffff",
    shades=("#bfe8dc", "#cfe9ea", "#d9e6f4", "#e1e3f6", "#e8e2f3", "#efe4ef"),
)
DARK = Palette(
    paper="#151a23",
    text="#e6eaf2",
    soft="#a0aabd",
    line="#78849b",
    ring="#9aa6bc",
    walk="#f5a04c",
    now="#f5a04c",
    now_text="#1b1205",
    shades=("#175446", "#1c4a55", "#24425f", "#2f3b63", "#3a355c", "#43314f"),
)


def distance_steps(distances: Sequence[int]) -> tuple[int, ...]:
    """The largest distance of each shade but the last: 0 alone, then fifths of the largest one."""
    farthest = max(distances, default=0)
    inner = len(LIGHT.shades) - 1
    return (0, *(max(1, round(farthest * k / inner)) for k in range(1, inner)))


def shade_of(distance: int, steps: Sequence[int]) -> int:
    """The shade's number.

    >>> [shade_of(d, distance_steps([0, 10])) for d in (0, 1, 5, 10)]
    [0, 1, 3, 5]
    """
    return next((i for i, most in enumerate(steps) if distance <= most), len(steps))
