"""The best allowed token by the model's own scores, and nothing random about it.

With `finish` only tokens that bring the text strictly nearer to its end are looked at, and a complete text ends at
once: repeated, it reaches an end in at most as many tokens as the shortest end has bytes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def best_of(ids: NDArray[np.int32], logits: ArrayLike, size: int) -> int | None:
    """The id of the highest logit among `ids` (ascending), the lowest id on ties; None if all of them are disabled.

    `logits` has one number a token: −inf disables it; NaN and +inf are errors that name the index. It is not changed.
    """
    scores = np.asarray(logits)
    if scores.shape != (size,):
        raise ValueError(f"logits must have shape ({size},), one number a token, not {scores.shape}")
    wrong = np.flatnonzero(np.isnan(scores) | (scores == np.inf))
    if len(wrong):
        raise ValueError(f"logit {int(wrong[0])} is {scores[wrong[0]]}; only finite numbers and -inf are scores")
    among = scores[ids.astype(np.intp)]
    if not len(among):
        return None
    best = int(np.argmax(among))  # the first of the highest, and ids ascend
    return None if among[best] == -np.inf else int(ids[best])
