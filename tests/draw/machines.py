"""Small automata for the picture tests, written as plain moves: state → target → bytes."""

from __future__ import annotations

import random

from maskscope.draw.fold import Fold, fold_graph
from maskscope.draw.graph import Graph
from maskscope.sets.byteset import bit_range, bits_of

Moves = dict[int, dict[int, int]]


def word_machine(*words: bytes) -> tuple[Moves, set[int]]:
    """A trie of words: the words' ends accept."""
    moves: Moves = {0: {}}
    ends = set()
    for word in words:
        state = 0
        for b in word:
            found = next((t for t, bits in moves[state].items() if bits >> b & 1), None)
            if found is None:
                found = len(moves)
                moves[found] = {}
                moves[state][found] = 1 << b
            state = found
        ends.add(state)
    return moves, ends


def random_machine(seed: int, n: int, out: int) -> tuple[Moves, set[int]]:
    """Up to `out` edges from each of n states to random others, loops and self-loops among them."""
    rng = random.Random(seed)
    moves: Moves = {}
    for state in range(n):
        targets = [rng.randrange(n) for _ in range(rng.randint(1, out))]
        if state + 1 < n:
            targets.append(state + 1)
        moves[state] = {t: 1 << (0x61 + i) for i, t in enumerate(targets)}
    return moves, {n - 1}


def json_string(length: int) -> tuple[Moves, set[int]]:
    """At most `length` characters of a JSON string between quotes, with escapes and UTF-8, as the engine makes it."""
    moves: Moves = {0: {1: bits_of(b'"')}}
    end = 10_000
    for i in range(1, length + 1):
        here, nxt = i, i + 1
        base = 100 * i
        door, u = base, base + 1
        moves[here] = {
            nxt: bit_range(0x20, 0x7E) & ~bits_of(b'"\\'),
            end: bits_of(b'"'),
            door: bits_of(b"\\"),
            base + 10: bit_range(0xC2, 0xDF),
            base + 11: bit_range(0xE1, 0xEC),
        }
        hexes = bits_of(b"0123456789abcdef")
        moves[door] = {nxt: bits_of(b'"\\/bfnrt'), u: bits_of(b"u")}
        moves[u] = {base + 2: hexes}
        moves[base + 2] = {base + 3: hexes}
        moves[base + 3] = {base + 4: hexes}
        moves[base + 4] = {nxt: hexes}
        moves[base + 10] = {nxt: bit_range(0x80, 0xBF)}
        moves[base + 11] = {base + 10: bit_range(0x80, 0xBF)}
    moves[length + 1] = {end: bits_of(b'"')}
    moves[end] = {}
    return moves, {end}


def graph_of(machine: tuple[Moves, set[int]], fold: Fold = "auto") -> Graph:
    """The graph of a machine; distances are not what these tests are about."""
    moves, ends = machine
    return fold_graph(moves, ends.__contains__, lambda state: 0 if state in ends else 1, 0, fold)
