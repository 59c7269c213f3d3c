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
from maskscope.automaton.nfa import EXIT, INFINITE, Counter, Enter, Loop, Nfa
from maskscope.errors import LimitExceeded
from maskscope.limits import Limits

Configs = tuple[int, ...]


class Closures:
    """Closures of one automaton, each worked out once."""

    def __init__(self, nfa: Nfa, stacks: Stacks, limits: Limits) -> None:
        self.nfa, self.stacks = nfa, stacks
        self.shift = len(nfa).bit_length()
        self.mask = (1 << self.shift) - 1
        self.popped = self.config(EXIT, CUT)
        self._most = limits.work
        self._memo: dict[int, Configs] = {}
        self._splits: dict[int, tuple[int, ...]] = {}

    def config(self, state: int, node: int) -> int:
        """Pack an NFA state and a node."""
        return node << self.shift | state

    def parts(self, config: int) -> tuple[int, int]:
        """The NFA state and the node of a configuration."""
        return config & self.mask, config >> self.shift

    def of(self, config: int) -> Configs:
        """The closure of one configuration, sorted."""
        state = config & self.mask
        if self.nfa.label[state] and self.nfa.cost[state] < INFINITE:
            return (config,)
        found = self._memo.get(config)
        if found is None:
            found = self._memo[config] = self._walk(state, config >> self.shift)
        return found

    def union(self, configs: Configs) -> Configs:
        """The closure of several configurations; where they meet in one NFA state their stacks are merged."""
        ends: dict[int, int] = {}
        for config in configs:
            for end in self.of(config):
                self._add(ends, end & self.mask, end >> self.shift)
        return self._packed(ends)

    def _packed(self, ends: dict[int, int]) -> Configs:
        return tuple(sorted([node << self.shift | state for state, node in ends.items()]))

    def _add(self, ends: dict[int, int], state: int, node: int) -> None:
        known = ends.get(state)
        ends[state] = node if known is None or known == node else self.stacks.merge(known, node)

    def _walk(self, state: int, node: int) -> Configs:
        """Follow everything that reads nothing, breadth is bounded by the limit on work."""
        ends: dict[int, int] = {}
        waiting = [(state, node)]
        met = set(waiting)
        while waiting:
            state, node = waiting.pop()
            for after in self.through_splits(state):
                steps = self._pass(after, node, met)
                if steps is None:
                    self._add(ends, after, node)
                    continue
                fresh = [step for step in steps if step not in met]
                met.update(fresh)
                waiting += fresh
            if len(met) > self._most:
                raise LimitExceeded("work", self._most, "the grammar repeats something empty without end", "stepping")
        return self._packed(ends)

    def through_splits(self, state: int) -> tuple[int, ...]:
        """The states that are no splits and can be reached through splits alone, those that cannot end left out."""
        found = self._splits.get(state)
        if found is None:
            found = self._splits[state] = self._walk_splits(state)
        return found

    def _walk_splits(self, state: int) -> tuple[int, ...]:
        moves, cost = self.nfa.moves, self.nfa.cost
        ends: dict[int, None] = {}
        met, waiting = {state}, [state]
        while waiting:
            at = waiting.pop()
            move = moves.get(at)
            if cost[at] >= INFINITE:
                continue
            if type(move) is tuple:
                fresh = [t for t in move if t not in met]
                met.update(fresh)
                waiting += fresh
            else:
                ends[at] = None
        return tuple(ends)

    def _pass(self, state: int, node: int, met: set[tuple[int, int]]) -> list[tuple[int, int]] | None:
        """Where a state leads without reading; None when the closure ends in it."""
        if state == EXIT:
            return self._leave(node)
        move = self.nfa.moves.get(state)
        if isinstance(move, Enter):
            return [self._enter(move, node)]
        if not isinstance(move, Loop):
            return None
        steps = self._turn(move.counter, node)
        if self.nfa.cost[move.counter.entry] == 0 and steps:
            # subtle: a second empty round would only use up repetitions, a billion of them if need be; it is marked as
            # done. Nothing is lost: such a counter has no minimum, so fewer rounds allow all that more rounds allow.
            met.add((state, steps[-1][1]))
        return steps

    def _enter(self, move: Enter, node: int) -> tuple[int, int]:
        region = move.region
        if isinstance(region, Counter):
            frame = self.stacks.frame(region, 0)
        else:
            frame = self.stacks.frame(None, move.ret)
        return region.entry, self.stacks.push(frame, node)

    def _leave(self, node: int) -> list[tuple[int, int]] | None:
        """The end of a plain body: return to where each frame says. At the bottom or a cut the closure ends."""
        if node in (BOTTOM, CUT):
            return None
        frames = self.stacks.frames
        steps = []
        for frame, below in self.stacks.pairs(node):
            # a mark of the bottom or the cut among other frames: split it off, it is an end of its own
            steps.append((EXIT, frame) if frame in (BOTTOM, CUT) else (frames[frame][1], below))
        return steps

    def _turn(self, counter: Counter, node: int) -> list[tuple[int, int]]:
        """One more repetition is complete, on every stack: go round again, or on, or either."""
        again: list[tuple[int, int]] = []
        steps: list[tuple[int, int]] = []
        for frame, below in self.stacks.pairs(node):
            value, goes_on = counter.after(self.stacks.frames[frame][1])
            if goes_on:
                steps.append((counter.ret, below))
            if value is not None:
                again.append((self.stacks.frame(counter, value), below))
        if again:
            steps.append((counter.entry, self.stacks.node(again)))
        return steps
