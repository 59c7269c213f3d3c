"""A run of numbers: an interval of the number line, ends in or out, and the multiples that count inside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from heapq import merge

from maskscope.syntax.schema.decimals import spell
from maskscope.syntax.schema.numbers_steps import EVERY, Row, Steps


@dataclass(frozen=True, slots=True)
class Run:
    """The numbers from `low` to `high` (None: no bound) that `steps` allows; an end that is in is allowed by it."""

    low: Decimal | None
    low_in: bool
    high: Decimal | None
    high_in: bool
    steps: Steps = EVERY

    @staticmethod
    def point(value: Decimal) -> Run:
        """Just one value."""
        return Run(value, True, value, True)

    @property
    def is_point(self) -> bool:
        """Whether the run is just one value, its end."""
        return self.low is not None and self.low == self.high

    @property
    def is_empty(self) -> bool:
        """Whether nothing is in, ends apart."""
        return self.count == 0

    @property
    def count(self) -> int | None:
        """How many numbers are strictly inside; None when infinitely many."""
        if self.is_point or self.steps.is_none:
            return 0
        if self.low is None or self.high is None or self.steps.is_every:
            return None
        total = 0
        for row in self.steps.rows():
            here = row.count(self.low, self.high)
            if here is None:
                return None
            total += here
        return total

    def joins(self, end: Decimal) -> bool:
        """Whether an end that is in can be said as part of this run."""
        return self.steps.holds(end)

    def values(self) -> Iterator[Decimal]:
        """The numbers strictly inside a run that has finitely many, ascending."""
        if self.count == 0:
            return iter(())
        return merge(*(self._of_row(row) for row in self.steps.rows()))

    def members(self) -> Iterator[Decimal]:
        """The numbers of a finite run with the ends that are in, ascending."""
        if self.low is not None and self.low_in:
            yield self.low
        yield from self.values()
        if self.high is not None and self.high_in and not self.is_point:
            yield self.high

    def _of_row(self, row: Row) -> Iterator[Decimal]:
        assert self.low is not None and self.high is not None
        return row.between(self.low, self.high)

    def describe(self) -> str:
        """The run in words.

        >>> Run(Decimal(3), False, None, False).describe()
        'numbers above 3'
        """
        if self.is_point:
            return spell(self.low or Decimal(0))
        bounds = [
            *([] if self.low is None else [f"{'from' if self.low_in else 'above'} {spell(self.low)}"]),
            *([] if self.high is None else [f"{'to' if self.high_in else 'below'} {spell(self.high)}"]),
        ]
        # "from 0 to below 10" reads better than "from 0 below 10"
        joiner = " to " if len(bounds) == 2 and not self.high_in else " "
        return " ".join([self.steps.describe(), joiner.join(bounds)]).rstrip()
