"""How far the end of a scope is, and whether it can be reached at all: the one question every scope must answer.

A scope is entered, a byte in it read and a register changed only if the answer is finite. A scope that only counts one
thing is answered from a table (`tally_table`), any other by a search (`scope_search`).
"""

from __future__ import annotations

from itertools import islice

from maskscope.automaton.captured import Captured, Rivals, whole
from maskscope.automaton.estimate import Estimate
from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.nfa import INFINITE, Nfa, Take
from maskscope.automaton.registers import NO_KEYS, Registers, ScopeRules, forgotten
from maskscope.automaton.scope_search import ScopeSearch
from maskscope.automaton.tally_table import TallyTable, ticks_of
from maskscope.automaton.used_texts import UsedTexts

_MOST_TEXTS = 10_000  # unused texts tried, all of which another capture may need


class ScopeCost:
    """Least bytes to the end of one scope; `at_start` is that from its entry, once `measure` has been called."""

    def __init__(self, nfa: Nfa, entry: int, rules: ScopeRules, work: int) -> None:
        self._nfa, self._entry, self._rules, self._work = nfa, entry, rules, work
        self.at_start = INFINITE
        self._rivals = Rivals(_captures(nfa, entry))
        self._table: TallyTable | None = None
        self._searches: tuple[ScopeSearch, ...] = ()  # with no doubt about forgotten texts, and with all of it
        self._known: dict[tuple[int, Registers], tuple[int, int]] = {}

    def measure(self) -> int:
        """Work out `at_start` from the costs of the body as they are now, forgetting what was known before."""
        self._table, self._searches = None, ()
        self._known.clear()
        self.at_start = self.least(self._entry, self._rules.start())
        return self.at_start

    def least(self, state: int, registers: Registers) -> int:
        """Bytes from a state of the body to the end of the scope, INFINITE when the end cannot be reached.

        PoppedBelow where that depends on a text that was forgotten.
        """
        at_least, at_most = self._bounds(state, registers)
        if at_least != at_most:
            raise PoppedBelow
        return at_least

    def can_end(self, state: int, registers: Registers) -> bool:
        """Whether the end can be reached; PoppedBelow where that depends on a text that was forgotten."""
        at_least, at_most = self._bounds(state, registers)
        if at_least < INFINITE <= at_most:
            raise PoppedBelow
        return at_least < INFINITE

    def can_read_on(self, state: int, registers: Registers) -> bool:
        """Whether the text that is being captured in a state may go on, by one byte at least.

        PoppedBelow where that depends on a text that was forgotten: where it can for some such texts, not for all.
        """
        move = self._nfa.moves[state]
        assert isinstance(move, Take)
        if self._reads_on(move, registers, doubt=True):
            return True
        if _forgets(registers) and self._reads_on(move, registers, doubt=False):
            raise PoppedBelow
        return False

    def _reads_on(self, move: Take, registers: Registers, doubt: bool) -> bool:
        """Whether the text may go on, with the forgotten ones in the way (`doubt`) or out of it."""
        endings = (ending for ending in move.captured.endings_unused(registers.held, registers.used, doubt) if ending)
        for ending in islice(endings, _MOST_TEXTS):
            if self._bounds(move.target, move.captured.taken(registers, ending))[doubt] < INFINITE:
                return True
            if not self._rivals.want(move.captured, whole(registers.held, ending)):
                return False  # where this text will not do, a longer one will not do either
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

    def _bounds(self, state: int, registers: Registers) -> tuple[int, int]:
        """Bytes to the end at least and at most, as the texts that were forgotten may be; equal where all are known."""
        key = (state, registers)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(state, registers)
        return found

    def _find(self, state: int, registers: Registers) -> tuple[int, int]:
        if self._only_counts():
            self._table = self._table or TallyTable(
                self._nfa, self._entry, self._rules.tallies[0], ticks_of(0), self._work
            )
            left = self._table.left(state, registers.counts[0])
            return left, left
        if not self._searches:
            estimate = Estimate(self._nfa, self._entry, self._rules, self._rivals.captures, self._work)
            parts = (self._nfa, self._rules, estimate, self._rivals, self._work)
            self._searches = ScopeSearch(*parts, doubt=False), ScopeSearch(*parts, doubt=True)
        at_least = self._searches[0].left(state, registers)
        return at_least, self._searches[1].left(state, registers) if _forgets(registers) else at_least

    def _only_counts(self) -> bool:
        return len(self._rules.tallies) == 1 and self._rules.keys is NO_KEYS and not self._rivals.captures


def _begins_some(text: bytes, used: UsedTexts) -> bool:
    return used.forgotten is not None or text in used or next(used.longer(text), None) is not None


def _forgets(registers: Registers) -> bool:
    """Whether some text is not known, so that what is left may depend on it."""
    held = registers.held
    return (held is not None and isinstance(held.text, int)) or registers.used.forgotten is not None


def _captures(nfa: Nfa, entry: int) -> list[Captured]:
    """The captured languages of a body, each once."""
    found: dict[int, Captured] = {}
    met, waiting = {entry}, [entry]
    while waiting:
        state = waiting.pop()
        while nfa.label[state]:  # most of a body are chains of bytes
            state = nfa.target[state]
        move = nfa.moves.get(state)
        if isinstance(move, Take):
            found[id(move.captured)] = move.captured
        fresh = [after for after in nfa.follow(state) if after not in met]
        met.update(fresh)
        waiting += fresh
    return list(found.values())
