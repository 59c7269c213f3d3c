"""At least how many bytes are left in a scope: each of its rules looked at alone, and the hardest one believed.

An estimate that is never too high makes a search exact, one that is nearly right makes it short, and one that sees
what is impossible makes it unnecessary. These are taken, and the largest counts:

* the bytes to the end whatever registers say;
* for each tally, the bytes to the end as if it were the only one (`tally_table`); a captured language of few texts is
  a tally too, with as many as there are;
* for keys, the sum of what every owed key costs. The bytes D from one mark to the next are shared out between the
  two, D[a, b] >= leaving(a) + entering(b), so that the sum over *any* way that passes all owed marks is at least the
  sum of their shares, in whatever order it passes them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from maskscope.automaton.captured import Captured
from maskscope.automaton.nfa import INFINITE, Act, Done, Move, Nfa, Take
from maskscope.automaton.registers import NO_KEYS, Registers, ScopeRules
from maskscope.automaton.tally_table import TallyTable, ticks_of
from maskscope.automaton.ways import Ways
from maskscope.ir.nodes import Mark

_END = -1  # stands for the end of the scope among the states that mark keys


class Estimate:
    """Lower bounds for one scope."""

    def __init__(self, nfa: Nfa, entry: int, rules: ScopeRules, captures: Sequence[Captured], work: int) -> None:
        self._nfa, self._entry, self._rules, self._captures, self._work = nfa, entry, rules, captures, work

    @cached_property
    def _tables(self) -> list[TallyTable | None]:
        """The tallies that bound something, each on its own."""
        parts = self._nfa, self._entry
        return [
            TallyTable(*parts, bound, ticks_of(i), self._work) if bound != (0, None) else None
            for i, bound in enumerate(self._rules.tallies)
        ]

    @cached_property
    def _finite(self) -> list[tuple[Captured, TallyTable]]:
        """The captured languages of few texts, as tallies."""
        few = [(captured, n) for captured in self._captures if (n := captured.few())]
        return [(c, TallyTable(self._nfa, self._entry, (0, n), _takes_of(c), self._work)) for c, n in few]

    @cached_property
    def _keys(self) -> KeyShares | None:
        keys = KeyShares(self._nfa, self._entry, self._rules)
        return keys if keys.matter or self._rules.keys is not NO_KEYS else None

    def of(self, state: int, registers: Registers) -> int:
        """At least so many bytes to the end; INFINITE only when there is surely none."""
        begun = 0
        if registers.held is not None:
            move = self._nfa.moves[state]
            assert isinstance(move, Take)
            begun, state = move.captured.states.distance(registers.held.state), move.target
        bound = self._nfa.cost[state]
        for table, n in zip(self._tables, registers.counts):
            if table is not None and bound < INFINITE:
                bound = max(bound, table.left(state, n))
        for captured, table in self._finite:
            if bound < INFINITE:
                bound = max(bound, table.left(state, captured.n_of(registers.used)))
        if self._keys is not None and bound < INFINITE:
            bound = max(bound, self._keys.left(state, registers.keys))
        return min(INFINITE, bound + begun)

    def is_exact(self, state: int, registers: Registers) -> bool:
        """Whether a way to the end is known that is as short as the estimate says."""
        if self._captures or any(self._tables) or self._keys is None:
            return False
        return self._keys.tour(state, registers.keys) == self.of(state, registers)


def _takes_of(captured: Captured) -> Callable[[Move], bool]:
    """Counts the texts that are captured in one language."""
    return lambda move: isinstance(move, Take) and move.captured is captured


class KeyShares:
    """What the marks of a scope cost at least, and which can still be reached."""

    def __init__(self, nfa: Nfa, entry: int, rules: ScopeRules) -> None:
        self._nfa, self._rules = nfa, rules
        self._ways = Ways(nfa, _is_mark_or_end)
        marks = self._find_marks(entry)
        self.matter = bool(marks)  # even with no rules a mark cannot be passed twice
        self._key = {mark: key for mark, (key, _) in marks.items()}
        self._next = {mark: self._ways.of(after) for mark, (_, after) in marks.items()}
        self._leaving = {mark: min((n for _, n in ways), default=INFINITE) for mark, ways in self._next.items()}
        self._entering = self._entering_shares()
        self._share = self._shares()
        self._reachable = self._reachable_keys()
        self._low = rules.keys.count[0]
        self._least_share = min(self._share.values(), default=INFINITE)
        self._grown_memo: dict[int, int | None] = {}
        self._owed_memo: dict[int, int] = {}

    def left(self, state: int, keys: int) -> int:
        """At least so many bytes from a state of the body to the end, with these keys written."""
        return self._first_event(state, keys)[0]

    def tour(self, state: int, keys: int) -> int:
        """Bytes to the end by one way that passes what is owed in the order of the source; INFINITE if that is none.

        Where this is what `left` says at least, it is the answer, and nothing need be searched.
        """
        total, event, n = self._first_event(state, keys)
        if total >= INFINITE:
            return INFINITE
        while event in self._key:
            keys |= 1 << self._key[event]
            owed = (self._grown(keys) or 0) & ~keys
            ways = dict(self._next[event])
            event = next((mark for mark, key in self._key.items() if owed >> key & 1 and mark in ways), _END)
            if event == _END:
                event = next((end for end in ways if end not in self._key), _END)
            if event not in ways or (event not in self._key and owed):
                return INFINITE
            n += ways[event]
        return n if self._count_is_met(keys) else INFINITE

    def _first_event(self, state: int, keys: int) -> tuple[int, int, int]:
        """The least bytes to the end, the next event on the way there, and the bytes to that event."""
        needed = self._grown(keys)
        best = (INFINITE, _END, 0)
        if needed is None:
            return best
        for event, n in self._ways.of(state):
            if event in self._key:
                best = min(best, (n + self._after_mark(event, keys, needed), event, n))
            elif needed == keys and self._count_is_met(keys):
                best = min(best, (n, event, n))
        return best

    def _after_mark(self, mark: int, keys: int, needed: int) -> int:
        """At least so many bytes from a mark, which is passed, to the end."""
        bit = 1 << self._key[mark]
        grown = needed if needed & bit else self._grown(needed | bit)
        can_be = keys | bit | self._reachable[mark]
        if keys & bit or grown is None or grown & ~can_be or can_be.bit_count() < self._low:
            return INFINITE
        more = max(0, self._low - grown.bit_count()) * self._least_share
        return self._leaving[mark] + self._owed(grown & ~(keys | bit)) + more + self._entering.get(_END, 0)

    def _grown(self, keys: int) -> int | None:
        """The keys with all that must come with them; None when they cannot stand."""
        if keys not in self._grown_memo:
            self._grown_memo[keys] = self._rules.needed(keys)
        return self._grown_memo[keys]

    def _owed(self, keys: int) -> int:
        """The shares of some keys together."""
        found = self._owed_memo.get(keys)
        if found is None:
            found = self._owed_memo[keys] = sum(share for key, share in self._share.items() if keys >> key & 1)
        return found

    def _count_is_met(self, keys: int) -> bool:
        high = self._rules.keys.count[1]
        return self._low <= keys.bit_count() and (high is None or keys.bit_count() <= high)

    def _find_marks(self, entry: int) -> dict[int, tuple[int, int]]:
        """The states that mark a key: the key, and where they go on."""
        found: dict[int, tuple[int, int]] = {}
        waiting = [entry]
        while waiting:
            for state, _ in self._ways.of(waiting.pop()):
                move = self._nfa.moves[state]
                if isinstance(move, Act) and isinstance(move.event, Mark) and state not in found:
                    found[state] = move.event.key, move.target
                    waiting.append(move.target)
        return found

    def _entering_shares(self) -> dict[int, int]:
        """For each mark, and for the end, what is left of the bytes to it when `leaving` is taken off."""
        shares: dict[int, int] = {}
        for mark, ways in self._next.items():
            for event, n in ways:
                at = event if event in self._key else _END
                shares[at] = min(shares.get(at, INFINITE), n - self._leaving[mark])
        return shares

    def _shares(self) -> dict[int, int]:
        """For each key, the cheapest of its marks that may follow another one.

        A mark that can only come first (a key without a comma before it) is no part of what follows any mark; with its
        bytes, which nothing shares, every key would look too cheap and a search among forty keys would never end.
        """
        shares: dict[int, int] = {}
        for mark, key in self._key.items():
            if mark in self._entering:
                share = min(INFINITE, self._leaving[mark] + self._entering[mark])
                shares[key] = min(shares.get(key, INFINITE), share)
        return shares

    def _reachable_keys(self) -> dict[int, int]:
        """For each mark, the keys that can be marked after it; a fixpoint, since ways may lead round."""
        reachable = dict.fromkeys(self._key, 0)
        changed = True
        while changed:
            changed = False
            for mark, ways in reversed(self._next.items()):
                grown = reachable[mark]
                for event, _ in ways:
                    if event in self._key:
                        grown |= reachable[event] | 1 << self._key[event]
                changed |= grown != reachable[mark]
                reachable[mark] = grown
        return reachable


def _is_mark_or_end(move: Move) -> bool:
    return isinstance(move, Done) or (isinstance(move, Act) and isinstance(move.event, Mark))
