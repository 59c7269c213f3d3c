"""What may follow a state of an automaton until the text ends, shortest first: found one by one and kept.

All questions about texts that must not come twice come down to such a list: the nearest unused text, whether there is
any, how many there are of a length.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from heapq import heappop, heappush

from maskscope.automaton.nfa import INFINITE
from maskscope.automaton.rows import byte_list
from maskscope.automaton.states import States
from maskscope.errors import LimitExceeded

_Entry = tuple[int, bytes, int, tuple[int, ...]]


class Listing:
    """The endings of one state, in the order of length, then bytes; possibly without end.

    An entry of the queue is the least length, a text, the state it leads to, and the bytes that could have stood in the
    place of its last one and lead there too: those are looked at one after the other, so a state costs an entry a way
    and not one a byte.
    """

    def __init__(self, states: States, state: int) -> None:
        self._states = states
        self._found: list[bytes] = []
        self._waiting: list[_Entry] = [(states.distance(state), b"", state, ())] if state >= 0 else []

    def nth(self, i: int) -> bytes | None:
        """The ending number i; None when there are not so many."""
        while len(self._found) <= i:
            if not self._find():
                return None
        return self._found[i]

    def __iter__(self) -> Iterator[bytes]:
        i = 0
        while (ending := self.nth(i)) is not None:
            yield ending
            i += 1

    def n_of_length(self, length: int, most: int) -> int:
        """How many endings have a length, counted up to `most`."""
        first = self._first_of(length)
        self.nth(first + most - 1)
        end = min(len(self._found), first + most)
        return bisect_right(self._found, length, first, end, key=len) - first

    def length_after(self, length: int) -> int:
        """The next greater length, INFINITE when there is none."""
        after = self.nth(self._first_of(length + 1))
        return INFINITE if after is None else len(after)

    def _first_of(self, length: int) -> int:
        """The place of the first ending that is so long or longer; all shorter ones are found then."""
        while (not self._found or len(self._found[-1]) < length) and self._find():
            pass
        return bisect_left(self._found, length, key=len)

    def _find(self) -> bool:
        """Find one more; False if there is none."""
        states, waiting = self._states, self._waiting
        n_before = len(self._found)
        while waiting and len(self._found) == n_before:
            if len(waiting) > states.limits.work:
                raise LimitExceeded("work", states.limits.work, "let fewer texts be unique", "listing unused texts")
            least, text, at, others = heappop(waiting)
            if others:
                heappush(waiting, (least, text[:-1] + bytes(others[:1]), at, others[1:]))
            if least == len(text) and states.is_accepting(at):
                self._found.append(text)
            for bits, after in states.parts(at):
                first, *rest = byte_list(bits)
                heappush(waiting, (len(text) + 1 + states.distance(after), text + bytes((first,)), after, tuple(rest)))
        return len(self._found) > n_before
