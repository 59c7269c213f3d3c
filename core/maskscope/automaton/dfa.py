"""The explicit automaton of a language: every state, minimal, in arrays. For display, comparison and export.

Made by walking the lazy language breadth-first and merging states with the same future (`minimize`). Languages with
recursion have no finite automaton, and counters can have millions of states, so the walk stops at a limit by name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.elimination import regex_of
from maskscope.automaton.minimize import Machine, minimize
from maskscope.automaton.states import DEAD
from maskscope.draw.dot import dot_of
from maskscope.draw.picture import graph_of_dfa
from maskscope.errors import LimitExceeded
from maskscope.text import Span

if TYPE_CHECKING:  # the language makes its automaton, so the import would close a circle
    from maskscope.automaton.language import Language


@dataclass(frozen=True, slots=True, eq=False)
class Dfa:
    """The smallest automaton over bytes of one language; state 0 is the start, numbers are breadth-first.

    transitions  int32 (n, 256): the state after a byte, or DEAD (-1)
    accepting    bool (n,)
    distance     int32 (n,): bytes to the nearest accepting state
    origins      for each state, the spans of source that could consume the next byte
    """

    transitions: NDArray[np.int32]
    accepting: NDArray[np.bool_]
    distance: NDArray[np.int32]
    origins: tuple[tuple[Span, ...], ...]

    def __post_init__(self) -> None:
        for array in (self.transitions, self.accepting, self.distance):
            array.setflags(write=False)

    @property
    def n_states(self) -> int:
        """How many states there are; the dead one is not counted."""
        return len(self.accepting)

    def accepts(self, text: str | bytes) -> bool:
        """Whether the whole text is in the language."""
        state = 0 if self.n_states else DEAD
        for b in text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text:
            if state == DEAD:
                return False
            state = int(self.transitions[state, b])
        return state != DEAD and bool(self.accepting[state])

    def to_dot(self) -> str:
        """The automaton in Graphviz's DOT language, bytes of one edge written as characters and classes."""
        return dot_of(graph_of_dfa(self.transitions, self.accepting, self.distance, fold="none"))

    def to_regex(self) -> str:
        """A regex with the same texts; LimitExceeded("work") where it would be too long to be of any use."""
        rows = [{b: target for b, target in enumerate(row) if target >= 0} for row in self.transitions.tolist()]
        return regex_of(rows, self.accepting.tolist())


def explicit(language: Language, max_states: int) -> Dfa:
    """The minimal automaton; LimitExceeded("dfa_states") when walking meets more than `max_states` states."""
    machine = minimize(_explore(language, max_states))
    transitions = np.full((len(machine.moves), 256), DEAD, np.int32)
    for state, moves in enumerate(machine.moves):
        for b, target in moves:
            transitions[state, b] = target
    return Dfa(
        transitions,
        np.array(machine.accepting, np.bool_),
        np.array(machine.distance, np.int32),
        tuple(machine.origins),
    )


def _explore(language: Language, most: int) -> Machine:
    """Every state that can be reached, breadth-first, renumbered in the order met."""
    order = [] if language.is_empty else [language.start]
    numbers = {state: i for i, state in enumerate(order)}
    moves: list[list[tuple[int, int]]] = []
    for state in order:  # grows while it is walked
        here = []
        for b, target in language.live(state):
            number = numbers.setdefault(target, len(order))
            if number == len(order):
                order.append(target)
            here.append((b, number))
        moves.append(here)
        if len(order) > most:
            hint = "raise max_states, or look at the first states only; recursion has no finite automaton"
            raise LimitExceeded("dfa_states", most, hint, "making the whole automaton")
    return Machine(
        moves,
        [language.is_accepting(state) for state in order],
        [language.distance(state) for state in order],
        [language.origins(state) for state in order],
    )
