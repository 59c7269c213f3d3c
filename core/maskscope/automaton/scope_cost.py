"""How far the end of a scope is, and whether it can be reached at all: the one question every scope must answer.

A scope is entered, a byte in it read and a register changed only if the answer is finite. A scope that only counts one
thing is answered from a table (`tally_table`), any other by a search (`scope_search`).
"""

from __future__ import annotations

from itertools import islice

from maskscope.automaton.captured import Captured, Rivals, Used, whole
from maskscope.automaton.estimate import Estimate
from maskscope.automaton.nfa import INFINITE, Nfa, Take
from maskscope.automaton.registers import NO_KEYS, Registers, ScopeRules, forgotten
from maskscope.automaton.scope_search import ScopeSearch
from maskscope.automaton.tally_table import TallyTable, ticks_of

_MOST_TEXTS = 10_000  # unused texts tried, all of which another capture may need


class ScopeCost:
    """Least bytes to the end of one scope; `at_start` is that from its entry, once `measure` has been called."""

    def __init__(self, nfa: Nfa, entry: int, rules: ScopeRules, work: int) -> None:
        self._nfa, self._entry, self._rules, self._work = nfa, entry, rules, work
        self.at_start = INFINITE
        self._rivals = Rivals(_captures(nfa, entry))
        self._table: TallyTable | None = None
        self._search: ScopeSearch | None = None
        self._known: dict[tuple[int, Registers], int] = {}

    def measure(self) -> int:
        """Work out `at_start` from the costs of the body as they are now, forgetting what was known before."""
        self._table = self._search = None
        self._known.clear()
        self.at_start = self.least(self._entry, self._rules.start())
        return self.at_start

    def least(self, state: int, registers: Registers) -> int:
        """Bytes from a state of the body to the end of the scope, INFINITE when the end cannot be reached."""
        key = (state, registers)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._least(state, registers)
        return found

    def can_read_on(self, state: int, registers: Registers) -> bool:
        """Whether the text that is being captured in a state may go on, by one byte at least."""
        move = self._nfa.moves[state]
        assert isinstance(move, Take)
        for ending in islice(move.captured.endings_unused(registers.held, registers.used), _MOST_TEXTS):
            if ending and self.least(move.target, move.captured.taken(registers, ending)) < INFINITE:
                return True
            if ending and not self._rivals.want(move.captured, whole(registers.held, ending)):
                break  # where this text will not do, a longer one will not do either
        return False

    def widened(self, registers: Registers, reach: int) -> Registers:
        """Registers that stand for these as long as at most `reach` more bytes are read."""
        if self._table is not None:
            return registers._replace(counts=(self._table.widened(registers.counts[0], reach),))
        return self.loosened(registers)

    def loosened(self, registers: Registers) -> Registers:
        """Registers that stand for these, except that texts from here on are forgotten as soon as they can be."""
        if not self._rivals.captures:
            return registers
        held = registers.held
        if held is not None and isinstance(held.text, bytes) and not _begins_some(held.text, registers.used):
            held = held._replace(text=forgotten(len(held.text)))
        return registers._replace(loose=True, held=held)

    def _least(self, state: int, registers: Registers) -> int:
        if self._only_counts():
            self._table = self._table or TallyTable(
                self._nfa, self._entry, self._rules.tallies[0], ticks_of(0), self._work
            )
            return self._table.left(state, registers.counts[0])
        if self._search is None:
            estimate = Estimate(self._nfa, self._entry, self._rules, self._rivals.captures, self._work)
            self._search = ScopeSearch(self._nfa, self._rules, estimate, self._rivals, self._work)
        return self._search.left(state, registers)

    def _only_counts(self) -> bool:
        return len(self._rules.tallies) == 1 and self._rules.keys is NO_KEYS and not self._rivals.captures


def _begins_some(text: bytes, used: Used) -> bool:
    return any(isinstance(other, int) or other.startswith(text) for other in used)


def _captures(nfa: Nfa, entry: int) -> list[Captured]:
    """The captured languages of a body, each once."""
    found: dict[int, Captured] = {}
    met, waiting = {entry}, [entry]
    while waiting:
        state = waiting.pop()
        move = nfa.moves.get(state)
        if isinstance(move, Take):
            found[id(move.captured)] = move.captured
        fresh = [after for after in nfa.follow(state) if after not in met]
        met.update(fresh)
        waiting += fresh
    return list(found.values())
