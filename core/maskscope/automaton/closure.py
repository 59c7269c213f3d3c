"""Everything a configuration becomes before the next byte is read.

A *configuration* is a place and what it remembers: an NFA state and a node of stacks, packed into one int
(`node << shift | state`). From a configuration one may go on through splits, enter and leave regions and pass round
loops without reading anything; the *closure* is where that ends: states that read a byte or a token, and `EXIT` with
nothing above the bottom (the text may end) or above a cut.

States that can never end (cost `INFINITE`) are never entered, so a state of the language with no configuration is
dead and no other is.
"""

from __future__ import annotations

from maskscope.automaton.frames import BOTTOM, CUT, Stacks
from maskscope.automaton.nfa import EXIT, INFINITE, Act, Counter, Done, Enter, Later, Loop, Nfa, Scoped, Take
from maskscope.automaton.scope_steps import (
    Step,
    act,
    alive,
    begin_text,
    end_text,
    enter_scope,
    finish,
    read_text,
    still_reading,
)
from maskscope.errors import LimitExceeded
from maskscope.limits import Limits

Configs = tuple[int, ...]
Places = tuple[int, ...]  # NFA states


class Closures:
    """Closures of one automaton, each worked out once."""

    def __init__(self, nfa: Nfa, stacks: Stacks, limits: Limits) -> None:
        self.nfa, self.stacks = nfa, stacks
        self.shift = nfa.most_states(limits.nfa_states).bit_length()
        self.mask = (1 << self.shift) - 1
        self.popped = self.config(EXIT, CUT)
        self._most = limits.work
        self._memo: dict[int, Configs] = {}
        self._splits: dict[int, tuple[Places, Places]] = {}

    def config(self, state: int, node: int) -> int:
        """Pack an NFA state and a node."""
        return node << self.shift | state

    def parts(self, config: int) -> tuple[int, int]:
        """The NFA state and the node of a configuration."""
        return config & self.mask, config >> self.shift

    def of(self, config: int) -> Configs:
        """The closure of one configuration, sorted."""
        state = config & self.mask
        if self.nfa.label[state] and self.nfa.cost[state] < INFINITE and not self.stacks.in_scope[config >> self.shift]:
            return (config,)
        found = self._memo.get(config)
        if found is None:
            readers, others = self._through_splits(state)
            if others or self.stacks.in_scope[config >> self.shift]:
                found = self._walk(state, config >> self.shift)
            else:
                found = tuple([config - state + reader for reader in readers])
            self._memo[config] = found
        return found

    def union(self, configs: Configs) -> Configs:
        """The closure of several configurations; where they meet in one NFA state their stacks are merged."""
        found = {end for config in configs for end in self.of(config)}
        mask = self.mask
        if not found or max(found) <= mask or len({end & mask for end in found}) == len(found):
            return tuple(sorted(found))  # no two of them meet with different stacks
        ends: dict[int, int] = {}
        for end in sorted(found):
            self._add(ends, end & mask, end >> self.shift)
        return self._packed(ends)

    def _packed(self, ends: dict[int, int]) -> Configs:
        packed = [node << self.shift | state for state, node in ends.items()]
        if ends.get(EXIT, BOTTOM) not in (BOTTOM, CUT):  # both the end of the text and what was cut off
            packed.remove(self.config(EXIT, ends[EXIT]))
            packed += [self.config(EXIT, BOTTOM), self.popped]
        return tuple(sorted(packed))

    def _add(self, ends: dict[int, int], state: int, node: int) -> None:
        known = ends.get(state)
        ends[state] = node if known is None or known == node else self.stacks.merge(known, node)

    def _walk(self, state: int, node: int) -> Configs:
        """Follow everything that reads nothing; how much that is, the limit on work bounds."""
        ends: dict[int, int] = {}
        waiting = [(state, node)]
        met = set(waiting)
        while waiting:
            state, node = waiting.pop()
            readers, others = self._through_splits(state)
            if self.stacks.in_scope[node]:
                readers, others = (), readers + others  # each of them must be asked whether the scope can still end
            for reader in readers:
                if ends.setdefault(reader, node) != node:
                    self._add(ends, reader, node)
            for after in others:
                fresh = [step for step in self._pass(after, node, ends, met) if step not in met]
                met.update(fresh)
                waiting += fresh
            if len(met) > self._most:
                raise LimitExceeded("work", self._most, "the grammar repeats something empty without end", "stepping")
        return self._packed(ends)

    def _through_splits(self, state: int) -> tuple[Places, Places]:
        """Where splits alone lead: the byte states, sorted, and the others; those that cannot end are left out.

        subtle: they are told apart because byte states need nothing done. The class of all letters begins in 40 of
        them, and a counter enters it anew for each of 200 counts.
        """
        found = self._splits.get(state)
        if found is None:
            ends = self._walk_splits(state)
            readers = tuple(sorted(end for end in ends if self.nfa.label[end]))
            others = tuple(end for end in ends if not self.nfa.label[end])
            found = self._splits[state] = readers, others
        return found

    def _walk_splits(self, state: int) -> list[int]:
        moves, cost = self.nfa.moves, self.nfa.cost
        ends: list[int] = []
        met, waiting = {state}, [state]
        while waiting:
            at = waiting.pop()
            move = moves.get(at)
            if cost[at] >= INFINITE:
                continue
            if type(move) is Later:
                move = self.nfa.opened(at)
            if type(move) is tuple:
                fresh = [t for t in move if t not in met]
                met.update(fresh)
                waiting += fresh
            else:
                ends.append(at)
        return ends

    def _pass(self, state: int, node: int, ends: dict[int, int], met: set[Step]) -> list[Step]:
        """Where a state leads without reading; where it reads, that is noted in `ends`."""
        move = self.nfa.moves.get(state)
        if isinstance(move, Loop):
            return self._turn(state, move.counter, node, met)
        if isinstance(move, Act):
            return act(self.stacks, move, node)
        if isinstance(move, Done):
            return finish(self.stacks, node)
        if isinstance(move, Take):
            return self._take(state, move, node, ends)
        if self.stacks.in_scope[node]:
            left = alive(self.stacks, state, node)
            if left is None:
                return []
            node = left
        if isinstance(move, Enter):
            return self._enter(move, node)
        if state == EXIT and node not in (BOTTOM, CUT):
            return self._leave(node)
        self._add(ends, state, node)
        return []

    def _enter(self, move: Enter, node: int) -> list[Step]:
        region = move.region
        if isinstance(region, Scoped):
            return enter_scope(self.stacks, move, node)
        frame = self.stacks.frame(region, 0) if isinstance(region, Counter) else self.stacks.frame(None, move.ret)
        return [(region.entry, self.stacks.push(frame, node))]

    def _leave(self, node: int) -> list[Step]:
        """The end of a plain body: return to where each frame says. At the bottom or a cut the closure ends."""
        frames = self.stacks.frames
        # a mark of the bottom or the cut among other frames is an end of its own
        return [
            (EXIT, frame) if frame in (BOTTOM, CUT) else (frames[frame][1], below)
            for frame, below in self.stacks.pairs(node)
        ]

    def _turn(self, state: int, counter: Counter, node: int, met: set[Step]) -> list[Step]:
        """One more repetition is complete, on every stack: go round again, or on, or either."""
        again: list[tuple[int, int]] = []
        steps: list[Step] = []
        for frame, below in self.stacks.pairs(node):
            if frame == CUT:
                steps.append((EXIT, CUT))
                continue
            value, goes_on = counter.after(self.stacks.frames[frame][1])
            if goes_on:
                steps.append((counter.ret, below))
            if value is not None:
                again.append((self.stacks.frame(counter, value), below))
        if again:
            round_again = self.stacks.node(again)
            steps.append((counter.entry, round_again))
            if self.nfa.cost[counter.entry] == 0:
                # subtle: a second empty round would only use up repetitions, a billion of them if need be; it is marked
                # as done. Nothing is lost: such a counter has no minimum, and fewer rounds allow all that more allow.
                met.add((state, round_again))
        return steps

    def _take(self, state: int, move: Take, node: int, ends: dict[int, int]) -> list[Step]:
        """A text is captured: it may begin or go on here, and where it is complete it may end."""
        reading = begin_text(self.stacks, move, node)
        if reading is None:
            return []
        going_on = still_reading(self.stacks, state, reading)
        if going_on is not None:
            self._add(ends, state, going_on)
        return end_text(self.stacks, move, reading)

    def held(self, node: int) -> list[tuple[int, bytes | None]]:
        """The captured texts of a node, each as a state of its own automaton and its bytes."""
        values = [self.stacks.frames[frame][1] for frame, _ in self.stacks.pairs(node)]
        return [value.held for value in values]

    def read_held(self, config: int, among: int) -> list[tuple[int, int]]:
        """Byte sets that a captured text may go on with, each with the configuration after."""
        state, node = self.parts(config)
        move = self.nfa.moves[state]
        assert isinstance(move, Take)
        return [(bits, self.config(state, after)) for bits, after in read_text(self.stacks, move, node, among)]
