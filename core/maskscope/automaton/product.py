"""Two automata walked side by side: what only one of them accepts, and what both do.

Pairs of states are met breadth-first, so the first text found of each sort is a shortest one. DEAD takes part as a
state: a text that is dead on one side may still be accepted on the other. From a pair that is dead on one side the
distance on the other says at once where its nearest text is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from maskscope.automaton.states import DEAD, States

Relation = Literal["equal", "a_in_b", "b_in_a", "overlap", "disjoint", "undecided"]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Differences:
    """A shortest text of each sort, None where there is none; `searched` is the bytes walked when it was given up."""

    only_a: bytes | None
    only_b: bytes | None
    both: bytes | None
    searched: int | None

    @property
    def relation(self) -> Relation:
        """How the two languages stand to each other, as far as the texts found decide it."""
        found = (self.only_a is not None, self.only_b is not None, self.both is not None)
        if found == (True, True, True):
            return "overlap"
        if self.searched is not None:
            return "undecided"
        if not found[2]:
            return "equal" if found == (False, False, False) else "disjoint"
        return "a_in_b" if found[1] and not found[0] else "b_in_a" if found[0] else "equal"


def relation(a: States, b: States, most_pairs: int) -> Relation:
    """How two languages stand to each other, "undecided" when that takes more than `most_pairs` pairs of states."""
    return "equal" if a is b else differences(a, b, most_pairs).relation


def differences(a: States, b: States, most_pairs: int) -> Differences:
    """Shortest texts of only `a`, only `b` and both."""
    start = (a.start, b.start)
    came: dict[Pair, tuple[Pair, int] | None] = {start: None}
    found: dict[str, tuple[int, Pair]] = {}  # sort -> (length, a pair that leads to a shortest text of it)
    waiting = deque([(0, start)])
    searched = None
    while waiting:
        length, pair = waiting.popleft()
        if all(sort in found and found[sort][0] <= length for sort in ("only_a", "only_b", "both")):
            break
        _note(a, b, pair, length, found)
        if DEAD in pair:
            continue
        if len(came) > most_pairs:
            searched = length
            break
        for byte, after in _steps(a, b, pair):
            if after not in came:
                came[after] = pair, byte
                waiting.append((length + 1, after))
    texts = {sort: _text(a, b, came, pair) for sort, (_, pair) in found.items()}
    return Differences(texts.get("only_a"), texts.get("only_b"), texts.get("both"), searched)


def _note(a: States, b: States, pair: Pair, length: int, found: dict[str, tuple[int, Pair]]) -> None:
    """Note what a pair shows: an end on one side or on both, or, where one side is dead, an end further on."""
    ends = a.is_accepting(pair[0]), b.is_accepting(pair[1])
    if ends == (True, True):
        _keep(found, "both", length, pair)
    if pair[1] == DEAD or ends == (True, False):
        _keep(found, "only_a", length + (a.distance(pair[0]) if pair[0] != DEAD else 0), pair)
    if pair[0] == DEAD or ends == (False, True):
        _keep(found, "only_b", length + (b.distance(pair[1]) if pair[1] != DEAD else 0), pair)


def _keep(found: dict[str, tuple[int, Pair]], sort: str, length: int, pair: Pair) -> None:
    if pair != (DEAD, DEAD) and (sort not in found or length < found[sort][0]):
        found[sort] = length, pair


def _steps(a: States, b: States, pair: Pair) -> Iterator[tuple[int, Pair]]:
    """One byte for each set of bytes that both sides take alike, ascending."""
    steps: dict[Pair, int] = {}
    left, right = dict(a.live(pair[0])), dict(b.live(pair[1]))
    for byte in sorted(left.keys() | right.keys()):
        steps.setdefault((left.get(byte, DEAD), right.get(byte, DEAD)), byte)
    for after, byte in steps.items():
        yield byte, after


def _text(a: States, b: States, came: dict[Pair, tuple[Pair, int] | None], pair: Pair) -> bytes:
    """The bytes that lead to a pair, and on to the nearest end where only one side is alive."""
    ending = b""
    if pair[1] == DEAD:
        ending = ending_of(a, pair[0])
    elif pair[0] == DEAD:
        ending = ending_of(b, pair[1])
    before = bytearray()
    step = came[pair]
    while step is not None:
        before.append(step[1])
        step = came[step[0]]
    return bytes(reversed(before)) + ending


def ending_of(states: States, state: int) -> bytes:
    """A shortest text from a state to an accepting one, of plain characters where there is a choice."""
    text = bytearray()
    while not states.is_accepting(state):
        nearer = states.distance(state) - 1
        steps = [(b, after) for b, after in states.live(state) if states.distance(after) == nearer]
        byte, state = min(steps, key=lambda step: (not _is_plain(step[0]), step[0]))
        text.append(byte)
    return bytes(text)


def _is_plain(byte: int) -> bool:
    return 0x61 <= byte <= 0x7A or 0x30 <= byte <= 0x39
