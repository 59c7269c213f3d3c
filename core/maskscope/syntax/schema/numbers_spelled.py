"""From runs of numbers to their spellings: the sign, and the cheapest way to say each run.

Single values are literals, plain intervals are trees over digits (`numbers_digits`), everything with another
step than 1 goes through remainders (`numbers_residues`). A step so large that it would need too many remainders is
enumerated when its run holds few members. When it holds many, only the first of them are written, and whoever asked is
told; or, where nobody wants to be told, the run is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from decimal import Decimal
from itertools import islice

from maskscope.errors import LimitExceeded
from maskscope.ir.build import chars, choice, concat, literal, optional, repeat
from maskscope.ir.nodes import Node
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.schema.decimals import ZERO, common_places, floor, places, shifted, spell, times, units
from maskscope.syntax.schema.numbers_digits import DIGIT, NONZERO, POINT, decimals_between, integers_between
from maskscope.syntax.schema.numbers_residues import residue_node
from maskscope.syntax.schema.numbers_runs import Run
from maskscope.syntax.schema.numbers_steps import WHOLE, Steps, multiple_of

MINUS = literal("-")
FEW = 64  # members of a run that are rather listed than told by remainders
MOST_LISTED = 50_000  # members of a run that are listed when remainders would be too many
MOST_FIRST = 1_000  # members that are written of a run that is cut short
MOST_DIGITS_LISTED = 1_000_000  # digits of all listed members of a run: each may become a state
_MOST_DIGITS_FIRST = 100_000  # the same for a run that is cut short
_MOST_REMAINDERS = 2_000

Told = Callable[[str], None]  # is told, in words, what is left out

_EXPONENT = concat([chars(CodePoints.chars("eE")), optional(chars(CodePoints.chars("+-"))), repeat(DIGIT, 1, None)])
JSON_NUMBER = concat(
    [
        optional(MINUS),
        choice([literal("0"), concat([NONZERO, repeat(DIGIT, 0, None)])]),
        optional(concat([POINT, repeat(DIGIT, 1, None)])),
        optional(_EXPONENT),
    ]
)
"""A number as RFC 8259 spells it."""
INTEGER = choice([literal("0"), concat([optional(MINUS), NONZERO, repeat(DIGIT, 0, None)])])
"""An integer, plainly."""


def number_node(
    positive: Iterable[Run], negative: Iterable[Run], canonical: bool, limits: Limits, narrowed: Told | None = None
) -> Node:
    """The plain spellings of runs of numbers that are not negative, and of the negatives of runs above 0."""
    above = [_run_or_its_first(run, not canonical, limits, narrowed) for run in positive]
    below = choice(_run_or_its_first(run, not canonical, limits, narrowed) for run in negative)
    return choice([*above, concat([MINUS, below])])


def values_node(values: Iterable[Decimal]) -> Node:
    """Single values, each in its canonical spelling."""
    return choice(literal(spell(value)) for value in values)


def _run_or_its_first(run: Run, zeros: bool, limits: Limits, narrowed: Told | None) -> Node:
    """All members; of multiples with too many remainders the first ones, if there is somebody to be told."""
    step = run.steps.multiple()
    try:
        return run_node(run, zeros, limits)
    except LimitExceeded:
        if step is None or narrowed is None:
            raise
    assert run.low is not None
    most = min(MOST_FIRST, _MOST_DIGITS_FIRST // max(_digits_of(run.low), _digits_of(step)))
    narrowed(
        f"{run.steps.describe()}: of each range only the {most:,} nearest to 0 are written; "
        "this step has too many remainders"
    )
    return _listed(run, _first(run, step, most), zeros)


def _first(run: Run, step: Decimal, most: int) -> Iterator[Decimal]:
    """The first members of a run of multiples, however long it is."""
    assert run.low is not None
    at = common_places(run.low, step)
    end = times(step, units(run.low, at) // units(step, at) + most + 1)
    near = run if run.high is not None and run.high <= end else replace(run, high=end, high_in=False)
    return islice(near.members(), most)


def _digits_of(number: Decimal) -> int:
    """How many digits the plain spelling of a number has, more or less."""
    return max(0, number.adjusted()) + max(0, places(number)) + 1


def run_node(run: Run, zeros: bool, limits: Limits) -> Node:
    """The members of one run of numbers that are not negative; `zeros` may end a fraction unless the run is a point."""
    assert run.low is not None
    if run.is_point:
        return literal(spell(run.low))
    if run.steps.is_every:
        return decimals_between(run.low, run.low_in, run.high, run.high_in, zeros)
    if run.steps.is_whole:
        return integers_between(*_whole_bounds(run))
    if _is_short(run, FEW):
        return _listed(run, run.members(), zeros)
    step = run.steps.multiple()
    if step is not None and places(step) < 0:
        return _tens(run, step, zeros, limits)
    if _is_short(run, MOST_LISTED) and _remainders(run.steps) > _MOST_REMAINDERS:
        return _listed(run, run.members(), zeros)
    return residue_node(run, zeros, limits)


def _is_short(run: Run, most: int) -> bool:
    """Whether a run has at most so many members, and they not too many digits."""
    if run.high is None or (count := run.count) is None or count > most:
        return False
    digits = max(0, run.high.adjusted()) + 1 + max(0, *map(places, run.steps.steps))
    return count * digits <= MOST_DIGITS_LISTED


def _whole_bounds(run: Run) -> tuple[int, int | None]:
    assert run.low is not None
    low = floor(run.low) + (not run.low_in)
    if run.high is None:
        return low, None
    return low, -floor(run.high.copy_negate()) - (not run.high_in)


def _listed(run: Run, members: Iterable[Decimal], zeros: bool) -> Node:
    """Members of a run one by one."""
    if not zeros or run.steps.holds_only_integers:
        return values_node(members)
    texts = list(map(spell, members))
    whole = choice(literal(text) for text in texts if "." not in text)
    finer = choice(literal(text) for text in texts if "." in text)
    zeros_after = repeat(literal("0"), 0, None)
    zero_fraction = optional(concat([POINT, literal("0"), zeros_after]))
    return choice([concat([whole, zero_fraction]), concat([finer, zeros_after])])


def _remainders(steps: Steps) -> int:
    at = max(0, common_places(*steps.steps))
    return max(units(step, at) for step in steps.steps)


def _tens(run: Run, step: Decimal, zeros: bool, limits: Limits) -> Node:
    """Multiples of 10^k × a smaller step: multiples of the smaller step, with k zeros behind."""
    assert run.low is not None
    k = -places(step)
    smaller = Run(shifted(run.low, -k), run.low_in, None if run.high is None else shifted(run.high, -k), run.high_in)
    unit = multiple_of(shifted(step, -k))
    nonzero = replace(smaller, steps=WHOLE if unit.is_whole else unit)
    has_zero = run.low == ZERO and run.low_in
    tens = concat([run_node(replace(nonzero, low_in=run.low_in and not has_zero), zeros, limits), literal("0" * k)])
    return choice([literal("0"), tens]) if has_zero else tens
