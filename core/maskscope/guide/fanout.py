"""A state's ways on, gathered for the mask walk: which kinds of bytes lead where, and which lead back to itself.

    inside a JSON string      loop    ASCII but `"`, `\\`, controls, and every character outside ASCII
                              groups  {"} → after the string,  {\\} → in an escape

Bytes that lead to one state go together. Where *every* character outside ASCII leads to one state as well, which takes
up to seven states in the middle of characters to find out, those characters join the bytes that lead there.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.language import Language
from maskscope.guide.bundles import Bundles
from maskscope.guide.spread import Kind
from maskscope.sets.byteset import bits_of
from maskscope.vocab.utf8_states import BOUNDARY, BROKEN, TRANSITIONS


@dataclass(frozen=True, slots=True)
class Fanout:
    """`groups` are (number of a kind, next state), kinds disjoint; `loop` is the kind that leads back, -1 if none."""

    loop: int
    groups: tuple[tuple[int, int], ...]


def _ways(row: NDArray[np.uint8]) -> tuple[tuple[int, int], ...]:
    return tuple((bits_of(np.flatnonzero(row == t).tolist()), int(t)) for t in np.unique(row[row != BROKEN]))


_AFTER = tuple(_ways(row) for row in TRANSITIONS)  # UTF-8 state → its (set of bytes, next UTF-8 state)
_LEADS = tuple((bits, after) for bits, after in _AFTER[BOUNDARY] if after != BOUNDARY)
_ALL_LEADS = sum(bits for bits, _ in _LEADS)


class Fanouts:
    """The fanouts of a language's states, made when asked for.

    `wide` allows characters outside ASCII to be taken whole; without it every next state is the exact one after each
    byte, which is needed when it matters where a token ends.
    """

    def __init__(self, language: Language, bundles: Bundles, wide: bool) -> None:
        self._language, self._bundles, self._wide = language, bundles, wide
        self._made: dict[int, Fanout] = {}

    def of(self, state: int) -> Fanout:
        """The fanout of one state; raises PoppedBelow as the state's row does."""
        made = self._made.get(state)
        if made is None:
            made = self._made[state] = self._make(state)
        return made

    def _make(self, state: int) -> Fanout:
        bits_to = grouped(self._language, state)
        beyond = self._beyond_ascii(bits_to) if self._wide else -1
        numbers: dict[int, int] = {}
        for target, bits in bits_to.items():
            kind = Kind(bits & ~_ALL_LEADS if beyond >= 0 else bits, target == beyond)
            if kind.bits or kind.wide:
                numbers[target] = self._bundles.number_of(kind)
        if beyond >= 0 and beyond not in numbers:
            numbers[beyond] = self._bundles.number_of(Kind(0, wide=True))
        loop = numbers.pop(state, -1)
        return Fanout(loop, tuple((number, target) for target, number in numbers.items()))

    def _beyond_ascii(self, bits_to: dict[int, int]) -> int:
        """The one state to which every character outside ASCII leads, -1 if there is no such state."""
        if sum(bits_to.values()) >> 0x80 << 0x80 != _ALL_LEADS:
            return -1
        ends = set()
        for lead, after in _LEADS:
            firsts = [target for target, bits in bits_to.items() if bits & lead]
            ends.add(self._end_of_character(firsts[0], after) if len(firsts) == 1 else -1)
        return ends.pop() if len(ends) == 1 else -1

    def _end_of_character(self, state: int, utf8: int) -> int:
        """Where every continuation leads from a state in the middle of a character, -1 if they part or some die."""
        while utf8 != BOUNDARY:
            ((continuation, utf8),) = _AFTER[utf8]
            bits_to = grouped(self._language, state)
            if list(bits_to.values()) != [continuation]:
                return -1
            (state,) = bits_to
        return state


def grouped(language: Language, state: int) -> dict[int, int]:
    """Next state → the set of bytes that lead there, as bits."""
    bits_to: dict[int, int] = {}
    for bits, target in language.parts(state):
        bits_to[target] = bits_to.get(target, 0) | bits
    return bits_to
