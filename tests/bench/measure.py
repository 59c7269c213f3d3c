"""How it is measured: the engines take turns, round after round, and medians over the rounds are compared.

A machine that is busy with something else slows both sides of a ratio alike only if they run close together in time;
so a round is one case in one engine, then the same case in the next.

    compile   the grammar text to something that can start a text
    first     the mask of a state that this grammar has not met before, mean over the states of the documents
    start     compile and the first walk through the documents, together
    repeat    the masks of the same states again
    loop      mask and token, mask and token, as a decoder does, over the documents again, per token
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, fields
from statistics import fmean, median
from time import perf_counter

from bench.cases import Case
from bench.engines import Engine, Writer
from maskscope.vocab.vocabulary import Vocabulary

_REPEATS = 3  # walks over the documents again, within a round


@dataclass(frozen=True, slots=True)
class Times:
    """Microseconds."""

    compile: float
    first: float
    start: float
    repeat: float
    loop: float


def longest_match(vocabulary: Vocabulary, text: str) -> list[int]:
    """The text as tokens, each the longest that fits: plain, and the same for every engine."""
    data, at, tokens = text.encode(), 0, []
    while at < len(data):
        length = next(
            n for n in range(min(vocabulary.longest, len(data) - at), 0, -1) if data[at : at + n] in vocabulary.ids
        )
        tokens.append(vocabulary.ids[data[at : at + length]])
        at += length
    return tokens


def round_of(engine: Engine, case: Case, documents: list[list[int]]) -> Times:
    """One compile, one first walk and some more walks through the documents."""
    gc.collect()
    started = perf_counter()
    begin = engine.compile(case)
    compiled = perf_counter() - started
    started = perf_counter()
    first = [_masks(begin, document) for document in documents]
    walked = perf_counter() - started
    again = [_masks(begin, document) for _ in range(_REPEATS) for document in documents]
    started = perf_counter()
    for _ in range(_REPEATS):
        for document in documents:
            _loop(begin, document)
    loop = (perf_counter() - started) / _REPEATS / sum(map(len, documents))
    return Times(*(t * 1e6 for t in (compiled, _mean(first), compiled + walked, _mean(again), loop)))


def medians(rounds: list[Times]) -> Times:
    """The median of each column."""
    return Times(*(median(getattr(times, field.name) for times in rounds) for field in fields(Times)))


def _masks(begin: Callable[[], Writer], document: list[int]) -> list[float]:
    """The seconds each mask took."""
    writer, took = begin(), []
    for token in document:
        started = perf_counter()
        writer.mask()
        took.append(perf_counter() - started)
        writer.take(token)
    return took


def _loop(begin: Callable[[], Writer], document: list[int]) -> None:
    writer = begin()
    for token in document:
        writer.mask()
        writer.take(token)


def _mean(walks: list[list[float]]) -> float:
    return fmean(t for walk in walks for t in walk)
