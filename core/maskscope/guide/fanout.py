"""A state's ways on, as the mask walk needs them: which kind of bytes leads where, and which leads back to itself.

    inside a JSON string      ASCII but `"`, `\\`, controls, and every character outside ASCII → itself: a loop
                              {"} → after the string
                              {\\} → in an escape

Where a way leads is worked out when the walk takes it. Most are never taken: deep in the trie a bundle has two or three
next bytes, whatever the state could read. And where every character outside ASCII leads to one place, as `ways` of the
language can tell, those characters are taken whole, and the seven states in the middle of one are never made.
"""

from __future__ import annotations

from maskscope.automaton.characters import ALL_LEADS
from maskscope.automaton.language import Language
from maskscope.guide.bundles import Bundles

_MOST_KEPT = 50_000  # states whose fanout is kept


class Way:
    """One kind of bytes that a state can read, and the state it leads to once that is known."""

    __slots__ = ("_after", "_language", "_target", "bits", "number", "wide")

    def __init__(self, language: Language, after: tuple[int, ...], bits: int, wide: bool, number: int) -> None:
        self._language, self._after = language, after
        self._target: int | None = None
        self.bits = bits | ALL_LEADS if wide else bits  # the bytes it may begin with
        self.wide = wide
        self.number = number  # of its kind

    @property
    def target(self) -> int:
        """The next state; DEAD if nothing can come of it."""
        if self._target is None:
            self._target = self._language.enter(self._after)
        return self._target


class Fanout:
    """The ways on of one state, their kinds disjoint; `loop` is the number of the kind that leads back to it, or -1."""

    __slots__ = ("_bundles", "_loop", "_state", "ways")

    def __init__(self, bundles: Bundles, state: int, ways: list[Way]) -> None:
        self._bundles, self._state = bundles, state
        self._loop: int | None = None
        self.ways = ways

    @property
    def loop(self) -> int:
        """Asking for it makes all next states."""
        if self._loop is None:
            back = [way for way in self.ways if way.target == self._state]
            wide = any(way.wide for way in back)
            bits = 0
            for way in back:
                bits |= way.bits & ~ALL_LEADS if way.wide else way.bits
            self._loop = self._bundles.number_of(bits, wide) if back else -1
        return self._loop


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
            if len(self._made) >= _MOST_KEPT:
                self._made.clear()
            made = self._made[state] = Fanout(self._bundles, state, self._ways(state))
        return made

    def _ways(self, state: int) -> list[Way]:
        bits_to: dict[tuple[int, ...], int] = {}
        for bits, after in self._language.ways(state):
            bits_to[after] = bits_to.get(after, 0) | bits
        beyond = self._language.after_any_character(state) if self._wide else None
        if beyond is not None:
            bits_to = {after: bits & ~ALL_LEADS for after, bits in bits_to.items()}
            bits_to.setdefault(beyond, 0)
        return [
            Way(self._language, after, bits, after == beyond, self._bundles.number_of(bits, after == beyond))
            for after, bits in bits_to.items()
            if bits or after == beyond
        ]
