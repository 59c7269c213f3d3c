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
from maskscope.automaton.closure import Configs
from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import Language
from maskscope.guide.bundles import Bundles

_MOST_KEPT = 50_000  # states whose fanout is kept
UNKNOWN = -2  # whether a state has a loop was not asked yet
IN_DOUBT = -3  # in place of a state: what was cut off decides


Way = tuple[int, int, Configs]  # bytes it may begin with, as bits; number of its kind; what `enter` makes a state of


class Fanout:
    """The ways on of one state; their kinds are disjoint."""

    __slots__ = ("loop", "ways")

    def __init__(self, ways: list[Way]) -> None:
        self.ways = ways
        self.loop = UNKNOWN  # number of the kind that leads back to the state, -1 if there is none


class Fanouts:
    """The fanouts of a language's states, made when asked for.

    `wide` allows characters outside ASCII to be taken whole; without it every next state is the exact one after each
    byte, which is needed when it matters where a token ends.
    """

    def __init__(self, language: Language, bundles: Bundles, wide: bool) -> None:
        self.enter = language.enter
        self._language, self._bundles, self._wide = language, bundles, wide
        self._made: dict[int, Fanout] = {}

    def of(self, state: int) -> Fanout:
        """The fanout of one state; raises PoppedBelow as the state's row does."""
        made = self._made.get(state)
        if made is None:
            if len(self._made) >= _MOST_KEPT:
                self._made.clear()
            made = self._made[state] = Fanout(self._ways(state))
        return made

    def loop(self, state: int) -> int:
        """The number of the kind that leads back to a state, or -1; makes all its next states the first time."""
        fanout = self.of(state)
        if fanout.loop == UNKNOWN:
            numbers = [number for _, number, after in fanout.ways if self.enter_or_doubt(after) == state]
            back = [self._bundles.kinds[number] for number in numbers]
            bits = sum(kind.bits for kind in back)  # the kinds are disjoint
            fanout.loop = self._bundles.number_of(bits, any(kind.wide for kind in back)) if back else -1
        return fanout.loop

    def enter_or_doubt(self, after: Configs) -> int:
        """As `enter`, but IN_DOUBT where a cut state does not tell."""
        try:
            return self.enter(after)
        except PoppedBelow:
            return IN_DOUBT

    def _ways(self, state: int) -> list[Way]:
        ways = self._language.ways(state)
        number_of = self._bundles.number_of
        # most states read no character outside ASCII, and F4 is the last byte that begins one
        if self._wide and max(ways, default=(0,))[0] >> 0xF4:
            beyond = self._language.after_any_character(state)
            if beyond is not None:
                return self._with_characters(ways, beyond)
        return [(bits, number_of(bits, False), after) for bits, after in ways]

    def _with_characters(self, ways: list[tuple[int, Configs]], beyond: Configs) -> list[Way]:
        """The ways, with all characters outside ASCII taken whole, and together with the ASCII ones that go along."""
        number_of = self._bundles.number_of
        ascii_to: dict[Configs, int] = {beyond: 0}
        for bits, after in ways:
            ascii_to[after] = ascii_to.get(after, 0) | bits & ~ALL_LEADS
        with_all = ascii_to.pop(beyond)
        narrow = [(bits, number_of(bits, False), after) for after, bits in ascii_to.items() if bits]
        return [(with_all | ALL_LEADS, number_of(with_all, True), beyond), *narrow]
