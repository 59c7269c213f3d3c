"""Registers that act together: the cheapest way to the end of a scope, found by searching.

Which keys are still owed, how many items there must be, which texts are used up: where all of that is a matter of one
loop the answer is worked out (`purchase`). Before that loop, and in all other scopes, the way to the end is searched
for, from event to event (`ways`), by A* (Hart, Nilsson and Raphael 1968). The estimate of what is left is never too
high (`estimate`), so the first end that comes up is the nearest; and where the estimate says that there is no end,
nothing is searched. What lies on a way that was found is known from then on, so
that a text which is typed along it asks nothing new.

A captured text is best the shortest unused one that no capture of *another* language could be: if a later capture of
the same language wanted it, the two could change places. Only the shorter ones, which another capture might need, are
tried besides. The search is bounded by the limit on work.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count, islice
from typing import NamedTuple

from maskscope.automaton.captured import Rivals, whole
from maskscope.automaton.estimate import Estimate
from maskscope.automaton.hub import find_hub
from maskscope.automaton.nfa import INFINITE, Act, Done, Move, Nfa, Take
from maskscope.automaton.purchase import Apart, Purchase, Quote
from maskscope.automaton.registers import Registers, ScopeRules
from maskscope.automaton.used_texts import UsedTexts
from maskscope.automaton.ways import Ways
from maskscope.errors import LimitExceeded

_WORK_OF_A_STOP = 200  # elementary steps
_MOST_FORCED = 6  # events in a row of which each is the only next one, looked along for a hub


class Stop(NamedTuple):
    """A place on the way to the end; `skipped` unused texts were passed over when it is a capture."""

    state: int
    registers: Registers
    skipped: int = 0


_NOTHING = UsedTexts()
_END = Stop(-1, Registers((), 0, _NOTHING))
_NOWHERE = _END, INFINITE
_Step = tuple[Stop, int, int]  # where to, the bytes to there, and at least so many bytes after that


class ScopeSearch:
    """Least bytes to the end of one scope from any state and registers, each found once."""

    def __init__(self, nfa: Nfa, rules: ScopeRules, estimate: Estimate, rivals: Rivals, work: int, doubt: bool) -> None:
        self._nfa, self._rules, self._estimate, self._rivals = nfa, rules, estimate, rivals
        self._doubt = doubt  # whether texts that were forgotten are taken to be in the way
        self._most = max(1000, work // _WORK_OF_A_STOP)
        self._ways = Ways(nfa, _is_event)
        self._known: dict[Stop, int] = {_END: 0}
        self._hubs: dict[int, Purchase | None] = {}

    def left(self, state: int, registers: Registers) -> int:
        """Least bytes to the end, INFINITE when there is none."""
        start = Stop(state, registers)
        if start not in self._known:
            quote = self._quote(start)
            self._known[start] = quote.bytes if quote.is_exact else self._search(start)
        return self._known[start]

    def _guess(self, stop: Stop) -> Quote:
        """At least so many bytes from a stop to the end; if that is exact, it is known from now on."""
        if stop in self._known:
            return Quote(self._known[stop], True)
        quote = self._quote(stop)
        if not quote.is_exact:
            state, registers = stop.state, stop.registers
            least = max(quote.bytes, self._estimate.of(state, registers))
            quote = Quote(least, self._estimate.is_exact(state, registers))
        if quote.is_exact:
            self._known[stop] = quote.bytes
        return quote

    def _quote(self, stop: Stop) -> Quote:
        """What the way to the next hub and from there to the end costs; nothing where ways part before that."""
        n, apart = 0, Apart()
        for _ in range(_MOST_FORCED):
            junction, more = self._ways.junction(stop.state)
            hub = self._hub(junction)
            if hub is not None:
                quote = hub.left(stop.registers, self._doubt, apart)
                return Quote(min(INFINITE, n + more + quote.bytes), quote.is_exact and not apart)
            ahead = self._forced(junction, stop.registers, apart)
            if ahead is None:
                return Quote(0, False)
            n += more + ahead[1]
            if n >= INFINITE:
                return Quote(INFINITE, True)
            stop = ahead[0]
        return Quote(0, False)

    def _forced(self, junction: int, registers: Registers, apart: Apart) -> tuple[Stop, int] | None:
        """The stop behind a junction and the bytes to it, if all its events but one are an end that may not come."""
        ways = self._ways.of(junction)
        if len(ways) > 1 and not self._rules.may_end(registers):
            ways = tuple([way for way in ways if not isinstance(self._nfa.moves[way[0]], Done)])
        if len(ways) != 1:
            return None
        ((event, n),) = ways
        ahead = self._after(event, registers, apart)
        return ahead and (ahead[0], min(INFINITE, n + ahead[1]))

    def _after(self, event: int, registers: Registers, apart: Apart) -> tuple[Stop, int] | None:
        """The stop behind an event and the bytes to it; None if it is the end."""
        move = self._nfa.moves[event]
        if isinstance(move, Act):
            acted = self._rules.act(registers, move.event)
            return _NOWHERE if acted is None else (Stop(move.target, acted), 0)
        if not isinstance(move, Take):
            return None
        captured, held = move.captured, registers.held
        used = apart.get(captured, registers.used)
        ending = next(captured.endings_unused(held, used, self._doubt), None)
        if ending is None:
            return _NOWHERE
        # a longer text leaves a shorter one to others of its language: nothing is gained by it, unless some other
        # language wants this one; then it is taken from its own language only, which makes the sum a lower bound
        if self._rivals.has(captured):
            apart[captured] = used.including(whole(held, ending))
            return Stop(move.target, registers._replace(held=None)), len(ending)
        return Stop(move.target, captured.taken(registers, ending)), len(ending)

    def _hub(self, junction: int) -> Purchase | None:
        if junction not in self._hubs:
            hub = find_hub(self._nfa, self._ways, junction)
            self._hubs[junction] = None if hub is None else Purchase(hub, self._rules, self._rivals)
        return self._hubs[junction]

    def _search(self, start: Stop) -> int:
        """A* from one stop; `waiting` holds (bytes of the whole way at least, -bytes so far, tie-break, stop)."""
        order = count()
        so_far, before = {start: 0}, {start: start}
        passed = _Passed()
        waiting = [(0, 0, 0, start)]
        while waiting:
            total, minus_n, _, stop = heappop(waiting)
            if -minus_n > so_far[stop]:
                continue
            if stop in self._known:  # the guess was exact, so no other way is shorter
                self._keep(stop, before, so_far, total)
                return total
            if passed.better(stop, -minus_n):
                continue
            for after, more, guess in self._steps(stop):
                n = more - minus_n
                if guess < INFINITE and n < so_far.get(after, INFINITE):
                    so_far[after], before[after] = n, stop
                    heappush(waiting, (n + guess, -n, -next(order), after))
            if len(so_far) > self._most:
                hint = "use fewer optional keys, or fewer rules across keys"
                raise LimitExceeded("work", self._most, hint, "looking for a way to end")
        return INFINITE

    def _keep(self, stop: Stop, before: dict[Stop, Stop], so_far: dict[Stop, int], total: int) -> None:
        """Every stop of the shortest way is known from now on."""
        while before[stop] != stop:
            stop = before[stop]
            self._known[stop] = total - so_far[stop]

    def _steps(self, stop: Stop) -> Iterator[_Step]:
        """The next stops."""
        if isinstance(self._nfa.moves.get(stop.state), Take):
            yield from self._take(stop)
            return
        for event, n in self._ways.of(stop.state):
            move = self._nfa.moves[event]
            if isinstance(move, Act):
                registers = self._rules.act(stop.registers, move.event)
                if registers is not None:
                    yield self._step(Stop(move.target, registers), n)
            elif isinstance(move, Take):
                yield self._step(Stop(event, stop.registers), n)
            elif self._rules.may_end(stop.registers):
                yield _END, n, 0

    def _step(self, after: Stop, n: int) -> _Step:
        return after, n, self._guess(after).bytes

    def _take(self, stop: Stop) -> Iterator[_Step]:
        """Finish the captured text with the shortest ending that gives an unused one, or pass that ending over."""
        move, registers = self._nfa.moves[stop.state], stop.registers
        assert isinstance(move, Take)
        texts = move.captured.endings_unused(registers.held, registers.used, self._doubt)
        for ending in islice(texts, stop.skipped, stop.skipped + 1):
            after = move.captured.taken(registers, ending)
            yield self._step(Stop(move.target, after), len(ending))
            if self._rivals.want(move.captured, whole(registers.held, ending)):
                # what comes after a longer text is no cheaper than what would come after none
                rest = self._guess(Stop(move.target, registers._replace(held=None))).bytes
                yield stop._replace(skipped=stop.skipped + 1), 0, len(ending) + rest


class _Passed:
    """The stops a search has passed; with fewer texts used and no more bytes read, one is better than another.

    Without this, a loop that captures texts without end would be gone round without end where nothing can be found.
    """

    def __init__(self) -> None:
        self._at: dict[Stop, list[tuple[int, UsedTexts]]] = {}

    def better(self, stop: Stop, n: int) -> bool:
        """Whether a better stop was passed; if not, this one is noted."""
        if stop.skipped:
            return False
        used = stop.registers.used
        passed = self._at.setdefault(stop._replace(registers=stop.registers._replace(used=_NOTHING)), [])
        if any(fewer <= used and earlier <= n for earlier, fewer in passed):
            return True
        passed.append((n, used))
        return False


def _is_event(move: Move) -> bool:
    return isinstance(move, Act | Take | Done)
