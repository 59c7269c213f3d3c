"""Decimals are exact, whatever their size; none passes through a float or a rounding context."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.errors import LimitExceeded
from maskscope.pipeline import compile
from maskscope.syntax.schema.decimals import (
    MOST_DIGITS,
    exact,
    floor,
    from_units,
    is_multiple,
    least_common_multiple,
    multiples_within,
    negated,
    places,
    shifted,
    spell,
    spell_integer,
    split,
    times,
    units,
)

numbers = st.builds(lambda n, at: exact(Decimal(n).scaleb(-at)), st.integers(-(10**15), 10**15), st.integers(-8, 8))
steps = numbers.filter(lambda number: number > 0)


@pytest.mark.parametrize(
    ("written", "spelled"),
    [
        ("1.500", "1.5"),
        ("-0", "0"),
        ("0e7", "0"),
        ("1e3", "1000"),
        ("-12.0", "-12"),
        ("1e-30", "0." + "0" * 29 + "1"),
        ("1e40", "1" + "0" * 40),
        ("123456789012345678901234567890.123456789", "123456789012345678901234567890.123456789"),
    ],
)
def test_a_value_has_one_spelling(written: str, spelled: str) -> None:
    assert spell(exact(Decimal(written))) == spelled


def test_0_07_is_a_multiple_of_0_01() -> None:
    assert is_multiple(Decimal("0.07"), Decimal("0.01"))


def test_numbers_of_hundreds_of_digits_are_told_apart() -> None:
    big = exact(10**400 + 1)
    assert not is_multiple(big, Decimal(10))
    assert is_multiple(exact(10**400), Decimal(10))
    assert spell(big) == "1" + "0" * 399 + "1"


def test_a_number_too_long_to_write_meets_a_named_limit() -> None:
    with pytest.raises(LimitExceeded, match="digits of a number"):
        exact(Decimal("1e400000000"))  # the browser's Decimal ends at 425,000,000


@pytest.mark.parametrize("number", ["1e999999999", "1e99999999999999999999", "-0.5E-99999999999999999999"])
def test_a_schema_with_an_exponent_out_of_reach_meets_a_named_limit(number: str) -> None:
    with pytest.raises(LimitExceeded, match="digits of a number"):
        compile("json_schema", f'{{"minimum": {number}}}')


def test_an_integer_of_more_digits_than_str_takes_is_spelled() -> None:
    assert spell_integer(10 ** (MOST_DIGITS - 1)) == "1" + "0" * (MOST_DIGITS - 1)


@given(numbers)
def test_units_and_from_units_undo_each_other(number: Decimal) -> None:
    assert from_units(units(number, 10), 10) == number


@given(numbers, steps)
def test_multiples_are_those_of_exact_fractions(number: Decimal, step: Decimal) -> None:
    assert is_multiple(number, step) == ((Fraction(number) / Fraction(step)).denominator == 1)


@given(steps, steps)
def test_a_common_multiple_is_one_and_the_least(a: Decimal, b: Decimal) -> None:
    least = least_common_multiple(a, b)
    assert is_multiple(least, a) and is_multiple(least, b)
    ratio_a, ratio_b = Fraction(least) / Fraction(a), Fraction(least) / Fraction(b)
    assert Fraction(ratio_a, ratio_b).numerator == ratio_a and ratio_b == Fraction(ratio_a, ratio_b).denominator


@given(steps, numbers, numbers)
def test_multiples_within_are_strictly_inside(step: Decimal, low: Decimal, high: Decimal) -> None:
    inside = multiples_within(step, low, high)
    first, after = times(step, inside.start), times(step, inside.stop)
    if inside.start < inside.stop:
        assert low < first and times(step, inside.start - 1) <= low
        assert after >= high > times(step, inside.stop - 1)


@given(numbers)
def test_floor_shift_and_sign_are_those_of_fractions(number: Decimal) -> None:
    fraction = Fraction(number)
    assert floor(number) == fraction.__floor__()
    assert Fraction(shifted(number, 3)) == fraction * 1000
    assert Fraction(negated(number)) == -fraction


@given(steps)
def test_split_gives_the_digits_around_the_point(number: Decimal) -> None:
    whole, fraction = split(number)
    assert whole + ("." + fraction if fraction else "") == spell(number)
    assert len(fraction) == max(0, places(number))
