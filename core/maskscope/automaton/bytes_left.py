"""How many bytes a configuration still needs: the cost of its place plus that of every frame below it.

A state's own cost ends where its body ends; then the frame on top says what follows (a return state, more
repetitions), then the frame below that. The sum over a stack, and the least over the stacks of a node, is exact, and
no other state of the language is built to know it. Sums are kept per (return state, node), so each is made once.
"""

from __future__ import annotations

from maskscope.automaton.closure import Closures
from maskscope.automaton.frames import CUT
from maskscope.automaton.nfa import Scoped


class BytesLeft:
    """The cost of configurations of one automaton."""

    def __init__(self, closures: Closures) -> None:
        self._closures = closures
        self._memo: dict[int, int] = {}

    def of(self, config: int) -> int:
        """Least bytes from a configuration to an accepting state; what was cut off counts nothing."""
        memo = self._memo
        waiting = [config]
        while waiting:  # a stack may be as deep as the text is long, so it is not walked by recursion
            at = waiting[-1]
            if at in memo:
                waiting.pop()
                continue
            state, node = self._closures.parts(at)
            parts = [self._part(state, frame, below) for frame, below in self._closures.stacks.pairs(node)]
            missing = [after for _, after in parts if after is not None and after not in memo]
            if missing:
                waiting += missing
                continue
            memo[at] = min(own + (0 if after is None else memo[after]) for own, after in parts)
            waiting.pop()
        return memo[config]

    def _part(self, state: int, frame: int, below: int) -> tuple[int, int | None]:
        """Bytes until the frame on top is popped, and the configuration after that."""
        closures = self._closures
        own = closures.nfa.cost[state]
        if frame <= CUT:
            return own, None
        kind, value = closures.stacks.frames[frame]
        if kind is None:
            return own, closures.config(value, below)
        if isinstance(kind, Scoped):
            return kind.cost.least(state, value), closures.config(kind.ret, below)
        more = max(0, kind.low - value - 1)
        return own + more * closures.nfa.cost[kind.entry], closures.config(kind.ret, below)
