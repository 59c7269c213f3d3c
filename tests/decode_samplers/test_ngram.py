"""The n-gram model: equal to its definition on small texts, a distribution everywhere, small, fast, reproducible."""

from __future__ import annotations

import math
from collections import Counter
from importlib import resources
from itertools import pairwise
from time import process_time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.decode.ngram import STEPS, NgramModel, shipped_ngram
from tools.ngram_counts import DISCOUNT, trained

SIZE = 6  # tokens 0..4, and 5 is the end of a text
sequences = st.lists(st.lists(st.integers(0, 4), max_size=8), min_size=1, max_size=6)


def stored(probability: float) -> float:
    """What is left of a probability when it is stored in a byte."""
    q = math.ceil(-math.log(probability) * STEPS - 1e-9)
    return math.exp(-q / STEPS) if q < 255 else 0.0


def by_definition(texts: list[list[int]], tokens: list[int]) -> list[float]:
    """The probabilities as the module's formula says, counted one by one."""
    line = [5, *(token for text in texts for token in (*text, 5))]
    pairs = Counter(pairwise(line))
    triples = Counter(t for t in zip(line, line[1:], line[2:]) if t[1] != 5)
    total = len(line) - 1
    kept = [stored((line[1:].count(c) - DISCOUNT) / total) if c in line[1:] else 0.0 for c in range(SIZE)]
    row = [k + max(1 - sum(kept), 1e-9) / SIZE for k in kept]
    a, b = ([5, 5, *tokens])[-2:]
    seen = line[:-1].count(b)
    kept = [stored((pairs[b, c] - DISCOUNT) / seen) if pairs[b, c] else 0.0 for c in range(SIZE)]
    row = [k + max(1 - sum(kept), 1e-9) * p for k, p in zip(kept, row)]
    if tokens and pairs[a, b]:
        counts = [triples[a, b, c] if triples[a, b, c] >= 2 else 0 for c in range(SIZE)]
        kept = [stored((n - DISCOUNT) / pairs[a, b]) if n else 0.0 for n in counts]
        row = [k + max(1 - sum(kept), 1e-9) * p for k, p in zip(kept, row)]
    return row


@given(sequences, st.lists(st.integers(0, 4), max_size=3))
def test_probabilities_are_the_formula(texts: list[list[int]], tokens: list[int]) -> None:
    model = trained(texts, SIZE)
    assert model.probabilities(tokens).tolist() == pytest.approx(by_definition(texts, tokens), rel=1e-9)


@given(sequences)
def test_a_model_survives_its_file_and_training_is_reproducible(texts: list[list[int]]) -> None:
    data = trained(texts, SIZE).to_bytes()
    assert trained(texts, SIZE).to_bytes() == data
    assert NgramModel.from_bytes(data).to_bytes() == data


@pytest.mark.parametrize("tokens", [[], [50256], [464], [464, 1578], [7, 50255], [0, 0, 0]])
def test_the_shipped_model_gives_every_token_a_probability_and_they_add_up_to_one(tokens: list[int]) -> None:
    row = shipped_ngram().probabilities(tokens)
    assert row.shape == (50_257,)
    assert row.min() > 0
    assert row.sum() == pytest.approx(1)
    logits = shipped_ngram().logits(tokens)
    assert logits.dtype == np.float32
    assert np.isfinite(logits).all()


def test_after_the_united_come_states() -> None:
    # 464 "The", 1578 " United", 1829 " States"
    assert int(np.argmax(shipped_ngram().logits([464, 1578]))) == 1829


def test_it_is_small_and_fast() -> None:
    assert len(resources.files("maskscope.decode").joinpath("data/ngram.gpt2.gz").read_bytes()) <= 1_500_000
    model = shipped_ngram()
    model.logits([])
    started = process_time()
    for _ in range(20):
        model.logits([464, 1578])
    assert (process_time() - started) / 20 < 0.005  # a browser takes up to four times as long: 20 ms
