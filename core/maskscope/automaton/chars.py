"""Deterministic automata over code points: the form in which languages of characters are compared and combined.

Schemas need it for `pattern` with `format`, for `not`, for keys that must not equal others; regexes need it for
look-around. Edges are labelled with classes of code points that the automaton cannot tell apart (`chars_classes`), so
the alphabet is a dozen columns and not 1,114,112. Made by the subset construction of Rabin and Scott (1959) with a set
of states as the bits of one integer; `chars_algebra` holds the operations.

    "ab|c"  →  classes  others, a, b, c      next  0: - 1 - 2     accepting  no
                                                   1: - - 2 -                no
                                                   2: - - - -                yes
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from maskscope.automaton.chars_classes import partition
from maskscope.automaton.chars_nfa import CharNfa, Meter, build_nfa
from maskscope.errors import LimitExceeded
from maskscope.ir import build
from maskscope.ir.nodes import Edge, Graph, Node, Nothing
from maskscope.limits import Limits
from maskscope.sets.byteset import members
from maskscope.sets.codepoints import CodePoints

DEAD = -1
State = TypeVar("State")


@dataclass(frozen=True, eq=False)
class CharDfa:
    """An automaton with start state 0 that reads code points.

    classes    disjoint, not empty, together all scalar values; one a column of `next`
    next       int32 (states, classes): the state after a code point of that class, or DEAD
    accepting  bool (states,)

    From every state but the start some accepting one can be reached; if the language is empty there is only the start.
    """

    classes: tuple[CodePoints, ...]
    next: npt.NDArray[np.int32]
    accepting: npt.NDArray[np.bool_]

    def __post_init__(self) -> None:
        n, k = self.next.shape
        if k != len(self.classes) or self.accepting.shape != (n,) or not n:
            raise ValueError(f"no automaton: {n} states, {k} columns, {len(self.classes)} classes")
        self.next.setflags(write=False)
        self.accepting.setflags(write=False)

    @property
    def n_states(self) -> int:
        """How many states there are; the dead one is not counted."""
        return len(self.accepting)

    @cached_property
    def _ranges(self) -> tuple[list[int], list[int]]:
        """Where each range of any class starts, ascending, and the class it belongs to."""
        starts = sorted((low, c) for c, points in enumerate(self.classes) for low, _ in points.ranges)
        return [low for low, _ in starts], [c for _, c in starts]

    def class_of(self, point: int) -> int:
        """The column of a scalar value."""
        lows, owners = self._ranges
        return owners[bisect_right(lows, point) - 1]


def from_node(node: Node, limits: Limits, rules: Mapping[str, Node] | None = None) -> CharDfa:
    """The automaton of a node without scopes, whose rules do not recurse.

    Raises LimitExceeded("dfa_states") when it would be too large.
    """
    return determinize(build_nfa(node, limits, rules), limits)


def determinize(nfa: CharNfa, limits: Limits) -> CharDfa:
    """The subset construction; the automaton must have no guards."""
    sets = list({move.chars: None for moves in nfa.moves for move in moves})
    classes, made_of = partition(sets)
    index = {points: i for i, points in enumerate(sets)}
    closures: dict[int, int] = {}
    meter = Meter(limits)
    edges: list[list[tuple[int, int]]] = [[] for _ in nfa.moves]  # for each state: (index of the set, closure behind)
    for state, moves in enumerate(nfa.moves):
        edges[state] = [(index[move.chars], _closure(nfa, move.target, closures, meter)) for move in moves]

    def follow(bits: int) -> list[int]:
        """For each class the set of states after it."""
        meter.spend(bits.bit_count() * (10 + bits.bit_length() // 1000))
        by_class = [0] * len(classes)
        for i, closure in _by_set(bits, edges).items():
            for c in made_of[i]:
                by_class[c] |= closure
        return by_class

    rows, found = explore(_closure(nfa, 0, closures, meter), follow, 0, limits)
    return trimmed(classes, rows, [bits & 2 > 0 for bits in found])


def _by_set(bits: int, edges: list[list[tuple[int, int]]]) -> dict[int, int]:
    """For each set of characters that some state reads, the union of what is behind."""
    behind: dict[int, int] = {}
    for state in members(bits):
        for i, closure in edges[state]:
            behind[i] = behind.get(i, 0) | closure
    return behind


def _closure(nfa: CharNfa, state: int, known: dict[int, int], meter: Meter) -> int:
    """The states reached without characters, as bits: those that read something, and the end (bit 1)."""
    if state in known:
        return known[state]
    bits, seen, todo = 0, {state}, [state]
    while todo:
        at = todo.pop()
        if nfa.moves[at] or at == 1:
            bits |= 1 << at
        for target in nfa.jumps[at]:
            if target not in seen:
                seen.add(target)
                todo.append(target)
    meter.spend(3 * len(seen))
    known[state] = bits
    return bits


def explore(
    start: State, follow: Callable[[State], list[State]], dead: State, limits: Limits
) -> tuple[list[list[int]], list[State]]:
    """Every state that can be met from `start`, breadth first: its row of successors' numbers, and what it is.

    `follow(state)` gives the successor for each class; `dead` is the state that is left out.
    """
    numbers = {start: 0}
    found: list[State] = [start]
    rows: list[list[int]] = []
    for state in found:  # grows while it is walked
        row = []
        for target in follow(state):
            if target == dead:
                row.append(DEAD)
                continue
            number = numbers.setdefault(target, len(found))
            if number == len(found):
                found.append(target)
            row.append(number)
        rows.append(row)
        if len(found) > limits.dfa_states:
            hint = "simplify the pattern, or raise Limits.dfa_states"
            raise LimitExceeded("dfa_states", limits.dfa_states, hint, "making an automaton of characters")
    return rows, found


def trimmed(classes: tuple[CodePoints, ...], rows: list[list[int]], accepting: list[bool]) -> CharDfa:
    """The automaton without the states that cannot reach an accepting one; numbers keep their order."""
    live = _reaching(rows, accepting)
    live[0] = True
    numbers, n = [], 0
    for alive in live:
        numbers.append(n if alive else DEAD)
        n += alive
    numbers.append(DEAD)  # so that DEAD, as an index, gives DEAD
    kept = [[numbers[target] for target in row] for row, alive in zip(rows, live) if alive]
    ends = [end for end, alive in zip(accepting, live) if alive]
    return CharDfa(classes, np.array(kept, dtype=np.int32).reshape(n, len(classes)), np.array(ends, dtype=np.bool_))


def _reaching(rows: list[list[int]], accepting: list[bool]) -> list[bool]:
    """Which states can reach an accepting one."""
    sources: list[list[int]] = [[] for _ in rows]
    for state, row in enumerate(rows):
        for target in set(row) - {DEAD}:
            sources[target].append(state)
    live = list(accepting)
    todo = [state for state, end in enumerate(accepting) if end]
    while todo:
        for source in sources[todo.pop()]:
            if not live[source]:
                live[source] = True
                todo.append(source)
    return live


def to_node(dfa: CharDfa, label: Callable[[CodePoints], Node] = build.chars) -> Node:
    """The automaton as a node; `label` says what stands for one code point out of a set."""
    if not dfa.accepting.any():
        return Nothing()
    labels: dict[tuple[int, ...], Node] = {}
    edges = []
    for row in dfa.next.tolist():
        by_target: dict[int, list[int]] = {}
        for c, target in enumerate(row):
            if target != DEAD:
                by_target.setdefault(target, []).append(c)
        edges.append(tuple(Edge(_label(dfa, tuple(cs), labels, label), target) for target, cs in by_target.items()))
    return Graph(tuple(edges), frozenset(np.flatnonzero(dfa.accepting).tolist()))


def _label(
    dfa: CharDfa, cs: tuple[int, ...], known: dict[tuple[int, ...], Node], label: Callable[[CodePoints], Node]
) -> Node:
    """The node for the union of some classes, made once."""
    if cs not in known:
        known[cs] = label(CodePoints.of(r for c in cs for r in dfa.classes[c].ranges))
    return known[cs]
