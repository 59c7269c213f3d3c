"""The states of an automaton, made when somebody steps into them.

A state is a set of configurations (`closure`), interned: numbered from 0 as it is met, and kept. From a state the
256 bytes lead to a handful of others; the bytes are first grouped by the labels that read them, so that a state's
ways on cost one closure each and not one a byte.
"""

from __future__ import annotations

from collections.abc import Iterable

from maskscope.automaton.bytes_left import BytesLeft
from maskscope.automaton.characters import Characters
from maskscope.automaton.closure import Closures, Configs
from maskscope.automaton.frames import CUT, PoppedBelow, Stacks
from maskscope.automaton.nfa import EXIT, Nfa, OneToken, Take
from maskscope.automaton.rows import byte_list, byte_runs, partition
from maskscope.automaton.shallow import Cutter
from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import TokenTerminal
from maskscope.limits import Limits
from maskscope.sets.byteset import ALL
from maskscope.text import Span

DEAD = -1
_REACH = 128  # bytes of a long token


class States:
    """The lazy deterministic automaton of an `Nfa`.

    States are ints that mean nothing elsewhere; DEAD is -1. `limits.states` bounds how many there can be.
    """

    def __init__(self, nfa: Nfa, limits: Limits) -> None:
        self.limits = limits
        self.nfa = nfa
        self._closures = Closures(nfa, Stacks(), limits)
        self._bytes_left = BytesLeft(self._closures)
        self._cutter = Cutter(self._closures)
        self._characters = Characters(nfa, self._closures.mask)
        self._configs: list[Configs] = []
        self._ids: dict[Configs, int] = {}
        self._entered: dict[Configs, int] = {}
        self._steps: dict[int, int] = {}  # state << 8 | byte → target, for the steps that were taken
        self._ways: dict[int, list[tuple[int, Configs]]] = {}
        self._classes: list[list[tuple[int, int]] | None] = []
        self._rows: list[list[int] | None] = []
        self._lives: list[tuple[tuple[int, int], ...] | None] = []
        self._shallow: dict[tuple[int, int, int], int] = {}
        self.start = self.enter((nfa.start,))

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
        return len(self.nfa.completed())

    def run(self, state: int, data: bytes) -> int:
        """The state after reading all of `data`, or DEAD."""
        steps = self._steps
        for b in data:
            if state == DEAD:
                break
            after = steps.get(state << 8 | b)
            state = self.step(state, b) if after is None else after
        return state

    def step(self, state: int, byte: int) -> int:
        """The state after one byte, or DEAD."""
        if state == DEAD:
            return DEAD
        key = state << 8 | byte
        after = self._steps.get(key)
        if after is None:
            row = self._rows[state]
            after = self._steps[key] = self._step_alone(state, byte) if row is None else row[byte]
        return after

    def is_accepting(self, state: int) -> bool:
        """Whether the text may end here."""
        # EXIT over BOTTOM is configuration 0, the least there is, and a state's configurations are sorted
        return state != DEAD and self._configs[state][0] == 0

    def distance(self, state: int) -> int:
        """Bytes to the nearest accepting state, exactly; the state is not DEAD."""
        return min(self._bytes_left.of(config) for config in self._configs[state])

    def origins(self, state: int) -> tuple[Span, ...]:
        """The parts of the source that could consume the next byte, in source order."""
        spans: set[Span | None] = set()
        for config in self._configs[state] if state != DEAD else ():
            place, node = self._closures.parts(config)
            move = self.nfa.moves.get(place)
            if isinstance(move, Take):
                held = self._closures.held(node)
                spans.update(span for state, _ in held for span in move.captured.states.origins(state))
            elif place != EXIT:
                spans.add(self.nfa.origin[place])
        return tuple(sorted(span for span in spans if span is not None))

    def parts(self, state: int) -> list[tuple[int, int]]:
        """Disjoint byte sets (as 256 bits) with the state that each leads to; made once a state, not to be changed."""
        parts = self._classes[state]
        if parts is None:
            entered = [(bits, self.enter(after)) for bits, after in self.ways(state)]
            parts = self._classes[state] = [(bits, target) for bits, target in entered if target != DEAD]
        return parts

    def ways(self, state: int) -> list[tuple[int, Configs]]:
        """As `parts`, with targets that are not made yet (`enter` makes one, and it may be DEAD).

        A mask needs few of a state's ways, and so asks for these. Raises PoppedBelow below a cut.
        """
        ways = self._ways.get(state)
        if ways is None:
            ways = self._ways[state] = partition(self._readers(self._configs[state]))
        return ways

    def after_any_character(self, state: int) -> Configs | None:
        """What `enter` takes to where every character outside ASCII leads; None unless all lead to one place."""
        return self._characters.after_any(self.ways(state))

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
            move = self.nfa.moves.get(place)
            if isinstance(move, OneToken):
                found.append((move.terminal, self.enter((self._closures.config(move.target, node),))))
        return tuple(found)

    @property
    def reads_tokens(self) -> bool:
        """Whether any state has `token_moves`."""
        return self.nfa.reads_tokens

    def union(self, states: Iterable[int]) -> int:
        """The state that goes on as any of these do, and accepts if one of them does."""
        configs = {config for state in states if state != DEAD for config in self._configs[state]}
        return self.enter(tuple(sorted(configs))) if configs else DEAD

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

    @property
    def captures_texts(self) -> bool:
        """Whether there are texts that must not come twice; then `loosened` makes a difference."""
        return self.nfa.takes

    def loosened(self, state: int) -> int:
        """The state with texts that are captured from here on forgotten as soon as they can be.

        It goes on as `state` does and its distances are as exact, but far fewer states come after it; where a forgotten
        text matters to a step or a distance, that raises PoppedBelow.
        """
        return self._intern(self._cutter.loosen(self._configs[state])) if self.captures_texts else state

    def _readers(self, configs: Configs, among: int = ALL) -> dict[int, list[int]]:
        """Byte sets, each with the configurations after reading one of its bytes; closures not taken yet.

        Of a captured text only the bytes in `among` are looked at.
        """
        label, target, mask = self.nfa.label, self.nfa.target, self._closures.mask
        groups: dict[int, list[int]] = {}
        for config in configs:
            place = config & mask
            bits = label[place]
            if bits:
                groups.setdefault(bits, []).append(config - place + target[place])
            elif config == self._closures.popped:
                raise PoppedBelow
            elif isinstance(self.nfa.moves.get(place), Take):
                for bits, after in self._closures.read_held(config, among):
                    groups.setdefault(bits, []).append(after)
        return groups

    def _step_alone(self, state: int, byte: int) -> int:
        """One step without the row: of the states next to this one, a text that is read needs only one."""
        if self.nfa.takes and state not in self._ways:
            # where texts are captured every byte leads to a state of its own, and even the ways cost too much
            readers = self._readers(self._configs[state], among=1 << byte).items()
            after = [config for bits, found in readers if bits >> byte & 1 for config in found]
            return self.enter(tuple(after)) if after else DEAD
        return next((self.enter(after) for bits, after in self.ways(state) if bits >> byte & 1), DEAD)

    def enter(self, configs: Configs) -> int:
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
