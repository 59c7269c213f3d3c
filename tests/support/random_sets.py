"""Random sets of numbers and of strings under Boolean operations, each with the predicate that says what is in it."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from maskscope.syntax.schema.decimals import exact
from maskscope.syntax.schema.numbers import NumberSet
from maskscope.syntax.schema.strings import StringSet
from support.spelling import pattern

Predicate = Callable[[Any], bool]

bounds = st.builds(
    lambda n, at: exact(Decimal(n).scaleb(-at)),
    st.one_of(st.integers(-30, 30), st.integers(-5000, 5000)),
    st.integers(0, 2),
)
step_sizes = st.sampled_from([1, 2, 3, 7, 10, 20, 100, *map(Decimal, ("0.25", "0.5", "0.01", "0.3", "1.5"))])

PATTERNS = ["^a", "b$", "^[ab]*$", "ab", "^.{2}$", "^(ab)*$", "[^a]", "^$", "a|^b"]
texts = st.text("abé😀\n", max_size=6)


@st.composite
def basic_numbers(draw: st.DrawFn) -> tuple[NumberSet, Predicate]:
    """A set made of bounds and a step, or of values."""
    if draw(st.booleans()) and draw(st.booleans()):
        values = draw(st.lists(bounds, max_size=4))
        return NumberSet.values_of(values), lambda x: x in values
    low, high = draw(st.none() | bounds), draw(st.none() | bounds)
    out_low, out_high = draw(st.booleans()), draw(st.booleans())
    step, integer = draw(st.none() | step_sizes), draw(st.booleans())
    made = NumberSet.of(
        minimum=None if out_low else low,
        exclusive_minimum=low if out_low else None,
        maximum=None if out_high else high,
        exclusive_maximum=high if out_high else None,
        multiple_of=step,
        integer=integer,
    )

    def holds(x: Decimal) -> bool:
        above = low is None or x > low or (x == low and not out_low)
        below = high is None or x < high or (x == high and not out_high)
        return above and below and (step is None or x % step == 0) and (not integer or x % 1 == 0)

    return made, holds


@st.composite
def basic_strings(draw: st.DrawFn) -> tuple[StringSet, Predicate]:
    """A set made of lengths, of words, or of a pattern."""
    kind = draw(st.sampled_from(["length", "pattern", "words"]))
    if kind == "length":
        low, more = draw(st.integers(0, 4)), draw(st.none() | st.integers(0, 3))
        high = None if more is None else low + more
        return StringSet.of_length(low, high), lambda s: low <= len(s) and (high is None or len(s) <= high)
    if kind == "words":
        words = draw(st.lists(texts, max_size=4))
        return StringSet.literals(words), lambda s: s in words
    text = draw(st.sampled_from(PATTERNS))
    compiled = re.compile(text.replace("$", r"\Z"))
    return pattern(text), lambda s: compiled.search(s) is not None


@st.composite
def combined(draw: st.DrawFn, basic: st.SearchStrategy[tuple[Any, Predicate]]) -> tuple[Any, Predicate]:
    """A few basic sets under & | - ~, and what that means."""
    made, holds = draw(basic)
    for _ in range(draw(st.integers(0, 2))):
        other, other_holds = draw(basic)
        before, operator = holds, draw(st.sampled_from("&|-"))
        if operator == "&":
            made, holds = made & other, lambda x, a=before, b=other_holds: a(x) and b(x)
        elif operator == "|":
            made, holds = made | other, lambda x, a=before, b=other_holds: a(x) or b(x)
        else:
            made, holds = made - other, lambda x, a=before, b=other_holds: a(x) and not b(x)
    if draw(st.booleans()):
        return ~made, lambda x, a=holds: not a(x)
    return made, holds


number_sets = combined(basic_numbers())
string_sets = combined(basic_strings())


def near(numbers: NumberSet) -> list[Decimal]:
    """Values at and beside the cuts of a set."""
    offsets = [Decimal(d) for d in ("0", "0.01", "-0.01", "1", "-1", "0.005")]
    return [exact(cut + offset) for cut in numbers.cuts[:6] for offset in offsets]
