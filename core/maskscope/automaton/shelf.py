"""The unused texts of one captured language, counted by length and not looked at."""

from __future__ import annotations

from itertools import islice

from maskscope.automaton.captured import Captured
from maskscope.automaton.nfa import INFINITE
from maskscope.automaton.used_texts import UsedTexts


class Shelf:
    """Unused texts of a language, some of which are taken.

    With `doubt` the shortest one that a forgotten used text could be is never there.
    """

    def __init__(self, captured: Captured, used: UsedTexts, doubt: bool) -> None:
        self.captured = captured
        self.n_taken = self._bytes = 0
        self._gone = captured.lengths_of(used)
        self._taken: dict[int, int] = {}
        # one text from this length on is not there
        self._doubted = used.forgotten if doubt and used.forgotten is not None else INFINITE

    def n_of(self, length: int, want: int) -> int:
        """How many texts of a length there are, up to `want`."""
        gone = self._gone.get(length, 0) + self._taken.get(length, 0)
        n = self.captured.texts.n_of_length(length, want + gone + 1) - gone
        if n > 0 and length >= self._doubted:
            self._doubted = INFINITE
            self._taken[length] = self._taken.get(length, 0) + 1
            n -= 1
        return min(n, want)

    def take(self, length: int, n: int) -> None:
        """Take n texts of a length, which are there."""
        self._taken[length] = self._taken.get(length, 0) + n
        self.n_taken += n
        self._bytes += n * length

    def cheapest(self, used: UsedTexts, doubt: bool) -> list[bytes] | None:
        """As many shortest texts as were taken, now that more are used; None if they are longer than those taken."""
        endings = list(islice(self.captured.endings_unused(None, used, doubt), self.n_taken))
        paid = len(endings) == self.n_taken and sum(map(len, endings)) <= self._bytes
        return endings if paid else None
