"""A scope's body with all that does not matter to its registers folded away.

Between two *events* (a tick, a mark, a captured text, the end) only bytes matter. So for any state of the body: which
events can come next, each with the least bytes until then. A search for the cheapest way to the end of a scope then
steps from event to event and not from byte to byte.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from maskscope.automaton.nfa import INFINITE, Counter, Enter, Move, Nfa, OneToken, Scoped, Take

Way = tuple[int, int]  # the state of an event, and the least bytes until it


class Ways:
    """The next events of the states of one scope's body; each worked out once (Dijkstra 1959).

    `matters` says which moves are events; others are passed, a captured text at its least length.
    """

    def __init__(self, nfa: Nfa, matters: Callable[[Move], bool]) -> None:
        self._nfa, self._matters = nfa, matters
        self._memo: dict[int, tuple[Way, ...]] = {}

    def of(self, state: int) -> tuple[Way, ...]:
        """The events that can come next, nearest first; a state that is an event is its own, at 0 bytes."""
        label, target, cost = self._nfa.label, self._nfa.target, self._nfa.cost
        bytes_before = 0
        while label[state] and cost[state] < INFINITE:  # a chain has the events of its last link
            state = target[state]
            bytes_before += 1
        if state not in self._memo:
            self._memo[state] = self._search(state)
        found = self._memo[state]
        return tuple([(event, n + bytes_before) for event, n in found]) if bytes_before else found

    def _search(self, start: int) -> tuple[Way, ...]:
        found: dict[int, int] = {}
        settled: set[int] = set()
        waiting = [(0, start)]
        while waiting:
            n, state = heappop(waiting)
            if state in settled:
                continue
            settled.add(state)
            move = self._nfa.moves.get(state)
            if move is not None and self._matters(move):
                found[state] = n
                continue
            known = self._memo.get(state)
            for after, more in self._steps(state, move) if known is None else known:
                if after not in settled:
                    heappush(waiting, (n + more, after))
        return tuple(found.items())

    def _steps(self, state: int, move: Move | None) -> list[Way]:
        if self._nfa.cost[state] >= INFINITE:
            return []
        n = move_cost(self._nfa, move)
        return [(after, n) for after in self._nfa.follow(state)] if n < INFINITE else []


def move_cost(nfa: Nfa, move: Move | None) -> int:
    """Least bytes from a state with this move (None: one that reads a byte) to the state it goes on in."""
    if isinstance(move, Enter):
        return inner_cost(nfa, move)
    if isinstance(move, Take):
        return move.captured.least
    return 1 if move is None or isinstance(move, OneToken) else 0


def inner_cost(nfa: Nfa, move: Enter) -> int:
    """Least bytes from entering a region until it is left."""
    region = move.region
    if isinstance(region, Scoped):
        return region.cost.at_start
    return min(INFINITE, nfa.cost[region.entry] * (region.low if isinstance(region, Counter) else 1))
