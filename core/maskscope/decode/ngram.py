"""A small model of language over GPT-2's tokens, so that there is something to constrain where no real model is.

It counts: how often a token came after the two before it, after the one before it, and at all.

    P(c | a b) = kept(a b c) + left(a b) · P(c | b)      P(c | b) = kept(b c) + left(b) · P(c)

`kept` are the counts, each less a discount (Ney, Essen, Kneser 1994), of what was seen often enough to be stored;
`left` is what remains of 1. So every token has a probability in every context, and they add up to 1. One look-up is
two scalings of a row of 50,257 numbers and a few hundred additions: under a millisecond.

The model that ships (`data/ngram.gpt2.gz`) was trained by `tests/tools/train_ngram.py` on State of the Union addresses
(CC0) and on JSON that the presets generate; `data/LICENCES.md` says where from. It writes speeches, not facts.

The file: gzip of one line of JSON (names, types and lengths of arrays) and the arrays, little-endian, in that order.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

STEPS = 16  # a stored probability is exp(-q / STEPS), q in 0..255
ARRAYS = {
    "unigram": "uint8",
    "bigrams_of": "uint16",
    "bigram": "uint16",
    "bigram_q": "uint8",
    "trigrams_of": "uint16",
    "trigram": "uint16",
    "trigram_q": "uint8",
}


@dataclass(frozen=True, eq=False)
class NgramModel:
    """The stored numbers. Token ids fit uint16: there are 50,257."""

    unigram: NDArray[np.uint8]  # (tokens,) q of each token; what is left of 1 is spread evenly
    bigrams_of: NDArray[np.uint16]  # (tokens,) how many entries of `bigram` belong to each first token
    bigram: NDArray[np.uint16]  # (bigrams,) second tokens, ascending within a first token
    bigram_q: NDArray[np.uint8]  # (bigrams,)
    trigrams_of: NDArray[np.uint16]  # (bigrams,) how many entries of `trigram` belong to each bigram
    trigram: NDArray[np.uint16]  # (trigrams,) third tokens, ascending within a bigram
    trigram_q: NDArray[np.uint8]  # (trigrams,)

    @property
    def size(self) -> int:
        """Tokens in the vocabulary."""
        return len(self.unigram)

    def logits(self, tokens: Sequence[int]) -> NDArray[np.float32]:
        """The natural logarithm of the probability of every next token, float32 (tokens,); all finite.

        A text begins as if the end-of-text token, the highest id, stood before it.
        """
        probabilities = self.probabilities(tokens)
        return np.log(probabilities, out=probabilities).astype(np.float32)

    def probabilities(self, tokens: Sequence[int]) -> NDArray[np.float64]:
        """The probability of every next token, float64 (tokens,); only the last two tokens count."""
        end = self.size - 1
        b = tokens[-1] if len(tokens) else end
        row = self._base.copy()
        first, last = self._bigram_starts[b], self._bigram_starts[b + 1]
        _mix(row, self.bigram[first:last], self.bigram_q[first:last])
        if len(tokens):
            a = tokens[-2] if len(tokens) > 1 else end
            found = self._bigram_index(a, b)
            if found is not None:
                first, last = self._trigram_starts[found], self._trigram_starts[found + 1]
                _mix(row, self.trigram[first:last], self.trigram_q[first:last])
        return row

    def to_bytes(self) -> bytes:
        """The model as a file; the same model always gives the same bytes (under one zlib)."""
        head = {name: [dtype, len(getattr(self, name))] for name, dtype in ARRAYS.items()}
        body = b"".join(_packed(getattr(self, name), dtype) for name, dtype in ARRAYS.items())
        return gzip.compress(json.dumps(head).encode() + b"\n" + body, 9, mtime=0)

    @staticmethod
    def from_bytes(data: bytes) -> NgramModel:
        """A model from its file."""
        head, _, body = gzip.decompress(data).partition(b"\n")
        arrays: dict[str, Any] = {}
        at = 0
        for name, (dtype, length) in json.loads(head).items():
            end = at + length * np.dtype(dtype).itemsize
            arrays[name] = _unpacked(body[at:end], dtype)
            at = end
        return NgramModel(**arrays)

    @cached_property
    def _base(self) -> NDArray[np.float64]:
        row = _probabilities(self.unigram)
        return row + max(1.0 - float(row.sum()), 1e-9) / self.size

    @cached_property
    def _bigram_starts(self) -> NDArray[np.int64]:
        return _starts(self.bigrams_of)

    @cached_property
    def _trigram_starts(self) -> NDArray[np.int64]:
        return _starts(self.trigrams_of)

    def _bigram_index(self, a: int, b: int) -> int | None:
        first, last = int(self._bigram_starts[a]), int(self._bigram_starts[a + 1])
        at = first + int(np.searchsorted(self.bigram[first:last], b))
        return at if at < last and self.bigram[at] == b else None


@cache
def shipped_ngram() -> NgramModel:
    """The model that ships, over the vocabulary `gpt2`."""
    return NgramModel.from_bytes(resources.files("maskscope.decode").joinpath("data/ngram.gpt2.gz").read_bytes())


def quantised(probabilities: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Probabilities as q, rounded so that none grows: what a context keeps must not exceed 1."""
    with np.errstate(divide="ignore"):
        steps = np.ceil(-np.log(probabilities) * STEPS - 1e-9)
    return np.clip(steps, 0, 255).astype(np.uint8)


def _mix(row: NDArray[np.float64], ids: NDArray[np.uint16], q: NDArray[np.uint8]) -> None:
    """Scale the row to what the kept entries leave, and add them."""
    kept = _probabilities(q)
    row *= max(1.0 - float(kept.sum()), 1e-9)
    row[ids.astype(np.intp)] += kept


def _probabilities(q: NDArray[np.uint8]) -> NDArray[np.float64]:
    """What q stands for; the last step, 255, is nothing."""
    table = np.exp(-np.arange(256, dtype=np.float64) / STEPS)
    table[255] = 0.0
    return table[q]


def _starts(counts: NDArray[np.uint16]) -> NDArray[np.int64]:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts, dtype=np.int64)])


def _packed(values: NDArray[np.generic], dtype: str) -> bytes:
    """The array's bytes, low bytes first and then the high ones: that compresses better."""
    raw = values.astype(np.dtype(dtype).newbyteorder("<")).view(np.uint8)
    return raw.reshape(-1, np.dtype(dtype).itemsize).T.tobytes()


def _unpacked(data: bytes, dtype: str) -> NDArray[np.generic]:
    size = np.dtype(dtype).itemsize
    raw = np.frombuffer(data, np.uint8).reshape(size, -1).T
    return np.ascontiguousarray(raw).view(np.dtype(dtype).newbyteorder("<")).reshape(-1).astype(dtype)
