"""Do two grammars mean the same, and if not, what is the shortest text that tells?

Both automata are walked side by side, breadth-first over pairs of states, so the first text found of each sort is a
shortest one (the product construction, made only as far as it is needed). DEAD takes part as a state: a text that is
dead on one side may still be accepted on the other, and then the distance there says at once where its nearest end is.

Languages with recursion have infinitely many states: what differs is still found, but that nothing differs may never
come out. Past a limit the answer is "undecided", with how many bytes were looked at.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from maskscope.automaton.states import DEAD, States
from maskscope.errors import LimitExceeded
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.sets.byteset import bit_range

Relation = Literal["equal", "a_in_b", "b_in_a", "overlap", "disjoint", "undecided"]
Pair = tuple[int, int]

_WORK_OF_A_PAIR = 200  # elementary steps
_LIKED = (bit_range(0x61, 0x7A), bit_range(0x30, 0x39), bit_range(0x21, 0x7E))  # bytes that witnesses are made of


@dataclass(frozen=True, slots=True)
class Comparison:
    """A shortest text of each sort, None where there is none; `searched` is the bytes walked when it was given up."""

    only_a: bytes | None
    only_b: bytes | None
    both: bytes | None
    searched: int | None = None

    @property
    def relation(self) -> Relation:
        """How the two languages stand to each other, as far as the texts found decide it."""
        only_a, only_b, both = (text is not None for text in (self.only_a, self.only_b, self.both))
        if only_a and only_b and both:
            return "overlap"
        if self.searched is not None:
            return "undecided"
        if not both:
            return "disjoint" if only_a or only_b else "equal"
        if only_a or only_b:
            return "b_in_a" if only_a else "a_in_b"
        return "equal"


def compare(a: States, b: States, limits: Limits = DEFAULT_LIMITS) -> Comparison:
    """How two languages stand to each other, and shortest texts that show it.

    >>> from maskscope.pipeline import compile
    >>> found = compare(compile("regex", "[0-9]+"), compile("regex", "[0-9]{1,3}"))
    >>> found.relation, found.only_a, found.both
    ('b_in_a', b'0000', b'0')
    """
    return _walk(a, b, max(1, limits.work // _WORK_OF_A_PAIR))


def relation(a: States, b: States, most_pairs: int) -> Relation:
    """How two languages stand to each other; "undecided" when that takes more than `most_pairs` pairs of states."""
    return "equal" if a is b else _walk(a, b, most_pairs).relation


class _Found:
    """The nearest text of each sort as far as is known: its length, and a pair of states that leads to it."""

    def __init__(self, a: States, b: States) -> None:
        self._a, self._b = a, b
        self.at: dict[str, tuple[int, Pair]] = {}

    def all_within(self, length: int) -> bool:
        """Whether nothing that is longer than `length` can be nearer."""
        return len(self.at) == 3 and all(n <= length for n, _ in self.at.values())

    def note(self, pair: Pair, length: int) -> None:
        """What a pair shows: an end on one side or on both, or, where one side is dead, an end further on."""
        left, right = pair
        if left == DEAD or right == DEAD:
            if left != DEAD:
                self._keep("only_a", length + self._a.distance(left), pair)
            if right != DEAD:
                self._keep("only_b", length + self._b.distance(right), pair)
            return
        ends = self._a.is_accepting(left), self._b.is_accepting(right)
        if ends != (False, False):
            self._keep({(True, True): "both", (True, False): "only_a", (False, True): "only_b"}[ends], length, pair)

    def _keep(self, sort: str, length: int, pair: Pair) -> None:
        if sort not in self.at or length < self.at[sort][0]:
            self.at[sort] = length, pair


def _walk(a: States, b: States, most_pairs: int) -> Comparison:
    start = (a.start, b.start)
    came: dict[Pair, tuple[Pair, int] | None] = {start: None}
    found = _Found(a, b)
    waiting = deque([(0, start)])
    searched = None
    while waiting and searched is None:
        length, pair = waiting.popleft()
        if found.all_within(length):
            break
        found.note(pair, length)
        try:
            steps = [] if DEAD in pair else list(_steps(a, b, pair))
        except LimitExceeded:
            searched = length
            break
        for byte, after in steps:
            if after not in came:
                came[after] = pair, byte
                waiting.append((length + 1, after))
        if len(came) > most_pairs:
            searched = length
    texts = {sort: _before(came, pair) + _ending(a, b, pair) for sort, (_, pair) in found.at.items()}
    return Comparison(texts.get("only_a"), texts.get("only_b"), texts.get("both"), searched)


def _steps(a: States, b: States, pair: Pair) -> Iterator[tuple[int, Pair]]:
    """One byte for each set of bytes that leads to one pair, in the order of those bytes."""
    left, right = a.parts(pair[0]), b.parts(pair[1])
    steps: dict[Pair, int] = {}
    for bits, to_left in left:
        for other, to_right in right:
            if bits & other:
                steps[to_left, to_right] = steps.get((to_left, to_right), 0) | bits & other
    for parts, others, side in ((left, right, 0), (right, left, 1)):
        alive = sum(bits for bits, _ in others)  # disjoint, so the sum is the union
        for bits, target in parts:
            if bits & ~alive:
                after = (DEAD, target) if side else (target, DEAD)
                steps[after] = steps.get(after, 0) | bits & ~alive
    return iter(sorted((_plain(bits), after) for after, bits in steps.items()))


def _plain(bits: int) -> int:
    """A byte of a set, a letter if there is one."""
    bits = next((bits & liked for liked in _LIKED if bits & liked), bits)
    return (bits & -bits).bit_length() - 1


def _before(came: dict[Pair, tuple[Pair, int] | None], pair: Pair) -> bytes:
    """The bytes that led to a pair."""
    text = bytearray()
    step = came[pair]
    while step is not None:
        text.append(step[1])
        step = came[step[0]]
    return bytes(reversed(text))


def _ending(a: States, b: States, pair: Pair) -> bytes:
    """The bytes from a pair to the nearest end; none but where one side is dead and the end lies further on."""
    states, state = (a, pair[0]) if pair[0] != DEAD else (b, pair[1])
    if DEAD not in pair:
        return b""
    text = bytearray()
    while not states.is_accepting(state):
        nearer = states.distance(state) - 1
        steps = [(bits, after) for bits, after in states.parts(state) if states.distance(after) == nearer]
        byte, state = min((_plain(bits), after) for bits, after in steps)
        text.append(byte)
    return bytes(text)
