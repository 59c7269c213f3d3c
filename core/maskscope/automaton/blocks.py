"""Runs of byte states that are made in one go: characters, texts, and enumerations of texts.

Most of an automaton is text. Its states are appended a block at a time, so that a megabyte of enumeration costs
list copies and not a million calls. Each function takes the lists (`Nfa`), what to read and the state to go on in,
and returns the state to start from.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

from maskscope.automaton.nfa import Nfa
from maskscope.sets.codepoints import CodePoints
from maskscope.sets.utf8 import byte_arcs
from maskscope.text import Span

_ONE = [1 << b for b in range(256)]  # the set of one byte


def add_bytes(nfa: Nfa, data: bytes, goes_on: int, span: Span | None) -> int:
    """A chain that reads exactly `data`, which is not empty."""
    first, n = len(nfa.label), len(data)
    nfa.label.extend(map(_ONE.__getitem__, data))
    nfa.target.extend(range(first + 1, first + n))
    nfa.target.append(goes_on)
    nfa.origin.extend([span] * n)
    left = nfa.cost[goes_on]
    nfa.cost.extend(range(left + n, left, -1))
    return first


def add_byte_set(nfa: Nfa, bits: int, goes_on: int, span: Span | None) -> int:
    """One state that reads any byte of a set."""
    nfa.label.append(bits)
    nfa.target.append(goes_on)
    nfa.origin.append(span)
    nfa.cost.append(nfa.cost[goes_on] + 1)
    return len(nfa.label) - 1


def add_split(nfa: Nfa, targets: tuple[int, ...], span: Span | None = None) -> int:
    """A state that goes on in any of `targets`."""
    if len(targets) == 1:
        return targets[0]
    nfa.moves[len(nfa.label)] = targets
    return add_move(nfa, min([nfa.cost[t] for t in targets]), span)


def add_move(nfa: Nfa, cost: int, span: Span | None) -> int:
    """A state that reads no byte; its entry in `moves` is the caller's to make."""
    nfa.label.append(0)
    nfa.target.append(0)
    nfa.origin.append(span)
    nfa.cost.append(cost)
    return len(nfa.label) - 1


def add_chars(nfa: Nfa, points: CodePoints, goes_on: int, span: Span | None) -> int:
    """The UTF-8 bytes of one code point of a set."""
    labels, steps, lengths, splits = _template(points)
    first, left, n = len(nfa.label), nfa.cost[goes_on], len(labels)
    nfa.label.extend(labels)
    nfa.target.extend([goes_on if step < 0 else first + step for step in steps])
    nfa.origin.extend([span] * n)
    nfa.cost.extend([left + length for length in lengths])
    for at, to in splits:
        nfa.moves[first + at] = tuple([first + t for t in to])
    return first + n - 1


def n_states(points: CodePoints) -> int:
    """How many states `add_chars` makes of a set."""
    return len(_template(points)[0])


@lru_cache(maxsize=512)
def _template(
    points: CodePoints,
) -> tuple[list[int], list[int], list[int], list[tuple[int, list[int]]]]:
    """A set as a block of states numbered from 0, the start last: labels, targets (-1 goes on), bytes left, splits."""
    labels: list[int] = []
    steps: list[int] = []
    lengths: list[int] = []
    splits: list[tuple[int, list[int]]] = []
    start: list[int] = []  # for each node of the arcs, the state it starts in
    for arcs in byte_arcs(points):
        for bits, to in arcs:
            labels.append(bits)
            steps.append(-1 if to < 0 else start[to])
            lengths.append(1 if to < 0 else lengths[start[to]] + 1)
        own = list(range(len(labels) - len(arcs), len(labels)))
        if len(own) > 1:
            splits.append((len(labels), own))
            labels.append(0)
            steps.append(0)
            lengths.append(min(lengths[s] for s in own))
        start.append(len(labels) - 1)
    return labels, steps, lengths, splits


def add_trie(nfa: Nfa, texts: list[tuple[bytes, Span | None]], goes_on: int, span: Span | None) -> int:
    """An enumeration of different texts, sorted by their bytes, read with common prefixes shared.

    Each text brings its span; where several texts are still possible the origin is `span`, the whole enumeration.
    Built from the last text to the first: `forks` holds the unfinished branchings above the text at hand, deepest
    last, each as its depth and the states its finished branches start in.
    """
    shared = [0, *(_common_prefix(a, b) for (a, _), (b, _) in pairwise(texts))]
    forks: list[tuple[int, list[int]]] = [(0, [])]
    for (data, own), above in zip(reversed(texts), reversed(shared)):
        state, depth, origin = goes_on, len(data), own
        while forks[-1][0] > above:
            at, branches = forks.pop()
            branches.append(add_bytes(nfa, data[at:depth], state, origin) if depth > at else state)
            state, depth, origin = add_split(nfa, tuple(reversed(branches)), span), at, span
        if forks[-1][0] < above:
            forks.append((above, []))
        forks[-1][1].append(add_bytes(nfa, data[above:depth], state, origin))
    return add_split(nfa, tuple(reversed(forks[0][1])), span)


def _common_prefix(a: bytes, b: bytes) -> int:
    """How many bytes two texts begin with alike: as numbers, the bytes above the highest bit in which they differ."""
    n = min(len(a), len(b))
    differing = int.from_bytes(a[:n], "big") ^ int.from_bytes(b[:n], "big")
    return n - (differing.bit_length() + 7) // 8
