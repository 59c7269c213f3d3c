"""Exact arithmetic on finite decimals, of any size and with no float and no rounding.

A schema's numbers are read as `Decimal`, but `Decimal`'s own operators round to the current context's precision. Here
every operation names a context wide enough for any number we take, which raises rather than rounds. A decimal is also
an integer number of *units*: with two places after the point, 0.25 is 25 units of 0.01. `places` may be negative: 3000
is 3 units of 10³ at −3 places.

The canonical spelling of a value is plain: no exponent, no `-0`, no zero at the end of a fraction.
"""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, ROUND_FLOOR, Context, Decimal, Inexact, InvalidOperation

from maskscope.errors import LimitExceeded
from maskscope.reading.json_reader import MOST_DIGITS

ZERO, ONE = Decimal(0), Decimal(1)

# subtle: three times the digits of one number hold every quotient, product and common multiple of two of them
_EXACT = Context(3 * MOST_DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact, InvalidOperation])


def exact(value: int | Decimal) -> Decimal:
    """The value as a normal `Decimal` (no trailing zeros in its coefficient, no −0), exactly.

    >>> exact(Decimal("1.500")), exact(1000)
    (Decimal('1.5'), Decimal('1E+3'))
    """
    number = Decimal(value)
    if not number.is_finite():
        raise ValueError(f"{number} is no JSON number")
    if not number:
        return ZERO
    if max(number.adjusted(), -_exponent(number)) > MOST_DIGITS:
        hint = "a number is written digit by digit; use a nearer bound"
        raise LimitExceeded("digits of a number", MOST_DIGITS, hint, f"reading a number near 1e{number.adjusted()}")
    return number.normalize(_EXACT)


def _exponent(number: Decimal) -> int:
    exponent = number.as_tuple().exponent
    assert isinstance(exponent, int)
    return exponent


def places(number: Decimal) -> int:
    """How many digits a normal decimal has after its point; negative for trailing zeros of an integer."""
    return -_exponent(number)


def units(number: Decimal, at: int) -> int:
    """The number as a count of units of 10^−at; it must be a whole one.

    >>> units(Decimal("0.25"), 3)
    250
    """
    return int(number.scaleb(at, _EXACT))


def from_units(count: int, at: int) -> Decimal:
    """The value of `count` units of 10^−at."""
    return Decimal(count).scaleb(-at, _EXACT).normalize(_EXACT) if count else ZERO


def common_places(*numbers: Decimal) -> int:
    """The least number of places at which all the (normal) numbers are whole counts of units."""
    return max(map(places, numbers))


def is_multiple(number: Decimal, step: Decimal) -> bool:
    """Whether number = step × an integer.

    >>> is_multiple(Decimal("0.07"), Decimal("0.01"))
    True
    """
    return not _EXACT.remainder(number, step)


def least_common_multiple(a: Decimal, b: Decimal) -> Decimal:
    """The least positive number that is a multiple of both (positive) steps."""
    at = common_places(a, b)
    return from_units(math.lcm(units(a, at), units(b, at)), at)


def multiples_within(step: Decimal, low: Decimal, high: Decimal) -> range:
    """The integers k with low < k × step < high, both ends excluded."""
    at = common_places(step, low, high)
    unit = units(step, at)
    return range(units(low, at) // unit + 1, -(-units(high, at) // unit))


def times(step: Decimal, count: int) -> Decimal:
    """step × count, exactly."""
    return _EXACT.multiply(step, count).normalize(_EXACT) if count else ZERO


def shifted(number: Decimal, k: int) -> Decimal:
    """number × 10^k."""
    return number.scaleb(k, _EXACT) if number else ZERO


def negated(number: Decimal) -> Decimal:
    """−number, exactly (the operator would round)."""
    return number.copy_negate() if number else ZERO


def floor(number: Decimal) -> int:
    """The greatest integer that is not above the number."""
    return int(number.to_integral_value(ROUND_FLOOR, _EXACT))


def spell(number: Decimal) -> str:
    """The canonical spelling of a normal decimal.

    >>> spell(Decimal("-1.5")), spell(Decimal("1E+3"))
    ('-1.5', '1000')
    """
    return format(number, "f")


def spell_integer(number: int) -> str:
    """The digits of an integer of any size (`str` refuses more than 4,300)."""
    return str(number) if number.bit_length() < 10_000 else format(Decimal(number), "f")


def split(number: Decimal) -> tuple[str, str]:
    """The canonical digits before and after the point of a number that is not negative; "" for no fraction.

    >>> split(Decimal("12.5"))
    ('12', '5')
    """
    whole, _, fraction = spell(number).partition(".")
    return whole, fraction
