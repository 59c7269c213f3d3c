"""A language: a grammar as an automaton over bytes whose states are made when somebody steps into them.

Wait, what is this? Determinising a grammar in advance can take millions of states, of which one generation meets a few
hundred. So a state here is the set of places the grammar may be in after the bytes read so far, built (and numbered,
and kept) the first time it is met. With no recursion and no counters this is the textbook subset construction, done
lazily; with them, each place carries its stacks (`frames`).

    language.step(language.start, ord("4"))  ->  an int; DEAD (-1) when no text goes on that way
"""

from __future__ import annotations

from functools import cached_property
from html import escape

from maskscope.automaton.bytes_left import BytesLeft
from maskscope.automaton.closure import Closures, Configs
from maskscope.automaton.dfa import DEAD, Dfa, explicit
from maskscope.automaton.distance import settle
from maskscope.automaton.frames import CUT, PoppedBelow, Stacks
from maskscope.automaton.nfa import EXIT, Nfa, OneToken
from maskscope.automaton.recursion import has_growing_stacks, refuse_empty_recursion
from maskscope.automaton.rows import byte_list, byte_runs, partition
from maskscope.automaton.shallow import Cutter
from maskscope.automaton.thompson import compile_nfa
from maskscope.draw.picture import picture_of_dfa
from maskscope.errors import LimitExceeded, Note
from maskscope.ir.nodes import Grammar, TokenTerminal
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.sets.byteset import ByteSet
from maskscope.text import Source, Span

_REACH = 128  # bytes of a long token
_DRAWN = 300  # states of the largest automaton that a notebook shows


def build_language(grammar: Grammar, source: Source, limits: Limits = DEFAULT_LIMITS, kind: str = "") -> Language:
    """Compile a grammar; no state but the start is made yet."""
    nfa = compile_nfa(grammar, limits)
    if not nfa.settled:
        settle(nfa)
        refuse_empty_recursion(nfa, source)
    return Language(nfa, source, limits, kind, grammar.notes)


