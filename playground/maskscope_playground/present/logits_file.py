"""Logits from a file of the reader's own: a NumPy array (`.npy`) or a JSON list, one number a token."""

from __future__ import annotations

import io
import json

import numpy as np
from numpy.typing import NDArray

_NPY = b"\x93NUMPY"


def is_logits(head: bytes) -> bool:
    """Whether a file that begins so holds numbers rather than a tokenizer."""
    return head.startswith(_NPY) or head.lstrip()[:1] == b"["


def read_logits(data: bytes) -> NDArray[np.float32]:
    """float32 (tokens,); ValueError says what is wrong. −inf disables a token, NaN and +inf are refused."""
    try:
        values = (
            np.load(io.BytesIO(data), allow_pickle=False) if data.startswith(_NPY) else np.asarray(json.loads(data))
        )
        logits = values.astype(np.float32)
    except (ValueError, TypeError, RecursionError, EOFError) as error:
        raise ValueError(f"these are no logits: {error}") from None
    if logits.ndim != 1:
        raise ValueError(f"one number a token is wanted, not an array of shape {logits.shape}")
    if np.isnan(logits).any() or (logits == np.inf).any():
        raise ValueError("a logit is NaN or +inf; only finite numbers and -inf are scores")
    return logits
