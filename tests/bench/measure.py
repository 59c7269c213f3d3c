"""How it is measured: the engines take turns, round after round, and medians over the rounds are compared.

Processor time is taken, not the clock's, and a round is one case in one engine, then the same case in the next: so a
machine that is busy with something else, or slows down half way, touches both sides of a ratio alike.

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
from time import process_time

from bench.cases import Case
from bench.engines import Engine, Writer
from maskscope.vocab.vocabulary import Vocabulary

_REPEATS = 5  # of what has been asked before, within a round


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
    started = process_time()
    begin = engine.compile(case)
    compiled = process_time() - started
    started = process_time()
    first = [_masks(begin, document) for document in documents]
    walked = process_time() - started
    again = [_masks(begin, document, _REPEATS) for document in documents]
    started = process_time()
    for _ in range(_REPEATS):
        for document in documents:
            _loop(begin, document)
    loop = (process_time() - started) / _REPEATS / sum(map(len, documents))
    return Times(*(t * 1e6 for t in (compiled, _mean(first), compiled + walked, _mean(again), loop)))


def medians(rounds: list[Times]) -> Times:
    """The median of each column."""
    return Times(*(median(getattr(times, field.name) for times in rounds) for field in fields(Times)))


def _masks(begin: Callable[[], Writer], document: list[int], times: int = 1) -> list[float]:
    """The seconds each mask of the document took, asked for so many times in a row."""
    writer, took = begin(), []
    for token in document:
        started = process_time()
        for _ in range(times):
            writer.mask()
        took.append((process_time() - started) / times)
        writer.take(token)
    return took


def _loop(begin: Callable[[], Writer], document: list[int]) -> None:
    writer = begin()
    for token in document:
        writer.mask()
        writer.take(token)


def _mean(walks: list[list[float]]) -> float:
    return fmean(t for walk in walks for t in walk)