class Language:
    """The texts of one grammar, as an automaton over bytes.

    States are ints, numbered from 0 as they are met; they mean nothing in another language. A row, once made, is
    kept; `limits.states` bounds how many there can be.
    """

    def __init__(self, nfa: Nfa, source: Source, limits: Limits, kind: str, notes: tuple[Note, ...]) -> None:
        self.kind, self.source, self.notes, self.limits = kind, source, notes, limits
        self._nfa = nfa
        self._closures = Closures(nfa, Stacks(), limits)
        self._bytes_left = BytesLeft(self._closures)
        self._cutter = Cutter(self._closures)
        self._configs: list[Configs] = []
        self._ids: dict[Configs, int] = {}
        self._entered: dict[Configs, int] = {}
        self._classes: list[list[tuple[int, int]] | None] = []
        self._rows: list[list[int] | None] = []
        self._lives: list[tuple[tuple[int, int], ...] | None] = []
        self._shallow: dict[tuple[int, int, int], int] = {}
        self.start = self._enter((nfa.start,))

    @property
    def is_empty(self) -> bool:
        """Whether there is no text at all."""
        return self.start == DEAD

    @property
    def n_states(self) -> int:
        """States met so far."""
        return len(self._configs)

    @property
    def n_nfa_states(self) -> int:
        """States of the compiled automaton."""
        return len(self._nfa)

    @cached_property
    def is_finite_state(self) -> bool:
        """Whether the states are finitely many: no stack and no register can grow without bound."""
        return not has_growing_stacks(self._nfa)

    def accepts(self, text: str | bytes) -> bool:
        """Whether the whole text is in the language."""
        state = self.run(self.start, text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        return state != DEAD and self.is_accepting(state)

    def run(self, state: int, data: bytes) -> int:
        """The state after reading all of `data`, or DEAD."""
        for b in data:
            if state == DEAD:
                break
            state = self.row(state)[b]
        return state

    def step(self, state: int, byte: int) -> int:
        """The state after one byte, or DEAD."""
        return DEAD if state == DEAD else self.row(state)[byte]

    def is_accepting(self, state: int) -> bool:
        """Whether the text may end here."""
        # EXIT over BOTTOM is configuration 0, the least there is, and a state's configurations are sorted
        return state != DEAD and self._configs[state][0] == 0

    def distance(self, state: int) -> int:
        """Bytes to the nearest accepting state, exactly."""
        return min(self._bytes_left.of(config) for config in self._configs[state])

    def origins(self, state: int) -> tuple[Span, ...]:
        """The parts of the source that could consume the next byte, in source order."""
        if state == DEAD:
            return ()
        places = (self._closures.parts(config)[0] for config in self._configs[state])
        spans = {self._nfa.origin[place] for place in places if place != EXIT}
        return tuple(sorted(span for span in spans if span is not None))

    def next_bytes(self, state: int) -> ByteSet:
        """The bytes that may come next."""
        bits = 0
        for part, _ in self.parts(state) if state != DEAD else ():
            bits |= part
        return ByteSet(bits)

    def dfa(self, max_states: int | None = None) -> Dfa:
        """The explicit minimal automaton; LimitExceeded when walking meets more states than `limits.dfa_states`."""
        return explicit(self, self.limits.dfa_states if max_states is None else max_states)

    def _repr_html_(self) -> str:
        """A picture of the automaton for a notebook; a sentence where it is too large to draw."""
        try:
            dfa = self.dfa(_DRAWN)
        except LimitExceeded:
            return f"<p>{escape(self.kind)} with more than {_DRAWN} states</p>"
        return picture_of_dfa(dfa.transitions, dfa.accepting, dfa.distance, title=self.kind or "automaton")

    def parts(self, state: int) -> list[tuple[int, int]]:
        """The ways on: disjoint byte sets (as bits), each with its target; made once a state. The guide walks these."""
        parts = self._classes[state]
        if parts is None:
            parts = self._classes[state] = self._expand(self._configs[state])
        return parts

    def row(self, state: int) -> list[int]:
        """The target of each of the 256 bytes; the list is kept and must not be changed."""
        row = self._rows[state]
        if row is None:
            row = [DEAD] * 256
            for bits, target in self.parts(state):
                for low, high in byte_runs(bits):
                    row[low:high] = [target] * (high - low)
            self._rows[state] = row
        return row

    def live(self, state: int) -> tuple[tuple[int, int], ...]:
        """The (byte, target) pairs that are not dead, by byte."""
        live = self._lives[state]
        if live is None:
            pairs = [(b, target) for bits, target in self.parts(state) for b in byte_list(bits)]
            pairs.sort()
            live = self._lives[state] = tuple(pairs)
        return live

    def token_moves(self, state: int) -> tuple[tuple[TokenTerminal, int], ...]:
        """The tokens that stand for themselves here, each with the state after it."""
        found = []
        for config in self._configs[state] if state != DEAD else ():
            place, node = self._closures.parts(config)
            move = self._nfa.moves.get(place)
            if isinstance(move, OneToken):
                found.append((move.terminal, self._enter((self._closures.config(move.target, node),))))
        return tuple(found)

    def shallow(self, state: int, depth: int, reach: int = _REACH) -> int:
        """The state with only the top `depth` frames of each stack and far-off counters made alike.

        For texts of at most `reach` bytes it allows exactly what `state` allows; going below the frames kept raises
        `PoppedBelow`. A state that is not changed by this is returned itself.
        """
        if len(self._closures.stacks) <= CUT + 1:
            return state  # no stack was ever made
        key = (state, depth, reach)
        found = self._shallow.get(key)
        if found is None:
            found = self._shallow[key] = self._intern(self._cutter.cut(self._configs[state], depth, reach))
        return found

    def _expand(self, configs: Configs) -> list[tuple[int, int]]:
        label, target, mask = self._nfa.label, self._nfa.target, self._closures.mask
        groups: dict[int, list[int]] = {}
        for config in configs:
            place = config & mask
            bits = label[place]
            if bits:
                groups.setdefault(bits, []).append(config - place + target[place])
            elif config == self._closures.popped:
                raise PoppedBelow
        entered = [(bits, self._enter(after)) for bits, after in partition(groups)]
        return [(bits, state) for bits, state in entered if state != DEAD]

    def _enter(self, configs: Configs) -> int:
        """The state of some configurations and all they become without reading."""
        state = self._entered.get(configs)
        if state is None:
            closures = self._closures
            ends = closures.of(configs[0]) if len(configs) == 1 else closures.union(configs)
            state = self._entered[configs] = self._intern(ends) if ends else DEAD
        return state

    def _intern(self, configs: Configs) -> int:
        state = self._ids.get(configs)
        if state is None:
            state = self._ids[configs] = len(self._configs)
            if state >= self.limits.states:
                raise LimitExceeded("states", self.limits.states, "start anew, or raise limits.states", "stepping")
            self._configs.append(configs)
            self._classes.append(None)
            self._rows.append(None)
            self._lives.append(None)
        return state
