"""Drawing a token from logits, step by step as real runtimes do it, and in one stated order.

    logits ── restrict to `allowed` ── weights exp((logit − max) / T) ── top_k ── min_p and top_p in one pass ── draw

Nothing is renormalised in between: the draw is one uniform number times what mass is left. The rules are those of ds4,
a C runtime for DeepSeek V4, stated in full at `candidates`; the defaults too (temperature 1, min_p 0.05, the rest off).

A subtlety that is kept on purpose: with top_p and top_k both off nothing has to be sorted, and tokens are walked by
ascending id instead of by descending weight. The same random number may then pick another token than it would in
sorted order. Both are right; each is the same every time.

Limits: `exp` differs between platforms in the last bit, so a draw that falls within rounding of a boundary may too.
Sums of the mass that is cut off run in numpy's order; those that decide the draw run in the stated order.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from maskscope.decode.rng import Rng

Floats = NDArray[np.float64]
Ids = NDArray[np.int64]
_HEAD = 256  # tokens that are sorted at first when top_p asks for order


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """What may be drawn: ids in walking order, their weights, and the mass of the weights."""

    ids: Ids  # (n,)
    weights: Floats  # (n,), none zero; the highest of all is 1
    mass: float  # the weights' sum, added in order

    def draw(self, uniform: float) -> int:
        """The id at `uniform` (in [0, 1)) of the mass: subtract in order; the first to reach 0 wins, else the last."""
        left = np.subtract.accumulate(np.concatenate([[uniform * self.mass], self.weights]))[1:]
        winner = int(np.argmax(left <= 0)) if left[-1] <= 0 else len(left) - 1
        return int(self.ids[winner])


def sample(
    logits: ArrayLike,
    rng: Rng,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    min_p: float = 0.05,
    allowed: ArrayLike | None = None,
) -> int:
    """One token id drawn from the logits; `candidates` states the rules.

    `temperature` ≤ 0 is the highest logit, lowest id on ties, and draws no random number; else exactly one is drawn.

    >>> sample([0.0, 5.0, -float("inf")], Rng(1))
    1
    """
    scores = checked_logits(logits)
    ids = _allowed_ids(scores, allowed)
    if temperature <= 0:
        return int(ids[int(np.argmax(scores[ids]))])
    return _kept(scores, ids, temperature, top_k, top_p, min_p).draw(rng.uniform())


def candidates(
    logits: ArrayLike,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
    min_p: float = 0.05,
    allowed: ArrayLike | None = None,
) -> Candidates:
    """The tokens that `sample` may draw, in walking order, with their weights.

    1. −inf disables a token; NaN and +inf are errors. `allowed` (ids, or one bool a token) restricts first.
    2. A weight is exp((logit − max) / temperature), so the best token has weight 1.
    3. `top_k` keeps so many of the highest logits, lower ids on ties; 0 is off.
    4. One pass by (logit descending, id ascending), zero weights left out: stop *before* a token, never the first,
       whose weight is below `min_p`; stop *after* the token at which the kept mass reaches `top_p` of the mass that
       step 3 left.
    5. With `top_p` ≥ 1 and `top_k` off the same tokens are kept, but in ascending order of id.
    """
    if temperature <= 0:
        raise ValueError("a temperature of zero has no weights: the highest logit is taken")
    scores = checked_logits(logits)
    return _kept(scores, _allowed_ids(scores, allowed), temperature, top_k, top_p, min_p)


def checked_logits(logits: ArrayLike) -> NDArray[np.float32]:
    """The logits as float32 (n,); ValueError names the first that is NaN or +inf."""
    scores = np.asarray(logits, np.float32)
    if scores.ndim != 1 or not len(scores):
        raise ValueError(f"logits must be one row of numbers, not of shape {scores.shape}")
    if not (scores < np.inf).all():
        wrong = int(np.argmin(scores < np.inf))
        raise ValueError(f"logit {wrong} is {scores[wrong]}; only finite numbers and -inf are scores")
    return scores


def _allowed_ids(scores: NDArray[np.float32], allowed: ArrayLike | None) -> Ids:
    """The ids that may be drawn at all, ascending."""
    if allowed is None:
        ids = np.flatnonzero(scores > -np.inf)
    else:
        given = np.asarray(allowed)
        if given.dtype == np.bool_ and given.shape != scores.shape:
            raise ValueError(f"allowed has shape {given.shape}, but there are {len(scores)} logits")
        ids = np.flatnonzero(given) if given.dtype == np.bool_ else np.unique(given.astype(np.int64))
        if len(ids) and not (ids[0] >= 0 and ids[-1] < len(scores)):
            raise ValueError(f"allowed ids must lie in 0..{len(scores) - 1}")
        ids = ids[scores[ids] > -np.inf]
    if not len(ids):
        raise ValueError("no token is left to draw: none is allowed, or all that are have a logit of -inf")
    return ids.astype(np.int64)


def _kept(
    scores: NDArray[np.float32], ids: Ids, temperature: float, top_k: int, top_p: float, min_p: float
) -> Candidates:
    logits = scores[ids].astype(np.float64)
    best = int(np.argmax(logits))
    if top_k <= 0 and top_p >= 1:
        near = _near(logits, logits[best], temperature, min_p)
        weights = np.exp((logits[near] - logits[best]) / temperature)
        kept = ((weights >= min_p) & (weights > 0)) | (near == best)
        return _candidates(ids[near[kept]], weights[kept])
    if 0 < top_k < len(ids):
        chosen = _highest(logits, top_k)
        ids, logits = ids[chosen], logits[chosen]
    weights = np.exp((logits - logits.max()) / temperature)
    return _sorted_pass(ids, logits, weights, top_p, min_p)


def _near(logits: Floats, best: float, temperature: float, min_p: float) -> Ids:
    """The indices of all logits that can pass `min_p`, and perhaps some more: saves most of the exponentials."""
    if min_p <= 0:
        return np.arange(len(logits), dtype=np.int64)
    least = best + temperature * min(np.log(min_p), 0.0)
    return np.flatnonzero(logits >= least - 1e-6 * max(abs(least), 1.0)).astype(np.int64)


def _highest(logits: Floats, n: int) -> Ids:
    """The indices of the n highest logits, the lower index on ties, ascending."""
    least = np.partition(logits, len(logits) - n)[len(logits) - n]
    above = np.flatnonzero(logits > least)
    ties = np.flatnonzero(logits == least)[: n - len(above)]
    return np.sort(np.concatenate([above, ties])).astype(np.int64)


def _sorted_pass(ids: Ids, logits: Floats, weights: Floats, top_p: float, min_p: float) -> Candidates:
    """Step 4, over as many of the highest as it takes."""
    wanted = top_p * float(weights.sum())
    n = min(_HEAD, len(ids))
    while True:
        head = _highest(logits, n) if n < len(ids) else np.arange(len(ids), dtype=np.int64)
        head = head[np.argsort(-logits[head], kind="stable")]  # stable: ids ascend among equals
        falling = weights[head]
        sums = np.cumsum(falling)
        stops = (falling < min_p) | (falling == 0)
        stops[0] = False
        before = int(np.argmax(stops)) if stops.any() else n
        reached = sums >= wanted
        after = int(np.argmax(reached)) + 1 if reached.any() else n
        end = min(before, after)
        if end < n or n == len(ids):
            return _candidates(ids[head[:end]], falling[:end])
        n = min(8 * n, len(ids))


def _candidates(ids: Ids, weights: Floats) -> Candidates:
    return Candidates(ids, weights, float(np.cumsum(weights)[-1]))
