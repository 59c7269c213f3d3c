"""Texts that must not come twice: the language a capture reads, and its shortest texts that are still to be had.

A captured text has an automaton of its own, so that what is inside it (recursion, counters, whatever) never mixes
with the stack around it: while it is read, the scope's registers hold a state of that automaton and the bytes so far.
All questions come down to listing texts shortest first, without those that are used up: how far is the nearest end,
is there any, are there enough.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from heapq import heappop, heappush

from maskscope.automaton.compare import relation
from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.nfa import INFINITE
from maskscope.automaton.recursion import has_cycle
from maskscope.automaton.registers import Held, Registers, Text, forgotten, longer
from maskscope.automaton.rows import byte_list
from maskscope.automaton.states import DEAD, States
from maskscope.errors import LimitExceeded
from maskscope.sets.byteset import ALL, bits_of

Used = frozenset[Text]
_FEW = 256  # texts of a language that are counted
_PAIRS = 20_000  # pairs of states looked at to see whether two languages share texts


class Captured:
    """The texts of one capture; two captures of one language share it."""

    def __init__(self, states: States) -> None:
        self.states = states
        self._listed: list[bytes] = []  # shortest first, as far as anybody asked
        self._rest = self.endings(states.start)
        self._few: int | None = None
        self._n_of: dict[Used, int] = {}
        self._lengths_of: dict[Used, Mapping[int, int]] = {}

    @property
    def least(self) -> int:
        """The length of the shortest text."""
        return INFINITE if self.states.is_empty else self.states.distance(self.states.start)

    def endings(self, state: int) -> Iterator[bytes]:
        """What may follow a state until the text ends, shortest first, then by bytes; possibly without end.

        A queue entry is a text, the state it leads to, and the bytes that could have stood in the place of its last one
        and lead there too: those are looked at one after the other, so a state costs an entry a way and not one a byte.
        """
        if state == DEAD:
            return
        states = self.states
        waiting: list[tuple[int, bytes, int, tuple[int, ...]]] = [(states.distance(state), b"", state, ())]
        while waiting:
            least, text, at, others = heappop(waiting)
            if others:
                heappush(waiting, (least, text[:-1] + bytes(others[:1]), at, others[1:]))
            if least == len(text) and states.is_accepting(at):
                yield text
            for bits, after in states.parts(at):
                first, *rest = byte_list(bits)
                heappush(waiting, (len(text) + 1 + states.distance(after), text + bytes((first,)), after, tuple(rest)))
            if len(waiting) > states.limits.work:
                raise LimitExceeded("work", states.limits.work, "let fewer texts be unique", "listing unused texts")

    def nth(self, i: int) -> bytes | None:
        """The text number i in the order of length, then bytes; None when there are not so many."""
        while len(self._listed) <= i:
            text = next(self._rest, None)
            if text is None:
                return None
            self._listed.append(text)
        return self._listed[i]

    def n_of_length(self, length: int, most: int) -> int:
        """How many texts have a length, counted up to `most`."""
        first = self._first_of(length)
        self.nth(first + most - 1)
        end = bisect_right(self._listed, length, first, min(len(self._listed), first + most), key=len)
        return end - first

    def length_after(self, length: int) -> int:
        """The next greater length that a text has, INFINITE when there is none."""
        after = self.nth(self._first_of(length + 1))
        return INFINITE if after is None else len(after)

    def _first_of(self, length: int) -> int:
        """The place of the first text that is so long or longer; all shorter ones are listed then."""
        while (not self._listed or len(self._listed[-1]) < length) and self.nth(len(self._listed)) is not None:
            pass
        return bisect_left(self._listed, length, key=len)

    def texts(self) -> Iterator[bytes]:
        """All texts, shortest first."""
        i = 0
        while (text := self.nth(i)) is not None:
            i += 1
            yield text

    def endings_unused(self, held: Held | None, used: Used, doubt: bool) -> Iterator[bytes]:
        """What may follow the held text, or stand alone, so that the whole is not used; shortest first.

        A forgotten used text could be any one that is long enough. With `doubt` the first such ending is left out, so
        that those that remain are at most too few and too long; without, none is, and they are at most too many.
        """
        least = min((text for text in used if isinstance(text, int)), default=None) if doubt else None
        for ending in self.texts() if held is None else self.endings(held.state):
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
        return registers._replace(used=registers.used | {text}, held=None)

    def few(self) -> int | None:
        """How many texts there are, None when they are many."""
        if self._few is None:
            endless = has_cycle(self.states.nfa)
            self._few = next((i for i in range(_FEW + 1) if not endless and self.nth(i) is None), _FEW + 1)
        return self._few if self._few <= _FEW else None

    def n_of(self, used: Used) -> int:
        """How many of the used texts are in the language, as far as they are known."""
        if used not in self._n_of:
            self._n_of[used] = sum(isinstance(text, bytes) and self.holds(text) for text in used)
        return self._n_of[used]

    def lengths_of(self, used: Used) -> Mapping[int, int]:
        """How many of the used texts that are in the language have each length, as far as they are known."""
        if used not in self._lengths_of:
            self._lengths_of[used] = Counter(len(text) for text in used if isinstance(text, bytes) and self.holds(text))
        return self._lengths_of[used]

    def holds(self, text: bytes) -> bool:
        """Whether a text is in the language."""
        return self.states.is_accepting(self.states.run(self.states.start, text))


def whole(held: Held | None, ending: bytes) -> Text:
    """The text that a held one becomes with an ending."""
    return ending if held is None else longer(held.text, ending)


def _bytes_to_keep(text: Text, used: Used) -> int:
    """The bytes with which a text is still the beginning of a used one, as bits; none where some used text is unknown.

    subtle: then nothing is gained by keeping bytes, for whether the text is used cannot be told anyway.
    """
    known = [other for other in used if isinstance(other, bytes)]
    if isinstance(text, int) or len(known) < len(used):
        return 0
    n = len(text)
    return bits_of(other[n] for other in known if len(other) > n and other.startswith(text))


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
