"""Byte-pair encoding: join the best adjacent pair again and again until no rule fits.

    l o w e r        rules, best first: (e, r) (l, o) (lo, w)
    l o w er
    lo w er
    low er

The pair of lowest rank goes first, the leftmost among equals. That is the whole definition; two ways of computing it:

* short pieces (nearly all): a list of ranks beside the list of symbols; one merge changes two ranks, and finding the
  least is a scan in C. Quadratic, but faster than anything cleverer below a few hundred symbols;
* long pieces: a linked list of symbols and a heap of (rank, position), so that 100,000 letters "a" take well under a
  second. Old entries stay in the heap and are recognised when they come up, because the pair there has another rank.

Sennrich, Haddow, Birch 2016 brought BPE to text; the heap is how SentencePiece computes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import pairwise
from typing import AnyStr, Generic, Protocol, TypeVar

NEVER = 1 << 40  # the rank of a pair that no rule joins
_LONG = 400  # symbols from which the heap wins

T = TypeVar("T", int, bytes, str)


class Rules(Protocol[T]):
    """What may be joined, and into what."""

    def rank(self, pair: tuple[T, T]) -> int:
        """Lower goes first; NEVER if the two do not join."""
        ...

    def join(self, left: T, right: T) -> T:
        """The symbol that the two become."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class ListedRules:
    """Rules written out as pairs of token ids, as GPT-2 and Hugging Face files have them."""

    ranks: Mapping[tuple[int, int], int]
    joined: Sequence[int]  # by rank

    def rank(self, pair: tuple[int, int]) -> int:
        return self.ranks.get(pair, NEVER)

    def join(self, left: int, right: int) -> int:
        return self.joined[self.ranks[left, right]]


@dataclass(frozen=True, slots=True, eq=False)
class JoinedRules(Generic[AnyStr]):
    """Rules by what they make: two symbols join if their text together is a token, the token of lowest rank first.

    tiktoken does so with bytes (the rank is the id), SentencePiece with characters (the higher the score, the lower the
    rank; equal scores have equal ranks). A pair may be joined that training never joined; the models do that, too.
    """

    ranks: Mapping[AnyStr, int]

    def rank(self, pair: tuple[AnyStr, AnyStr]) -> int:
        return self.ranks.get(pair[0] + pair[1], NEVER)

    def join(self, left: AnyStr, right: AnyStr) -> AnyStr:
        return left + right


@dataclass(frozen=True, slots=True)
class Merge:
    """One step: the symbols that began at `start` and just after it (counted in first symbols) became one."""

    start: int
    rank: int


def merged(symbols: list[T], rules: Rules[T], log: list[Merge] | None = None) -> list[T]:
    """What is left of the symbols when no rule fits any more; every merge done is appended to `log`."""
    if len(symbols) >= _LONG or log is not None:
        return _merged_by_heap(symbols, rules, log)
    return _merged_by_scan(symbols, rules)


def _merged_by_scan(symbols: list[T], rules: Rules[T]) -> list[T]:
    symbols = list(symbols)
    rank = rules.rank
    ranks = list(map(rank, pairwise(symbols)))
    while ranks:
        best = min(ranks)
        if best == NEVER:
            break
        i = ranks.index(best)
        symbols[i : i + 2] = [rules.join(symbols[i], symbols[i + 1])]
        del ranks[i]
        if i < len(ranks):
            ranks[i] = rank((symbols[i], symbols[i + 1]))
        if i:
            ranks[i - 1] = rank((symbols[i - 1], symbols[i]))
    return symbols


def _merged_by_heap(symbols: list[T], rules: Rules[T], log: list[Merge] | None) -> list[T]:
    symbols, n = list(symbols), len(symbols)
    after, before = list(range(1, n + 1)), list(range(-1, n))  # neighbours; n is the end, and has a `before` too
    ranks = [*map(rules.rank, pairwise(symbols)), NEVER]  # of the pair that begins at each symbol
    heap = [rank * n + i for i, rank in enumerate(ranks) if rank < NEVER]  # one int: rank first, then position
    heapify(heap)
    while heap:
        rank, i = divmod(heappop(heap), n)
        if ranks[i] != rank:  # the pair was joined or changed since
            continue
        j = after[i]
        symbols[i] = rules.join(symbols[i], symbols[j])
        after[i], before[after[j]], ranks[j] = after[j], i, NEVER
        if log is not None:
            log.append(Merge(i, rank))
        for left in (before[i], i):
            if left < 0:
                continue
            right = after[left]
            ranks[left] = rules.rank((symbols[left], symbols[right])) if right < n else NEVER
            if ranks[left] < NEVER:
                heappush(heap, ranks[left] * n + left)
    return _alive(symbols, after)


def _alive(symbols: list[T], after: list[int]) -> list[T]:
    left, i = [], 0
    while i < len(symbols):
        left.append(symbols[i])
        i = after[i]
    return left
