"""Sets of JSON numbers by value: what `minimum`, `multipleOf`, `enum`, `not` and their combinations say of a number.

The number line is cut at finitely many values. At each cut the value itself is in or out; in each open gap between two
cuts (and beyond the outermost ones) a `Steps` says which multiples are in. This form is closed under all Boolean
operations by one sweep over both sets' cuts, holds an enumeration of 50,000 values as easily as an interval, and is
symbolic: no automaton is made before `node` is asked for one, and emptiness is a matter of counting multiples.

    0 <= x < 10, integers:        cuts  0    10
                                  gaps  -- 1 -- none    (before, between, after: none, multiples of 1, none)
                                  in    yes  no
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from heapq import merge
from itertools import chain

from maskscope.ir.nodes import Node
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.syntax.schema.decimals import ZERO, exact, negated
from maskscope.syntax.schema.numbers_runs import Run
from maskscope.syntax.schema.numbers_spelled import INTEGER, JSON_NUMBER, Told, number_node, values_node
from maskscope.syntax.schema.numbers_steps import EVERY, NONE, WHOLE, Steps, multiple_of

Number = int | Decimal


@dataclass(frozen=True, slots=True)
class NumberSet:
    """A set of numbers; build with `any`, `of`, `values_of` and the operators & | - ~.

    `cuts` ascend; `inside[i]` says whether cuts[i] is in; `gaps[i]` rules before cuts[i], the last one after all cuts.
    No cut is superfluous.
    """

    cuts: tuple[Decimal, ...] = ()
    inside: tuple[bool, ...] = ()
    gaps: tuple[Steps, ...] = (EVERY,)

    @staticmethod
    def any() -> NumberSet:
        """All numbers."""
        return ANY_NUMBER

    @staticmethod
    def none() -> NumberSet:
        """No number."""
        return NO_NUMBER

    @staticmethod
    def of(
        minimum: Number | None = None,
        maximum: Number | None = None,
        exclusive_minimum: Number | None = None,
        exclusive_maximum: Number | None = None,
        multiple_of: Number | None = None,
        integer: bool = False,
    ) -> NumberSet:
        """All numbers that keep to every bound given.

        >>> NumberSet.of(minimum=5, maximum=3).is_empty
        True
        """
        steps = WHOLE if integer else EVERY
        if multiple_of is not None:
            steps &= _positive_step(multiple_of)
        low, low_in = _strictest(minimum, exclusive_minimum, max)
        high, high_in = _strictest(maximum, exclusive_maximum, min)
        return _interval(low, low_in, high, high_in, steps)

    @staticmethod
    def values_of(values: Iterable[Number]) -> NumberSet:
        """Exactly the given numbers."""
        cuts = tuple(sorted({exact(value) for value in values}))
        return NumberSet(cuts, (True,) * len(cuts), (NONE,) * (len(cuts) + 1))

    def __and__(self, other: NumberSet) -> NumberSet:
        return _swept(self, other, lambda a, b: a & b, lambda a, b: a and b)

    def __or__(self, other: NumberSet) -> NumberSet:
        return _swept(self, other, lambda a, b: a | b, lambda a, b: a or b)

    def __sub__(self, other: NumberSet) -> NumberSet:
        return _swept(self, other, lambda a, b: a - b, lambda a, b: a and not b)

    def __invert__(self) -> NumberSet:
        return ANY_NUMBER - self

    @property
    def is_any(self) -> bool:
        """Whether all numbers are in."""
        return self == ANY_NUMBER

    @property
    def is_empty(self) -> bool:
        """Whether no number is in."""
        return not any(self.inside) and self.count == 0

    @property
    def count(self) -> int | None:
        """How many numbers are in; None when infinitely many."""
        total = sum(self.inside)
        for gap in self._gaps():
            here = gap.count
            if here is None:
                return None
            total += here
        return total

    def contains(self, number: Number) -> bool:
        """Whether the number is in."""
        value = exact(number)
        at = bisect_left(self.cuts, value)
        if at < len(self.cuts) and self.cuts[at] == value:
            return self.inside[at]
        return self.gaps[at].holds(value)

    def values(self, most: int) -> list[Decimal] | None:
        """All members in ascending order, or None when there are more than `most`."""
        count = self.count
        if count is None or count > most:
            return None
        cuts = (value for value, inside in zip(self.cuts, self.inside, strict=True) if inside)
        return list(merge(cuts, *(gap.values() for gap in self._gaps() if not gap.steps.is_none)))

    def is_subset(self, other: NumberSet) -> bool:
        """Whether every member is also in the other set."""
        return (self - other).is_empty

    def isdisjoint(self, other: NumberSet) -> bool:
        """Whether no number is in both."""
        return (self & other).is_empty

    def mirrored(self) -> NumberSet:
        """The set of all −x."""
        return NumberSet(tuple(map(negated, reversed(self.cuts))), self.inside[::-1], self.gaps[::-1])

    def node(self, canonical: bool = False, limits: Limits = DEFAULT_LIMITS, narrowed: Told | None = None) -> Node:
        """The JSON spellings of all members.

        All numbers: everything JSON allows. Any other set: plain decimals, no exponent, no −0. A gap of integers alone
        has them without a fraction; any other may have zeros at its end (5.0); a single value may not. `canonical`:
        one spelling a value, for where values are counted or compared. `narrowed` is told where a step has so many
        remainders that only some of its multiples are written; without it such a set is refused. Nothing but the
        spelling is narrowed: the operators and questions above are about all members.
        """
        if self.is_any and not canonical:
            return JSON_NUMBER
        if self == INTEGERS:
            return INTEGER
        if all(gap.is_none for gap in self.gaps):
            return values_node(value for value, inside in zip(self.cuts, self.inside, strict=True) if inside)
        positive, negative = self, NO_NUMBER
        if not self.gaps[0].is_none or (self.cuts and self.cuts[0] < 0):
            positive, negative = self & NOT_NEGATIVE, self.mirrored() & POSITIVE
        return number_node(positive._runs(), negative._runs(), canonical, limits, narrowed)

    def describe(self) -> str:
        """The set in words, for messages.

        >>> NumberSet.of(minimum=0, exclusive_maximum=10, multiple_of=2).describe()
        'multiples of 2 from 0 to below 10'
        """
        parts = [run.describe() for run in self._runs()]
        if not parts:
            return "no number"
        shown = parts if len(parts) <= 5 else [*parts[:4], f"{len(parts) - 4:,} more"]
        return ", ".join(shown)

    def _gaps(self) -> Iterator[Run]:
        """The open gaps, as runs without their ends."""
        lows = chain([None], self.cuts)
        highs = chain(self.cuts, [None])
        return (Run(low, False, high, False, steps) for low, high, steps in zip(lows, highs, self.gaps, strict=True))

    def _runs(self) -> list[Run]:
        """The set as disjoint runs in ascending order: an end that its gap's steps allow belongs to the gap's run."""
        runs: list[Run] = []
        taken = False  # whether the cut just before the gap was joined to the gap before that
        for i, gap in enumerate(self._gaps()):
            low_in = i > 0 and self.inside[i - 1] and not taken
            joins = low_in and gap.joins(self.cuts[i - 1])
            if low_in and not joins:
                runs.append(Run.point(self.cuts[i - 1]))
            taken = i < len(self.cuts) and self.inside[i] and gap.joins(self.cuts[i])
            if not gap.is_empty or joins or taken:
                runs.append(Run(gap.low, joins, gap.high, taken, gap.steps))
        return runs


def _positive_step(step: Number) -> Steps:
    if step <= 0:
        raise ValueError(f"multipleOf must be above 0, not {step}")
    return multiple_of(step)


def _strictest(
    included: Number | None, excluded: Number | None, stricter: Callable[[Decimal, Decimal], Decimal]
) -> tuple[Decimal | None, bool]:
    """The stricter of two bounds on one side, and whether it is in."""
    if excluded is None:
        return (None if included is None else exact(included)), True
    out = exact(excluded)
    if included is None or stricter(exact(included), out) == out:
        return out, False
    return exact(included), True


def _interval(low: Decimal | None, low_in: bool, high: Decimal | None, high_in: bool, steps: Steps) -> NumberSet:
    if low is not None and high is not None and low >= high:
        alone = low == high and low_in and high_in and steps.holds(low)
        return NumberSet.values_of([low]) if alone else NO_NUMBER
    cuts, inside, gaps = [], [], [steps]
    if low is not None:
        cuts, inside, gaps = [low], [low_in and steps.holds(low)], [NONE, steps]
    if high is not None:
        cuts, inside, gaps = [*cuts, high], [*inside, high_in and steps.holds(high)], [*gaps, NONE]
    return _simplest(cuts, inside, gaps)


def _swept(
    a: NumberSet, b: NumberSet, steps_rule: Callable[[Steps, Steps], Steps], rule: Callable[[bool, bool], bool]
) -> NumberSet:
    """The set whose membership is `rule` of both memberships, by one sweep over the cuts of both."""
    ruled = cache(steps_rule)
    cuts: list[Decimal] = []
    inside: list[bool] = []
    gaps: list[Steps] = []
    i = j = 0
    while i < len(a.cuts) or j < len(b.cuts):
        in_a = j == len(b.cuts) or (i < len(a.cuts) and a.cuts[i] <= b.cuts[j])
        in_b = i == len(a.cuts) or (j < len(b.cuts) and b.cuts[j] <= a.cuts[i])
        cut = a.cuts[i] if in_a else b.cuts[j]
        here = a.inside[i] if in_a else a.gaps[i].holds(cut), b.inside[j] if in_b else b.gaps[j].holds(cut)
        cuts.append(cut)
        inside.append(rule(*here))
        gaps.append(ruled(a.gaps[i], b.gaps[j]))
        i, j = i + in_a, j + in_b
    gaps.append(ruled(a.gaps[i], b.gaps[j]))
    return _simplest(cuts, inside, gaps)


def _simplest(cuts: list[Decimal], inside: list[bool], gaps: list[Steps]) -> NumberSet:
    """The set without gaps that hold nothing and without cuts that change nothing."""
    gaps = _without_empty_gaps(cuts, gaps)
    kept = [i for i, cut in enumerate(cuts) if gaps[i] != gaps[i + 1] or inside[i] != gaps[i].holds(cut)]
    return NumberSet(
        tuple(cuts[i] for i in kept), tuple(inside[i] for i in kept), (*(gaps[i] for i in kept), gaps[len(cuts)])
    )


def _without_empty_gaps(cuts: list[Decimal], gaps: list[Steps]) -> list[Steps]:
    kept = list(gaps)
    for i in range(1, len(cuts)):
        if gaps[i].truth and gaps[i].steps and Run(cuts[i - 1], False, cuts[i], False, gaps[i]).is_empty:
            kept[i] = NONE
    return kept


ANY_NUMBER = NumberSet()
NO_NUMBER = NumberSet(gaps=(NONE,))
INTEGERS = NumberSet(gaps=(WHOLE,))
NOT_NEGATIVE = _interval(ZERO, True, None, False, EVERY)
POSITIVE = _interval(ZERO, False, None, False, EVERY)
