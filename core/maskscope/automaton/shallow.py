"""States with their stacks cut short, so that states which differ only far below share a token mask.

A token is a few bytes: it can pop a few frames, and it cannot count far. So for masks a state is looked at with only
its top frames, over the mark `CUT`, and a counter that is far from its bounds no longer counts: it goes round without
end (`FAR`), or also on whenever it likes (`FREE`), and so leads back to the very same state. Nothing is approximated:
a walk that would look below the cut raises `PoppedBelow`, and a counter is replaced only where neither bound comes
within `reach` bytes.
"""

from __future__ import annotations

from maskscope.automaton.closure import Closures, Configs
from maskscope.automaton.frames import BOTTOM, CUT
from maskscope.automaton.nfa import FAR, FREE, Counter, Scoped


class Cutter:
    """Cuts the nodes of one language; each (node, depth, reach) once."""

    def __init__(self, closures: Closures) -> None:
        self._closures = closures
        self._memo: dict[tuple[int, int, int], int] = {}

    def cut(self, configs: Configs, depth: int, reach: int) -> Configs:
        """The configurations with `depth` frames kept of every stack."""
        closures = self._closures
        found = []
        for config in configs:
            state, node = closures.parts(config)
            found.append(closures.config(state, self._node(node, depth, reach)))
        return tuple(sorted(found))

    def loosen(self, configs: Configs) -> Configs:
        """The configurations with the registers of the scope on top loosened; nothing is cut."""
        closures, stacks = self._closures, self._closures.stacks
        found = []
        for config in configs:
            state, node = closures.parts(config)
            if stacks.in_scope[node]:
                node = stacks.node((self._loose(frame), below) for frame, below in stacks.pairs(node))
            found.append(closures.config(state, node))
        return tuple(sorted(found))

    def _loose(self, frame: int) -> int:
        kind, value = self._closures.stacks.frames[frame]
        return self._closures.stacks.frame(kind, kind.cost.loosened(value)) if isinstance(kind, Scoped) else frame

    def _node(self, node: int, depth: int, reach: int) -> int:
        # recursion is as deep as the number of frames kept, which the guide bounds
        if node == BOTTOM:
            return BOTTOM
        if depth == 0:
            return CUT
        key = (node, depth, reach)
        found = self._memo.get(key)
        if found is None:
            stacks = self._closures.stacks
            found = stacks.node(
                (frame if frame <= CUT else self._frame(frame, reach), self._node(below, depth - 1, reach))
                for frame, below in stacks.pairs(node)
            )
            self._memo[key] = found
        return found

    def _frame(self, frame: int, reach: int) -> int:
        kind, value = self._closures.stacks.frames[frame]
        if kind is None:
            return frame
        after = kind.cost.widened(value, reach) if isinstance(kind, Scoped) else _widened(kind, value, reach)
        return self._closures.stacks.frame(kind, after)


def _widened(counter: Counter, done: int, reach: int) -> int:
    """A count that behaves like `done` for the next `reach` bytes; a round takes at least one byte."""
    if done >= 0 and done + reach < counter.low:
        return FAR
    if counter.high is not None and done >= counter.low and done + reach < counter.high:
        return FREE
    return done
