"""Where logits come from: any function from the tokens so far to one number a token.

    uniform_logits(50257)          every token alike: with a mask, monkey sampling
    ngram_logits(vocabulary)       the small model that ships (gpt2 only)
    read_logits("run.npy", 50257)  what a model once said, from a file or pasted
    model                          in Python, your own function

A table of logits is one row, used at every step, or one row a step, of which the last is used from then on.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from maskscope.decode.ngram import shipped_ngram
from maskscope.decode.samplers import checked_logits
from maskscope.errors import VocabularyError
from maskscope.vocab.files.json_scan import nesting
from maskscope.vocab.vocabulary import Vocabulary

Logits = Callable[[Sequence[int]], NDArray[np.float32]]
_NPY = b"\x93NUMPY"


def uniform_logits(size: int) -> Logits:
    """The same logit, 0, for every one of `size` tokens."""
    row = np.zeros(size, np.float32)
    row.flags.writeable = False
    return lambda tokens: row


def ngram_logits(vocabulary: Vocabulary) -> Logits:
    """The n-gram model that ships; ValueError for any vocabulary but `gpt2`, whose ids it speaks."""
    model = shipped_ngram()
    if vocabulary.name != "gpt2" or vocabulary.size != model.size:
        raise ValueError(f"the n-gram model speaks the tokens of gpt2, not those of {vocabulary.name}")
    return model.logits


def table_logits(rows: NDArray[np.float32]) -> Logits:
    """Row n of a table (steps, tokens) at step n, the last row from then on."""
    return lambda tokens: rows[min(len(tokens), len(rows) - 1)]


def read_logits(source: str | Path | bytes, size: int, name: str | None = None) -> Logits:
    """Logits from a .npy file or a JSON array, given as a path or as bytes: one row of `size` numbers, or several.

    VocabularyError says what is wrong with the file. In JSON, null and "-inf" disable a token.
    """
    name = name or ("bytes" if isinstance(source, bytes) else str(source))
    try:
        data = source if isinstance(source, bytes) else Path(source).read_bytes()
    except OSError as error:
        raise VocabularyError(name, None, f"cannot be read: {error.strerror}") from None
    try:
        found = np.load(io.BytesIO(data), allow_pickle=False) if data.startswith(_NPY) else _json_rows(data)
        rows = np.atleast_2d(np.asarray(found, np.float32))
        return table_logits(np.stack([checked_logits(row) for row in _fitting(rows, size)]))
    except (ValueError, TypeError, EOFError, OverflowError) as error:
        raise VocabularyError(name, None, f"expected logits: {error}") from None


def _json_rows(data: bytes) -> object:
    if nesting(data) > 2:
        raise ValueError("rows of rows of rows")
    rows = json.loads(data)
    if not isinstance(rows, list) or not rows:
        raise ValueError("neither a .npy file nor a JSON array of numbers")
    return [[_number(x) for x in row] for row in rows] if isinstance(rows[0], list) else [_number(x) for x in rows]


def _number(value: object) -> float:
    if value is None or value == "-inf":
        return float("-inf")
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _fitting(rows: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    if rows.ndim != 2 or rows.shape[1] != size or not len(rows):
        raise ValueError(f"rows of {size:,} numbers, one a token, are needed; the shape is {rows.shape}")
    return rows
