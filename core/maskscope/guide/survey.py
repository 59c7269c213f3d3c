"""A look around a language: its nearest states, and for each a shortest text that leads there.

Breadth-first from the start, up to a number of states; a language with more (or with endlessly many) is seen in part,
and `complete` says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import Language
from maskscope.guide.terminals import names_of

Step = tuple[bytes, int]  # what is read, the state it leads to


@dataclass(frozen=True, slots=True, eq=False)
class Survey:
    """States in the order they were met, the way into each, and whether these are all there are."""

    states: tuple[int, ...]
    into: dict[int, tuple[int, bytes]]  # state → the state before, and what was read from there; not for the start
    complete: bool

    def text_to(self, state: int) -> bytes:
        """A shortest text from the start to a state."""
        pieces = []
        while state in self.into:
            state, piece = self.into[state]
            pieces.append(piece)
        return b"".join(reversed(pieces))


def look_around(start: int, steps: Callable[[int], Iterable[Step]], most: int) -> Survey:
    """The states within reach of `start` by `steps`, nearest first, at most so many."""
    states, into = [start], dict[int, tuple[int, bytes]]()
    for state in states:  # grows while it is walked
        for piece, there in steps(state):
            if there != start and there not in into:
                if len(states) == most:
                    return Survey(tuple(states), into, complete=False)
                into[there] = (state, piece)
                states.append(there)
    return Survey(tuple(states), into, complete=True)


def byte_steps(language: Language) -> Callable[[int], Iterable[Step]]:
    """Steps by one byte, or by a token element.

    Texts that are captured are forgotten as soon as they can be, or each would lead to states of its own; where a
    forgotten one matters the look goes no further.
    """

    def steps(state: int) -> list[Step]:
        try:
            found = [(bytes([byte]), language.loosened(there)) for byte, there in language.live(state)]
        except PoppedBelow:
            return []
        elements = language.token_moves(state)
        return [*found, *((names_of([terminal])[0].encode(), there) for terminal, there in elements)]

    return steps
