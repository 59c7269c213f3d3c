"""Stacks: what a state remembers besides its place in the automaton.

Wait, what is this? A called rule must know where to return to, a counter how often it went round. Each such memory is
a *frame*; frames lie on a stack. A state of the language may have many stacks at once (the grammar is ambiguous so
far), so what is kept is a *set* of stacks, shared as a graph: a **node** is a set of (frame, node below) pairs with
no frame twice. `S ::= "a" S "x" | "a" S "y" | ""` has 2^40 stacks after forty a's, and forty nodes. (Tomita's
graph-structured stack, 1985, with every node interned.)

    node 0  BOTTOM  {nothing below}: the text may end here
    node 1  CUT     {something below that was cut off}: popping it raises `PoppedBelow`

Frames and nodes are ints, numbered as they are met. An entry packs a pair into one int: `below << 32 | frame`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from maskscope.automaton.nfa import Counter, Scoped

BOTTOM, CUT = 0, 1
_FRAME = (1 << 32) - 1

Kind = Counter | Scoped | None  # whose frame it is; None is a plain call


class PoppedBelow(Exception):
    """A walk over a shallow state went below the frames that were kept: ask again with a deeper one."""


class Stacks:
    """All frames and nodes of one language.

    `entries[node]` is the node's sorted tuple of packed entries; `in_scope[node]` says that its frames are a scope's;
    `frames[frame]` is `(kind, value)`, where the value of a plain call is its return state.
    """

    def __init__(self) -> None:
        self.entries: list[tuple[int, ...]] = [(BOTTOM,), (CUT,)]
        self.in_scope: list[bool] = [False, False]
        self.frames: list[tuple[Kind, Any]] = [(None, -1), (None, -1)]  # ids 0 and 1 mark BOTTOM and CUT entries
        self._nodes: dict[tuple[int, ...], int] = {(BOTTOM,): BOTTOM, (CUT,): CUT}
        self._frame_ids: dict[tuple[Kind, Any], int] = {}
        self._merged: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def frame(self, kind: Kind, value: Any) -> int:
        """The number of a frame."""
        key = (kind, value)
        found = self._frame_ids.get(key)
        if found is None:
            found = self._frame_ids[key] = len(self.frames)
            self.frames.append(key)
        return found

    def push(self, frame: int, below: int) -> int:
        """The node with one frame on top of another node."""
        return self._intern((below << 32 | frame,))

    def pairs(self, node: int) -> Iterator[tuple[int, int]]:
        """The (frame, node below) pairs of a node; frame 0 marks the bottom, frame 1 the cut."""
        for entry in self.entries[node]:
            yield entry & _FRAME, entry >> 32

    def node(self, pairs: Iterable[tuple[int, int]]) -> int:
        """The node of some pairs, what lies below equal frames merged."""
        below: dict[int, int] = {}
        for frame, under in pairs:
            below[frame] = self.merge(below[frame], under) if frame in below else under
        return self._intern(tuple(sorted([under << 32 | frame for frame, under in below.items()])))

    def merge(self, a: int, b: int) -> int:
        """The union of two sets of stacks."""
        if a == b:
            return a
        waiting = [(min(a, b), max(a, b))]
        while waiting:
            pair = waiting[-1]
            missing = [] if pair in self._merged else self._unmerged_below(*pair)
            if missing:
                waiting += missing
                continue
            waiting.pop()
            if pair not in self._merged:
                self._merged[pair] = self._union(*pair)
        return self._merged[min(a, b), max(a, b)]

    def _unmerged_below(self, a: int, b: int) -> list[tuple[int, int]]:
        """Pairs of nodes under a frame that both nodes have, not merged yet."""
        under = dict(self.pairs(a))
        found = []
        for frame, below in self.pairs(b):
            other = under.get(frame, below)
            pair = (min(other, below), max(other, below))
            if other != below and pair not in self._merged:
                found.append(pair)
        return found

    def _union(self, a: int, b: int) -> int:
        under = dict(self.pairs(a))
        for frame, below in self.pairs(b):
            other = under.get(frame, below)
            under[frame] = below if other == below else self._merged[min(other, below), max(other, below)]
        return self._intern(tuple(sorted([below << 32 | frame for frame, below in under.items()])))

    def _intern(self, entries: tuple[int, ...]) -> int:
        found = self._nodes.get(entries)
        if found is None:
            found = self._nodes[entries] = len(self.entries)
            self.entries.append(entries)
            self.in_scope.append(isinstance(self.frames[entries[0] & _FRAME][0], Scoped))
        return found
