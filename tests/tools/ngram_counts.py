"""From sequences of tokens to a pruned, discounted trigram model.

Counting is sorting: each n-gram of a sequence becomes one integer, and `np.unique` counts equal ones. A count c of a
context that was seen n times keeps (c - D) / n; counts below a threshold keep nothing. What is not kept falls to the
shorter context. The end-of-text token, the highest id, stands before every sequence and after it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from maskscope.decode.ngram import NgramModel, quantised

DISCOUNT = 0.75
LEAST_BIGRAM, LEAST_TRIGRAM = 1, 2  # an n-gram seen less often is not stored
Longs = NDArray[np.int64]


def trained(
    sequences: Sequence[Sequence[int]],
    size: int,
    least_bigram: int = LEAST_BIGRAM,
    least_trigram: int = LEAST_TRIGRAM,
) -> NgramModel:
    """The model of these sequences over a vocabulary of `size` tokens."""
    end = size - 1
    line = np.array([end, *(token for sequence in sequences for token in (*sequence, end))], np.int64)
    pairs, pair_counts = np.unique(line[:-1] * size + line[1:], return_counts=True)
    singles = _counted(line[1:], size)
    as_context = _counted(line[:-1], size)

    kept = pair_counts >= least_bigram
    pairs, kept_counts = pairs[kept], pair_counts[kept]
    first, second = pairs // size, pairs % size
    triples, triple_counts = _triples(line, size)
    triples, triple_counts = triples[triple_counts >= least_trigram], triple_counts[triple_counts >= least_trigram]
    context = np.searchsorted(pairs, triples // size)  # a stored trigram's first two were seen as often, so stored
    return NgramModel(
        unigram=quantised(np.maximum(singles - DISCOUNT, 0) / singles.sum()),
        bigrams_of=_counted(first, size).astype(np.uint16),
        bigram=second.astype(np.uint16),
        bigram_q=quantised((kept_counts - DISCOUNT) / as_context[first]),
        trigrams_of=_counted(context, len(pairs)).astype(np.uint16),
        trigram=(triples % size).astype(np.uint16),
        trigram_q=quantised((triple_counts - DISCOUNT) / kept_counts[context]),
    )


def _counted(values: Longs, size: int) -> Longs:
    return np.bincount(values.astype(np.intp), minlength=size).astype(np.int64)


def _triples(line: Longs, size: int) -> tuple[Longs, Longs]:
    """Every run of three and how often it came; runs across the end of a text are left out."""
    inside = line[1:-1] != size - 1
    keys = (line[:-2] * size + line[1:-1]) * size + line[2:]
    found, counts = np.unique(keys[inside], return_counts=True)
    return found, counts
