"""A clause: the strings of some lengths that are in all of these languages, in none of those, and not these words.

Clauses intersect into a clause and complement into a few: a set of strings is a finite set of words and a union of
clauses (`strings`). All of this is bookkeeping; no automaton is made unless a question needs one.

Some formats are built narrower than they are (`strings_atoms`). So what a clause builds or contains is *surely* in it,
and it is called empty only when *surely* nothing is: both answers err on the safe side.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np

from maskscope.automaton.chars import DEAD, CharDfa, from_node
from maskscope.automaton.chars_algebra import difference, everything, intersect
from maskscope.automaton.chars_minimize import minimize
from maskscope.automaton.chars_texts import is_empty
from maskscope.ir.build import choice, literal
from maskscope.limits import DEFAULT_LIMITS
from maskscope.syntax.schema.strings_atoms import Atom
from maskscope.syntax.schema.strings_lengths import has_length, length_of


@dataclass(frozen=True)
class Clause:
    """Strings of `low` to `high` characters, in all `wanted` and no `unwanted` languages, but none of `excluded`."""

    low: int = 0
    high: int | None = None
    wanted: tuple[Atom, ...] = ()
    unwanted: tuple[Atom, ...] = ()
    excluded: frozenset[str] = frozenset()

    @property
    def is_any(self) -> bool:
        """Whether all strings are in."""
        return self == _ANYTHING

    @property
    def is_regular(self) -> bool:
        """Whether anything but the length is asked of a string."""
        return bool(self.wanted or self.unwanted or self.excluded)

    @property
    def leaves_out_surrogates(self) -> bool:
        """Whether strings with half a surrogate pair would meet what is asked, if they were text."""
        return not self.is_any and self.high != 0 and all(atom.spans_surrogates for atom in self.wanted)

    def contains(self, text: str) -> bool:
        """Whether a decoded string is surely in."""
        if not _within(len(text), self.low, self.high) or text in self.excluded:
            return False
        return all(atom.accepts(text) for atom in self.wanted) and not any(
            atom.may_accept(text) for atom in self.unwanted
        )

    def those_of(self, words: frozenset[str]) -> frozenset[str]:
        """The words that are surely in."""
        if self.low or self.high is not None or self.wanted or self.unwanted:
            return frozenset(word for word in words if self.contains(word))
        return words - self.excluded if self.excluded else words

    @property
    def is_exact(self) -> bool:
        """Whether it is known of every string whether it is in: no format is built narrower than it is."""
        return all(atom.is_exact for atom in self.wanted + self.unwanted)

    def may_contain(self, text: str) -> bool:
        """Whether a decoded string may be in, by formats that are built narrower than they are."""
        if not _within(len(text), self.low, self.high) or text in self.excluded:
            return False
        return all(atom.may_accept(text) for atom in self.wanted) and not any(
            atom.accepts(text) for atom in self.unwanted
        )

    def __and__(self, other: Clause) -> Clause | None:
        """The strings in both; None where that is plainly none."""
        low, high = max(self.low, other.low), _least(self.high, other.high)
        wanted = tuple(dict.fromkeys(self.wanted + other.wanted))
        unwanted = tuple(dict.fromkeys(self.unwanted + other.unwanted))
        if (high is not None and low > high) or any(atom in unwanted for atom in wanted):
            return None
        excluded = frozenset(word for word in self.excluded | other.excluded if _within(len(word), low, high))
        return Clause(low, high, wanted, unwanted, excluded)

    def complement(self) -> Iterator[Clause]:
        """Clauses that together hold every other string, except the excluded words."""
        if self.low:
            yield Clause(0, self.low - 1)
        if self.high is not None:
            yield Clause(self.high + 1)
        yield from (Clause(unwanted=(atom,)) for atom in self.wanted)
        yield from (Clause(wanted=(atom,)) for atom in self.unwanted)

    def joined(self, other: Clause) -> Clause | None:
        """One clause for the union, where there is one."""
        a, b = (self, other) if self.low <= other.low else (other, self)
        if a._rest == b._rest and (a.high is None or a.high + 1 >= b.low):
            return replace(a, high=None if a.high is None or b.high is None else max(a.high, b.high))
        return next((wide for wide, narrow in ((self, other), (other, self)) if wide._covers(narrow)), None)

    @property
    def _rest(self) -> tuple[frozenset[Atom], frozenset[Atom], frozenset[str]]:
        return frozenset(self.wanted), frozenset(self.unwanted), self.excluded

    def _covers(self, other: Clause) -> bool:
        """Whether every string of the other clause is plainly in this one."""
        lengths = self.low <= other.low and (self.high is None or (other.high is not None and other.high <= self.high))
        return lengths and all(mine <= theirs for mine, theirs in zip(self._rest, other._rest, strict=True))

    @property
    def is_plainly_empty(self) -> bool:
        """Whether the only string of the only length is excluded."""
        return self.high == 0 and "" in self.excluded

    @property
    def is_empty(self) -> bool:
        """Whether surely no string is in; an automaton is made only where lengths and one language cannot tell."""
        if not self.wanted and not self.unwanted:
            return self.is_plainly_empty  # words never use up the strings of a greater length
        if len(self.wanted) == 1 and not self.unwanted:
            told = self._told_by_lengths(self.wanted[0])
            if told is not None:
                return told
        # subtle: a short form of a format says too much of longer strings, so it may not be taken away from them
        sure = [atom.inner for atom in self.unwanted if atom.most is None or _least(self.high, atom.most) == self.high]
        outside = self._product([atom.outer for atom in self.wanted], sure)
        return is_empty(outside) or not _has_length(outside, self.low, self.high)

    def _told_by_lengths(self, atom: Atom) -> bool | None:
        """Whether one language leaves nothing, as far as the lengths of its tree show it."""
        if self.excluded:  # a few words never use up a language without a longest string
            endless = self.high is None and length_of(atom.node)[1] is None and has_length(atom.node, self.low, None)
            return False if endless else None
        found = has_length(atom.node, self.low, self.high)
        return None if found is None or (not found and atom.kind == "format") else not found

    @property
    def most(self) -> int | None:
        """The greatest length for which `dfa` is right."""
        return reduce(_least, (atom.most for atom in self.wanted), self.high)

    @cached_property
    def dfa(self) -> CharDfa:
        """An automaton of strings that are surely in, lengths apart."""
        return self._product([atom.inner for atom in self.wanted], [atom.outer for atom in self.unwanted])

    def _product(self, wanted: list[CharDfa], unwanted: list[CharDfa]) -> CharDfa:
        limits = next((atom.limits for atom in self.wanted + self.unwanted), DEFAULT_LIMITS)
        result = reduce(lambda a, b: intersect(a, b, limits), wanted) if wanted else everything()
        for dfa in unwanted:
            result = difference(result, dfa, limits)
        if self.excluded:
            words = choice(literal(word) for word in sorted(self.excluded))
            result = difference(result, from_node(words, limits), limits)
        return minimize(result)

    def describe(self) -> str:
        """The clause in words."""
        parts = [
            *_length_words(self.low, self.high),
            *(atom.describe() for atom in self.wanted),
            *(atom.describe(wanted=False) for atom in self.unwanted),
            *([f"other than {_some(sorted(self.excluded))}"] if self.excluded else []),
        ]
        return " ".join(["strings", ", ".join(parts)]).rstrip()


_ANYTHING = Clause()


def _length_words(low: int, high: int | None) -> list[str]:
    if high is None:
        return [f"of at least {low:,} characters"] if low else []
    return [f"of {low:,} characters" if low == high else f"of {low:,} to {high:,} characters"]


def _some(words: list[str]) -> str:
    shown = ", ".join(f'"{word}"' for word in words[:3])
    return shown if len(words) <= 3 else f"{shown} and {len(words) - 3:,} more"


def _least(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)


def _within(length: int, low: int, high: int | None) -> bool:
    return low <= length and (high is None or length <= high)


def _has_length(dfa: CharDfa, low: int, high: int | None) -> bool:
    """Whether the automaton holds a text of `low` to `high` characters.

    Walks sets of states, one length at a time. They repeat sooner or later: then nothing new can come.
    """
    rows = [sorted({t for t in row if t != DEAD}) for row in dfa.next.tolist()]
    ends = set(np.flatnonzero(dfa.accepting).tolist())
    front = frozenset([0])
    seen: dict[frozenset[int], int] = {}
    n = 0
    while front and (high is None or n <= high):
        if n >= low and not front.isdisjoint(ends):
            return True
        if front in seen:
            if seen[front] >= low:
                return False
            if n < low:
                # the fronts go round: skip as many whole rounds as stay below `low`
                n += (low - n) // (n - seen[front]) * (n - seen[front])
                seen.clear()
                if n == low:
                    continue
        seen[front] = n
        front = frozenset(t for state in front for t in rows[state])
        n += 1
    return False
