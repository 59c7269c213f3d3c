"""What a scope does to the stacks: its registers change on top, on every stack of a node at once.

Each function takes a node whose frames are a scope's and gives the node after, or None when no stack is left. A stack
is dropped as soon as its scope cannot be ended any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from maskscope.automaton.frames import CUT, PoppedBelow, Stacks
from maskscope.automaton.nfa import INFINITE, Act, Enter, Scoped, Take
from maskscope.automaton.registers import Held, Registers, is_used

Step = tuple[int, int]  # an NFA state and a node
Change = Callable[[Scoped, Registers], Registers | None]


def enter_scope(stacks: Stacks, move: Enter, node: int) -> list[Step]:
    """A scope begins with empty registers, if it can end at all."""
    region: Any = move.region
    if region.cost.at_start >= INFINITE:
        return []
    return [(region.entry, stacks.push(stacks.frame(region, region.rules.start()), node))]


def act(stacks: Stacks, move: Act, node: int) -> list[Step]:
    """Something is counted."""
    after = _changed(stacks, node, lambda scope, registers: scope.rules.act(registers, move.event))
    return [] if after is None else [(move.target, after)]


def finish(stacks: Stacks, node: int) -> list[Step]:
    """The scope ends where its rules allow it."""
    steps = []
    for frame, below in stacks.pairs(node):
        scope, registers = _opened(stacks, frame)
        if scope.rules.may_end(registers):
            steps.append((scope.ret, below))
    return steps


def alive(stacks: Stacks, state: int, node: int) -> int | None:
    """The stacks whose scope can still be ended from a state."""
    return _changed(stacks, node, lambda scope, r: r if scope.cost.can_end(state, r) else None)


def begin_text(stacks: Stacks, move: Take, node: int) -> int | None:
    """A captured text begins, on every stack where it has not begun already."""
    start = Held(move.captured.states.start, b"")
    return _changed(stacks, node, lambda _, r: r if r.held else r._replace(held=start))


def still_reading(stacks: Stacks, state: int, node: int) -> int | None:
    """The stacks on which the captured text may go on."""
    return _changed(stacks, node, lambda scope, r: r if scope.cost.can_read_on(state, r) else None)


def end_text(stacks: Stacks, move: Take, node: int) -> list[Step]:
    """The captured text ends where it is complete and not used."""

    def ended(_: Scoped, registers: Registers) -> Registers | None:
        held = registers.held
        if held is None or not move.captured.states.is_accepting(held.state) or is_used(held.text, registers.used):
            return None
        return move.captured.taken(registers, b"")

    after = _changed(stacks, node, ended)
    return [] if after is None else [(move.target, after)]


def read_text(stacks: Stacks, move: Take, node: int, among: int) -> Iterator[tuple[int, int]]:
    """Byte sets that the captured text may go on with, of the bytes in `among`, each with the node after."""
    for frame, below in stacks.pairs(node):
        scope, registers = _opened(stacks, frame)
        for bits, held in move.captured.read(registers, among):
            yield bits, stacks.push(stacks.frame(scope, registers._replace(held=held)), below)


def _changed(stacks: Stacks, node: int, change: Change) -> int | None:
    """The node with every scope's registers changed; stacks without new registers are dropped."""
    pairs = []
    for frame, below in stacks.pairs(node):
        scope, registers = _opened(stacks, frame)
        after = change(scope, registers)
        if after is not None:
            pairs.append((frame if after is registers else stacks.frame(scope, after), below))
    return stacks.node(pairs) if pairs else None


def _opened(stacks: Stacks, frame: int) -> tuple[Scoped, Any]:
    """The scope of a frame and its registers; they are not there when the stack was cut above them."""
    if frame == CUT:
        raise PoppedBelow
    scope, registers = stacks.frames[frame]
    assert isinstance(scope, Scoped)
    return scope, registers
