"""Dates and times as RFC 3339 has them, exact to the calendar and to the leap second.

The Gregorian calendar is carried back to the year 0000. A year is leap if its last two digits are a multiple of 4 and
not 00, or if they are 00 and the two before them are a multiple of 4.
"""

from __future__ import annotations

from maskscope.ir.nodes import Node
from maskscope.syntax.schema.formats_grammar import DIGIT, alt, one_of, seq, span, times


def date() -> Node:
    """YYYY-MM-DD, every day of the calendar and no other."""
    two = times(DIGIT, 2)
    until_28 = alt(seq("0", span("1", "9")), seq("1", DIGIT), seq("2", span("0", "8")))
    months_31 = alt("01", "03", "05", "07", "08", "10", "12")
    months_30 = alt("04", "06", "09", "11")
    days = alt(
        seq(alt(months_31, months_30, "02"), "-", until_28),
        seq(alt(months_31, months_30), "-", alt("29", "30")),
        seq(months_31, "-31"),
    )
    return alt(seq(two, two, "-", days), seq(_leap_year(), "-02-29"))


def _leap_year() -> Node:
    even, odd = one_of("02468"), one_of("13579")
    fourth = alt(seq(even, one_of("048")), seq(odd, one_of("26")))
    fourth_but_00 = alt(seq("0", one_of("48")), seq(one_of("2468"), one_of("048")), seq(odd, one_of("26")))
    return alt(seq(times(DIGIT, 2), fourth_but_00), seq(fourth, "00"))
