"""Sampling as tokens.md words it, one candidate at a time."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np


def kept_by_definition(
    logits: Sequence[float], temperature: float, top_k: int, top_p: float, min_p: float, allowed: Sequence[int] | None
) -> list[tuple[int, float]]:
    """The (id, weight) pairs that may be drawn, in walking order."""
    rows = [(i, float(np.float32(x))) for i, x in enumerate(logits) if x != -math.inf]
    if allowed is not None:
        rows = [(i, x) for i, x in rows if i in set(allowed)]
    top = max(x for _, x in rows)
    by_weight = sorted(rows, key=lambda row: (-row[1], row[0]))
    if top_k > 0:
        by_weight = by_weight[:top_k]
    weighted = [(i, math.exp((x - top) / temperature)) for i, x in by_weight]
    total = sum(w for _, w in weighted)
    kept: list[tuple[int, float]] = []
    mass = 0.0
    for i, w in weighted:
        if w == 0 or (kept and w < min_p):
            break
        kept.append((i, w))
        mass += w
        if top_p < 1 and mass >= top_p * total:
            break
    return kept if top_k > 0 or top_p < 1 else sorted(kept)


def drawn_by_definition(kept: list[tuple[int, float]], uniform: float) -> int:
    """The id that a uniform number picks."""
    left = uniform * sum(w for _, w in kept)
    for i, w in kept:
        left -= w
        if left <= 0:
            return i
    return kept[-1][0]
