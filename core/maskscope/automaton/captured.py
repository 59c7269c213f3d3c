"""Texts that must not come twice: the language a capture reads, and its shortest texts that are still to be had.

A captured text has an automaton of its own, so that what is inside it (recursion, counters, whatever) never mixes
with the stack around it: while it is read, the scope's registers hold a state of that automaton and the bytes so far.
All questions come down to listing texts shortest first, without those that are used up: how far is the nearest end,
is there any, are there enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from maskscope.automaton.compare import relation
from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.listing import Listing
from maskscope.automaton.nfa import INFINITE
from maskscope.automaton.recursion import has_cycle
from maskscope.automaton.registers import Held, Registers, forgotten, longer
from maskscope.automaton.rows import byte_list
from maskscope.automaton.states import States
from maskscope.automaton.used_texts import Text, UsedTexts
from maskscope.sets.byteset import ALL, bits_of

_UNCOUNTED = 8  # used texts that are counted anew each time
_FEW = 256  # texts of a language that are counted
_PAIRS = 20_000  # pairs of states looked at to see whether two languages share texts


class Captured:
    """The texts of one capture; two captures of one language share it."""

    def __init__(self, states: States) -> None:
        self.states = states
        self._endings: dict[int, Listing] = {}  # by state
        self._few: int | None = None
        self._lengths_of: dict[UsedTexts, Mapping[int, int]] = {}

    @property
    def texts(self) -> Listing:
        """All texts."""
        return self.endings(self.states.start)

    @property
    def least(self) -> int:
        """The length of the shortest text."""
        return INFINITE if self.states.is_empty else self.states.distance(self.states.start)

    def endings(self, state: int) -> Listing:
        """What may follow a state until the text ends; found once, however often it is asked for."""
        if state not in self._endings:
            self._endings[state] = Listing(self.states, state)
        return self._endings[state]

    def endings_unused(self, held: Held | None, used: UsedTexts, doubt: bool) -> Iterator[bytes]:
        """What may follow the held text, or stand alone, so that the whole is not used; shortest first.

        A forgotten used text could be any one that is long enough. With `doubt` the first such ending is left out, so
        that those that remain are at most too few and too long; without, none is, and they are at most too many.
        """
        least = used.forgotten if doubt else None
        for ending in self.texts if held is None else self.endings(held.state):
            text = whole(held, ending)
            if isinstance(text, bytes) and text in used:
                continue
            if least is not None and (isinstance(text, int) or len(text) >= least):
                least = None
                continue
            yield ending

    def read(self, registers: Registers, among: int) -> Iterator[tuple[int, Held]]:
        """Byte sets that the held text may go on with, of the bytes in `among`, each with what is held then."""
        held = registers.held
        assert held is not None
        kept = _bytes_to_keep(held.text, registers.used) if registers.loose else ALL
        for part, after in self.states.parts(held.state):
            bits = part & among
            if bits & ~kept:
                yield bits & ~kept, Held(after, forgotten(1 + _length(held.text)))
            for b in byte_list(bits & kept):
                yield 1 << b, Held(after, longer(held.text, bytes((b,))))

    def taken(self, registers: Registers, ending: bytes) -> Registers:
        """The registers once the held text is complete with this ending."""
        text = whole(registers.held, ending)
        return registers._replace(used=registers.used.including(text), held=None)

    def few(self) -> int | None:
        """How many texts there are, None when they are many."""
        if self._few is None:
            endless = has_cycle(self.states.nfa)
            self._few = next((i for i in range(_FEW + 1) if not endless and self.texts.nth(i) is None), _FEW + 1)
        return self._few if self._few <= _FEW else None

    def n_of(self, used: UsedTexts) -> int:
        """How many of the used texts are in the language, as far as they are known."""
        return sum(self.lengths_of(used).values())

    def lengths_of(self, used: UsedTexts) -> Mapping[int, int]:
        """How many of the used texts that are in the language have each length, as far as they are known."""
        fresh: list[Text] = []
        at = used
        while at not in self._lengths_of:
            newest = at.newest()
            if newest is None:
                self._lengths_of[at] = self._counted(at, {})
                break
            fresh.append(newest[0])
            at = newest[1]
        if not fresh:
            return self._lengths_of[at]
        found = self._counted(fresh, self._lengths_of[at])
        if len(fresh) > _UNCOUNTED:
            self._lengths_of[used] = found
        return found

    def _counted(self, texts: Iterable[Text], before: Mapping[int, int]) -> dict[int, int]:
        found = dict(before)
        for text in texts:
            if isinstance(text, bytes) and self.holds(text):
                found[len(text)] = found.get(len(text), 0) + 1
        return found

    def holds(self, text: bytes) -> bool:
        """Whether a text is in the language."""
        return self.states.is_accepting(self.states.run(self.states.start, text))


def whole(held: Held | None, ending: bytes) -> Text:
    """The text that a held one becomes with an ending."""
    return ending if held is None else longer(held.text, ending)


def _bytes_to_keep(text: Text, used: UsedTexts) -> int:
    """The bytes with which a text is still the beginning of a used one, as bits; none where some used text is unknown.

    subtle: then nothing is gained by keeping bytes, for whether the text is used cannot be told anyway.
    """
    if isinstance(text, int) or used.forgotten is not None:
        return 0
    n = len(text)
    return bits_of(other[n] for other in used.longer(text))


def _length(text: Text) -> int:
    return text if isinstance(text, int) else len(text)


class Rivals:
    """The captured languages of one scope, by whether a text that one of them takes could be missed by another."""

    def __init__(self, captures: Sequence[Captured]) -> None:
        self.captures = captures
        self._others = {
            id(a): [b for b in captures if relation(a.states, b.states, _PAIRS) not in ("equal", "disjoint")]
            for a in captures
        }

    def has(self, captured: Captured) -> bool:
        """Whether another language shares some of its texts but not all."""
        return bool(self._others[id(captured)])

    def want(self, captured: Captured, text: Text) -> bool:
        """Whether a capture of another language could be this text; PoppedBelow where it is not known."""
        if isinstance(text, int) and self._others[id(captured)]:
            raise PoppedBelow
        return isinstance(text, bytes) and any(other.holds(text) for other in self._others[id(captured)])
