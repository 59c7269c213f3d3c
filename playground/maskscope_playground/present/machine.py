"""The automaton as it is shown: numbered states one can walk by bytes, whole or on demand.

A language without recursion and of moderate size has an explicit minimal automaton; its states are the ones drawn,
`0` being the start. Every other language is shown by its own lazily made states. The tape knows bytes, so both are
simply walked; a clicked state becomes a state of the language again by the shortest bytes that lead to it.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.language import DEAD, Language
from maskscope.errors import LimitExceeded

_REMEMBERED = 4  # texts whose states are known
MOST_STATES = 1200  # of an explicit automaton that is made for display


@dataclass(frozen=True, eq=False)
class Machine:
    """States to draw; `table` is int32 (n, 256) of the explicit automaton, None when states are the language's own."""

    language: Language
    table: NDArray[np.int32] | None = None
    ends: NDArray[np.bool_] | None = None  # bool (n,)
    bytes_left: NDArray[np.int32] | None = None  # int32 (n,)

    @property
    def start(self) -> int:
        """The state before the first byte."""
        return self.language.start if self.table is None else 0

    @property
    def size(self) -> int | None:
        """How many states there are in all, None when nobody knows."""
        return None if self.table is None else len(self.table)

    def run(self, state: int, data: bytes) -> int:
        """The state after some bytes, DEAD when they are refused."""
        if self.table is None:
            return self.language.run(state, data)
        for b in data:
            state = self.step(state, b)
        return state

    def after(self, data: bytes) -> int:
        """The state after a text, by going on from a text that was asked for before: a tape grows at its end."""
        known = max((text for text in self._ran if data.startswith(text)), key=len)
        state = self.run(self._ran[known], data[len(known) :])
        while len(self._ran) > _REMEMBERED:
            del self._ran[next(text for text in self._ran if text)]
        self._ran[data] = state
        return state

    @cached_property
    def _ran(self) -> dict[bytes, int]:
        return {b"": self.start}

    def step(self, state: int, byte: int) -> int:
        """The state after one byte, DEAD when it is refused."""
        if self.table is None:
            return self.language.step(state, byte)
        return DEAD if state < 0 else int(self.table[state, byte])

    def moves(self, state: int) -> dict[int, int]:
        """Target → the bytes that lead there, as a 256-bit set."""
        found: dict[int, int] = {}
        for b, target in self._live(state):
            found[target] = found.get(target, 0) | 1 << b
        return found

    def _live(self, state: int) -> list[tuple[int, int]]:
        if self.table is None:
            return list(self.language.live(state))
        if state not in self._rows:
            row = self.table[state]
            live = np.flatnonzero(row >= 0)
            self._rows[state] = list(zip(live.tolist(), row[live].tolist()))
        return self._rows[state]

    @cached_property
    def _rows(self) -> dict[int, list[tuple[int, int]]]:
        """The live bytes of the states that were asked for: drawing asks for each some twenty times."""
        return {}

    def is_accepting(self, state: int) -> bool:
        """Whether a text may end here."""
        return self.language.is_accepting(state) if self.ends is None else bool(self.ends[state])

    def distance(self, state: int) -> int:
        """Bytes to the nearest complete text."""
        return self.language.distance(state) if self.bytes_left is None else int(self.bytes_left[state])

    def shortest_way(self, state: int) -> bytes | None:
        """The shortest bytes from the start to a state of the explicit automaton; None elsewhere."""
        return self._ways.get(state)

    @cached_property
    def _ways(self) -> dict[int, bytes]:
        if self.table is None:
            return {}
        ways, queue = {0: b""}, deque([0])
        while queue:
            state = queue.popleft()
            for b, target in self._live(state):
                if target not in ways:
                    ways[target] = ways[state] + bytes([b])
                    queue.append(target)
        return ways

    def shortest_end(self, state: int, most: int = 200) -> bytes | None:
        """The shortest bytes that complete the text from here, None when they are more than `most`."""
        if state < 0 or self.distance(state) > most:
            return None
        data = bytearray()
        while left := self.distance(state):
            b, state = next((b, t) for b, t in self._live(state) if self.distance(t) == left - 1)
            data.append(b)
        return bytes(data)


def machine_of(language: Language, most: int = MOST_STATES) -> Machine:
    """The explicit minimal automaton where there is a moderate one, else the language itself."""
    if not language.is_finite_state:
        return Machine(language)
    try:
        dfa = language.dfa(max_states=most)
    except LimitExceeded:
        return Machine(language)
    return Machine(language, dfa.transitions, dfa.accepting, dfa.distance)
