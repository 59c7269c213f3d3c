"""Whole characters outside ASCII, read off the automaton without making the states in their middle.

Inside a string a state reads é as two bytes, € as three and 😀 as four, by way of up to seven states in the middle of a
character. Nobody asks for those: what matters to a mask is that *every* character outside ASCII leads to one and the
same state. Since the compiler spells a set of characters as chains of byte states that share their ends, that can be
seen in the chains themselves; each set of chains is looked at once, however many states of the language run through it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maskscope.automaton.closure import Configs
from maskscope.automaton.nfa import Nfa
from maskscope.sets.byteset import bit_range

# What may follow a byte that begins a character (Unicode Standard, table 3-7): the sets of its further bytes.
_REST = bit_range(0x80, 0xBF)
_LEADS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (bit_range(0xC2, 0xDF), (_REST,)),
    (bit_range(0xE0, 0xE0), (bit_range(0xA0, 0xBF), _REST)),
    (bit_range(0xE1, 0xEC) | bit_range(0xEE, 0xEF), (_REST, _REST)),
    (bit_range(0xED, 0xED), (bit_range(0x80, 0x9F), _REST)),
    (bit_range(0xF0, 0xF0), (bit_range(0x90, 0xBF), _REST, _REST)),
    (bit_range(0xF1, 0xF3), (_REST, _REST, _REST)),
    (bit_range(0xF4, 0xF4), (bit_range(0x80, 0x8F), _REST, _REST)),
)
ALL_LEADS = bit_range(0xC2, 0xF4)  # the bytes that begin a character outside ASCII
_BEYOND = bit_range(0x80, 0xFF)

Places = tuple[int, ...]  # NFA states
Beyond = tuple[tuple[int, Places], ...]  # bytes from 0x80 up, with the NFA states after reading one of them


class Characters:
    """The chains of one automaton."""

    def __init__(self, nfa: Nfa, mask: int) -> None:
        self._nfa, self._mask = nfa, mask  # the mask picks the NFA state out of a configuration
        self._memo: dict[Beyond, Places | None] = {}

    def after_any(self, ways: Sequence[tuple[int, Configs]]) -> Configs | None:
        """The configurations after any character outside ASCII; None unless each such character leads to just them.

        `ways` are a state's disjoint byte sets, each with the configurations after reading one of its bytes. Those that
        are told are over one stack; where characters lead over several, None is told too.
        """
        beyond = [(bits, after) for bits, after in ways if bits >> 0x80]
        if not beyond:
            return None
        stack = beyond[0][1][0] & ~self._mask
        if any(config & ~self._mask != stack for _, after in beyond for config in after):
            return None
        key = tuple([(bits & _BEYOND, tuple([config - stack for config in after])) for bits, after in beyond])
        if key not in self._memo:
            self._memo[key] = self._where_all_lead(key)
        places = self._memo[key]
        return None if places is None else tuple([stack + place for place in places])

    def _where_all_lead(self, beyond: Beyond) -> Places | None:
        if sum(bits for bits, _ in beyond) != ALL_LEADS:
            return None
        ends: set[Places | None] = set()
        for lead, rest in _LEADS:
            firsts = [after for bits, after in beyond if bits & lead]
            ends.add(self._after_rest(firsts[0], rest) if len(firsts) == 1 else None)
        return ends.pop() if len(ends) == 1 else None

    def _after_rest(self, places: Iterable[int], rest: tuple[int, ...]) -> Places | None:
        """Where the chains end that read exactly these sets; None if one is no such chain."""
        ends = {self._end(place, rest) for place in places}
        return None if -1 in ends else tuple(sorted(ends))

    def _end(self, place: int, rest: tuple[int, ...]) -> int:
        for bits in rest:
            if self._nfa.label[place] != bits:
                return -1
            place = self._nfa.target[place]
        return place
