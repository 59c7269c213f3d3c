"""Which multiples: a Boolean function of "is it a multiple of s?", for a few steps s.

`integer` is a multiple of 1, `multipleOf` is one step, `not` and the rest of the algebra combine them: "a multiple of 2
and not of 6". The function is a truth table, one bit a row; row r is about the numbers that are multiples of exactly
those steps whose bits are set in r. A row that no number can be in (a multiple of 6, not of 3) counts as false.

How many numbers of an interval are in a row is a matter of counting multiples, by inclusion and exclusion; nothing
is enumerated and no automaton is built.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import reduce

from maskscope.errors import LimitExceeded
from maskscope.syntax.schema.decimals import (
    ONE,
    exact,
    is_multiple,
    least_common_multiple,
    multiples_within,
    spell,
    times,
)

MOST_SHOWN = 40  # characters of a step in a message
MOST_STEPS = 8  # different steps in one set of numbers: the table has 2^steps rows


@dataclass(frozen=True, slots=True)
class Steps:
    """Row r is allowed when bit r of `truth` is set; build with `multiple_of` and the operators."""

    steps: tuple[Decimal, ...] = ()
    truth: int = 1

    @property
    def is_every(self) -> bool:
        """Whether all numbers are in."""
        return self == EVERY

    @property
    def is_none(self) -> bool:
        """Whether no number is in."""
        return not self.truth

    @property
    def is_whole(self) -> bool:
        """Whether it is exactly the integers."""
        return self == WHOLE

    @property
    def holds_only_integers(self) -> bool:
        """Whether every number that is in is an integer."""
        return all(row.step is not None and is_multiple(row.step, ONE) for row in self.rows())

    def holds(self, number: Decimal) -> bool:
        """Whether the number is in.

        >>> (multiple_of(Decimal(2)) - multiple_of(Decimal(6))).holds(Decimal(4))
        True
        """
        if not self.steps:
            return self.truth == 1
        row = sum(is_multiple(number, step) << i for i, step in enumerate(self.steps))
        return bool(self.truth >> row & 1)

    def __and__(self, other: Steps) -> Steps:
        return _combined(self, other, lambda a, b: a & b)

    def __or__(self, other: Steps) -> Steps:
        return _combined(self, other, lambda a, b: a | b)

    def __sub__(self, other: Steps) -> Steps:
        return _combined(self, other, lambda a, b: a & ~b)

    def __invert__(self) -> Steps:
        return EVERY - self

    def rows(self) -> Iterator[Row]:
        """The rows that are allowed."""
        for r in range(1 << len(self.steps)):
            if self.truth >> r & 1:
                yield _row(self.steps, r)

    def multiple(self) -> Decimal | None:
        """The step, when the set is exactly the multiples of one."""
        return self.steps[0] if len(self.steps) == 1 and self.truth == 0b10 else None

    def describe(self) -> str:
        """The set in words, as the head of a phrase: "integers", "multiples of 2 but not of 6"."""
        return " or ".join(row.describe() for row in self.rows())


@dataclass(frozen=True, slots=True)
class Row:
    """The multiples of `step` (None: all numbers) that are multiples of none of `none_of`."""

    step: Decimal | None
    none_of: tuple[Decimal, ...]

    @property
    def is_possible(self) -> bool:
        """Whether any number is in."""
        return self.step is None or not any(is_multiple(self.step, other) for other in self.none_of)

    def holds(self, number: Decimal) -> bool:
        """Whether a multiple of the step is multiple of none of the others."""
        return not any(is_multiple(number, other) for other in self.none_of)

    def describe(self) -> str:
        """The row in words."""
        if self.step is None:
            kind = "numbers"
        else:
            kind = "integers" if self.step == 1 else f"multiples of {_shown(self.step)}"
        but = " or ".join("1 (integers)" if other == 1 else _shown(other) for other in self.none_of)
        return f"{kind} but no multiples of {but}" if but else kind

    def count(self, low: Decimal, high: Decimal) -> int | None:
        """How many are strictly between the bounds; None when infinitely many."""
        if self.step is None:
            return None
        signed = [(self.step, 1)]
        for other in self.none_of:
            signed += [(least_common_multiple(step, other), -sign) for step, sign in signed]
        return sum(sign * len_of(multiples_within(step, low, high)) for step, sign in signed)

    def between(self, low: Decimal, high: Decimal) -> Iterator[Decimal]:
        """Those strictly between the bounds, ascending; only for a row with a step."""
        assert self.step is not None
        for k in multiples_within(self.step, low, high):
            number = times(self.step, k)
            if self.holds(number):
                yield number


def _shown(step: Decimal) -> str:
    """A step in a message, which thousands of digits would fill."""
    text = spell(step)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}… ({len(text):,} characters)"


def len_of(numbers: range) -> int:
    """The length of a range of any size (`len` stops at 2^63)."""
    return max(0, numbers.stop - numbers.start)


def multiple_of(step: int | Decimal) -> Steps:
    """The multiples of a positive step."""
    return Steps((exact(step),), 0b10)


def _row(steps: tuple[Decimal, ...], r: int) -> Row:
    inside = [step for i, step in enumerate(steps) if r >> i & 1]
    outside = tuple(step for i, step in enumerate(steps) if not r >> i & 1)
    return Row(reduce(least_common_multiple, inside) if inside else None, outside)


def _combined(a: Steps, b: Steps, rule: Callable[[int, int], int]) -> Steps:
    if a.steps == b.steps:
        steps, left, right = a.steps, a.truth, b.truth
    else:
        steps = tuple(sorted({*a.steps, *b.steps}))
        if len(steps) > MOST_STEPS:
            raise LimitExceeded("different steps", MOST_STEPS, "use fewer multipleOf", "combining multipleOf")
        left, right = _widened(a, steps), _widened(b, steps)
    return _normal(steps, rule(left, right) & (1 << (1 << len(steps))) - 1)


def _widened(table: Steps, steps: tuple[Decimal, ...]) -> int:
    """The truth table over more steps."""
    at = [steps.index(step) for step in table.steps]
    rows = range(1 << len(steps))
    return sum((table.truth >> sum((r >> p & 1) << i for i, p in enumerate(at)) & 1) << r for r in rows)


def _normal(steps: tuple[Decimal, ...], truth: int) -> Steps:
    """Impossible rows false, steps that make no difference dropped, one row of multiples only as one step."""
    table: list[bool | None] = [bool(truth >> r & 1) for r in range(1 << len(steps))]
    for r in range(len(table)):
        if not _row(steps, r).is_possible:
            table[r] = None
    for i in reversed(range(len(steps))):
        pairs = [(table[r], table[r | 1 << i]) for r in range(len(table)) if not r >> i & 1]
        if all(a == b or a is None or b is None for a, b in pairs):
            table = [b if a is None else a for a, b in pairs]
            steps = steps[:i] + steps[i + 1 :]
    if len(steps) > 1 and table[-1] and sum(map(bool, table)) == 1:
        return multiple_of(reduce(least_common_multiple, steps))
    return Steps(steps, sum(bool(row) << r for r, row in enumerate(table)))


EVERY = Steps((), 1)
NONE = Steps((), 0)
WHOLE = multiple_of(1)
