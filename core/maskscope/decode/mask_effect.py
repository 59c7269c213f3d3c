"""What a mask does to a model's opinion, in four numbers and a token.

    the model, unconstrained         the mask leaves          so
    ▇ "Sure"  0.60                   ✗                        feasible mass 0.30
    ▅ "{"     0.30                   ✓                        the model wanted "Sure", it may have "{"

A small feasible mass says that the prompt and the grammar pull apart: the text will be valid and yet not what the
model would have written. The entropies say how much choice there was, and how much is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from maskscope.decode.samplers import checked_logits


@dataclass(frozen=True, slots=True)
class MaskEffect:
    """Entropies in bits, of the softmax of the logits at temperature 1."""

    feasible_mass: float  # share of the unconstrained probability that the mask leaves, 0..1
    entropy_before: float
    entropy_after: float  # of what the mask leaves, made a distribution again
    wanted: int  # the best token without the mask, lowest id on ties
    best_allowed: int | None  # the best with it; None if nothing is left


def mask_effect(logits: ArrayLike, allowed: ArrayLike) -> MaskEffect:
    """How a mask (ids, or one bool a token) changes the choice that the logits offer.

    >>> effect = mask_effect([1.0, 1.0, 1.0, 1.0], [0, 1])
    >>> effect.feasible_mass, effect.entropy_before, effect.entropy_after, effect.wanted
    (0.5, 2.0, 1.0, 0)
    """
    scores = checked_logits(logits).astype(np.float64)
    given = np.asarray(allowed)
    ids = np.flatnonzero(given) if given.dtype == np.bool_ else np.unique(given.astype(np.intp))
    wanted = int(np.argmax(scores))
    if scores[wanted] == -np.inf:
        raise ValueError("every logit is -inf: the model offers nothing")
    weights = np.exp(scores - scores[wanted])
    left = weights[ids]
    mass = float(left.sum())
    best = int(ids[int(np.argmax(scores[ids]))]) if mass > 0 else None
    return MaskEffect(mass / float(weights.sum()), entropy(weights), entropy(left), wanted, best)


def entropy(weights: NDArray[np.float64]) -> float:
    """The entropy, in bits, of weights made a distribution; 0 if there is no weight at all."""
    some = weights[weights > 0]
    if not len(some):
        return 0.0
    total = float(some.sum())
    return float(np.log2(total) - (some * np.log2(some)).sum() / total) + 0.0
