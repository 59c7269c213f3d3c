"""Dates, times and durations as RFC 3339 has them: exact to the calendar, and leap seconds only where they fall.

The Gregorian calendar is carried back to the year 0000. A year is leap if its last two digits are a multiple of 4 and
not 00, or if they are 00 and the two before them are a multiple of 4.

A leap second is 23:59:60 in UTC, so that the local time it has is decided by the offset that follows: 01:29:60+01:30.
Only the offsets that clocks really have are built for it, whole and half hours: remembering all 1,440 would make an
automaton of many thousands of states of every date.
"""

from __future__ import annotations

from functools import cache

from maskscope.ir.nodes import Node
from maskscope.syntax.schema.formats_grammar import DIGIT, alt, one_of, opt, part, seq, some, span, times

_TWO = times(DIGIT, 2)
_HOUR = alt(seq(span("0", "1"), DIGIT), seq("2", span("0", "3")))
_SIXTY = seq(span("0", "5"), DIGIT)
_FRACTION = opt(".", some(DIGIT))
_ZULU = one_of("Zz")


@cache
def date() -> Node:
    """YYYY-MM-DD, every day of the calendar and no other."""
    first_nine = seq("0", span("1", "9"))
    until_28 = alt(first_nine, seq("1", DIGIT), seq("2", span("0", "8")))
    until_29 = alt(first_nine, seq(one_of("12"), DIGIT))
    months = alt(
        seq(alt(seq("0", one_of("13578")), seq("1", one_of("02"))), "-", alt(until_29, seq("3", one_of("01")))),
        seq(alt(seq("0", one_of("469")), "11"), "-", alt(until_29, "30")),
        seq("02-", until_28),
    )
    return alt(seq(_TWO, _TWO, "-", months), seq(_leap_year(), "-02-29"))


def _leap_year() -> Node:
    even, odd = one_of("02468"), one_of("13579")
    fourth = alt(seq(even, one_of("048")), seq(odd, one_of("26")))
    fourth_but_00 = alt(seq("0", one_of("48")), seq(one_of("2468"), one_of("048")), seq(odd, one_of("26")))
    return alt(seq(_TWO, fourth_but_00), seq(fourth, "00"))


@cache
def time() -> Node:
    """HH:MM:SS, a fraction if wanted, and an offset from UTC; second 60 only with the offset Z."""
    offset = alt(_ZULU, seq(one_of("+-"), _HOUR, ":", _SIXTY))
    return alt(
        seq(_HOUR, ":", _SIXTY, ":", _SIXTY, _FRACTION, offset),
        seq("23:59:60", _FRACTION, _ZULU),
    )


@cache
def leap_time() -> Node:
    """Second 60 with an offset in figures: whole and half hours."""
    whole, half = part(":00"), part(":30")
    return alt(
        *(
            seq(_two(hour), ":", alt(_leap(hour, "59", hour + 1, whole), _leap(hour, "29", hour, half)))
            for hour in range(24)
        )
    )


def _leap(hour: int, minute: str, ahead: int, minutes: Node) -> Node:
    """The rest of a leap second at a local time: two offsets put it there, one ahead of UTC and one behind."""
    ends = alt(seq("+", _two(ahead % 24), minutes), seq("-", _two(23 - hour), minutes))
    return seq(minute, ":60", _FRACTION, ends)


# subtle: digits are shared objects, so that what ends alike is in an automaton once
_DIGITS = [part(str(digit)) for digit in range(10)]


def _two(number: int) -> Node:
    return seq(_DIGITS[number // 10], _DIGITS[number % 10])


@cache
def wide_time() -> Node:
    """All times, and second 60 whatever the offset."""
    second = alt(_SIXTY, "60")
    return seq(_HOUR, ":", _SIXTY, ":", second, _FRACTION, alt(_ZULU, seq(one_of("+-"), _HOUR, ":", _SIXTY)))


@cache
def wide_date_time() -> Node:
    """A date, T, and such a time."""
    return seq(date(), one_of("Tt"), wide_time())


@cache
def date_time() -> Node:
    """A date, T, and a time."""
    return seq(date(), one_of("Tt"), time())


@cache
def leap_date_time() -> Node:
    """A date, T, and a second 60 with an offset in figures."""
    return seq(date(), one_of("Tt"), leap_time())


@cache
def duration() -> Node:
    """P and then weeks, or a row of units without a gap, as in appendix A."""
    count = some(DIGIT)
    second = seq(count, "S")
    minute = seq(count, "M", opt(second))
    clock = seq("T", alt(seq(count, "H", opt(minute)), minute, second))
    day = seq(count, "D")
    month = seq(count, "M", opt(day))
    year = seq(count, "Y", opt(month))
    return seq("P", alt(seq(alt(year, month, day), opt(clock)), clock, seq(count, "W")))
