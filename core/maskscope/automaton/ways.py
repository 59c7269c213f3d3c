"""A scope's body with all that does not matter to its registers folded away.

Between two *events* (a tick, a mark, a captured text, the end) only bytes matter. So for any state of the body: which
events can come next, each with the least bytes until then. A search for the cheapest way to the end of a scope then
steps from event to event and not from byte to byte.

Where all ways from a state lead through one other state before any event comes, its events are those of that other one,
and are kept once: behind each of a hundred members of a loop lies the loop, with the hundred ways on. The last such
state is the *junction*; two states with one junction differ by a number of bytes and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

from maskscope.automaton.nfa import INFINITE, Counter, Enter, Later, Move, Nfa, OneToken, Scoped, Take

Way = tuple[int, int]  # the state of an event or a junction, and the least bytes until it


class Ways:
    """The next events of the states of one scope's body; each worked out once (Dijkstra 1959).

    `matters` says which moves are events; others are passed, a captured text at its least length.
    """

    def __init__(self, nfa: Nfa, matters: Callable[[Move], bool]) -> None:
        self._nfa, self._matters = nfa, matters
        self._junctions: dict[int, Way] = {}
        self._events: dict[int, tuple[Way, ...]] = {}  # of junctions

    def of(self, state: int) -> tuple[Way, ...]:
        """The events that can come next, nearest first; a state that is an event is its own, at 0 bytes."""
        junction, n = self.junction(state)
        found = self._events[junction]
        return tuple([(event, n + more) for event, more in found]) if n else found

    def junction(self, state: int) -> Way:
        """The last state that all ways to the next events lead through, and the least bytes to it.

        What can come after it is `of` it; an event that is the only next one is a junction itself.
        """
        state, bytes_before = self._chain(state)
        if state not in self._junctions:
            self._search(state)
        junction, n = self._junctions[state]
        return junction, n + bytes_before

    def _chain(self, state: int) -> Way:
        """The end of the chain that a state is a link of, and the bytes to it; there is nothing to decide before it."""
        label, target, moves = self._nfa.label, self._nfa.target, self._nfa.moves
        n = 0
        while self._nfa.cost[state] < INFINITE:
            if label[state]:
                state = target[state]
                n += 1
                continue
            move = moves.get(state)
            if type(move) is not tuple or len(move) != 1:
                break
            (state,) = move
        return state, n

    def _search(self, start: int) -> None:
        junction, found = (start, 0), dict[int, int]()
        settled: set[int] = set()
        waiting, ahead = [(0, start)], {start}  # `ahead` holds the states that wait, each once
        while waiting:
            n, state = heappop(waiting)
            if state in settled:
                continue
            settled.add(state)
            known = self._junctions.get(state)
            if known is not None and known[0] != state:
                ahead.discard(state)
                if known[0] not in settled:
                    heappush(waiting, (n + known[1], known[0]))
                    ahead.add(known[0])
                continue
            if len(ahead) == 1 and not found:
                junction = state, n
            ahead.discard(state)
            move = self._nfa.moves.get(state)
            if move is not None and self._matters(move):
                found[state] = n
                continue
            for after, more in self._events[state] if state in self._events else self._steps(state, move):
                if after not in settled:
                    heappush(waiting, (n + more, after))
                    ahead.add(after)
        self._junctions[start] = junction
        self._junctions[junction[0]] = junction[0], 0
        if junction[0] not in self._events:
            self._events[junction[0]] = tuple([(event, n - junction[1]) for event, n in found.items()])

    def _steps(self, state: int, move: Move | None) -> list[Way]:
        """The ends of the chains that begin behind a state, those that lead nowhere left out."""
        n = move_cost(self._nfa, move)
        if n >= INFINITE:
            return []
        cost, found = self._nfa.cost, []
        for after in self._nfa.follow(state):
            if cost[after] < INFINITE:
                end, more = self._chain(after)
                found.append((end, n + more))
        return found


def move_cost(nfa: Nfa, move: Move | None) -> int:
    """Least bytes from a state with this move (None: one that reads a byte) to the state it goes on in."""
    if isinstance(move, Enter):
        return inner_cost(nfa, move)
    if isinstance(move, Take):
        return move.captured.least
    if isinstance(move, Later):
        return move.least
    return 1 if move is None or isinstance(move, OneToken) else 0


def inner_cost(nfa: Nfa, move: Enter) -> int:
    """Least bytes from entering a region until it is left."""
    region = move.region
    if isinstance(region, Scoped):
        return region.cost.at_start
    return min(INFINITE, nfa.cost[region.entry] * (region.low if isinstance(region, Counter) else 1))
