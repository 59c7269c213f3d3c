"""The spellings of all integers, or of all decimals, of an interval, as a small tree over digits.

No automaton is built. Two numbers of equal length compare like their texts, so an interval falls into the numbers as
long as its lower bound, those strictly between in length (all free), and those as long as its upper bound:

    7..120   =   [7-9]  |  [1-9][0-9]  |  1([01][0-9] | 20)

A text of digits that is at least "4730" either follows the bound to its end or leaves it upwards at some digit.
Fractions compare the same way, with a shorter text as if zeros followed: 5, 5.0 and 5.000 are one number, and each is
in where it is, unless there is to be one spelling a value. All work on numbers that are not negative;
`numbers_spelled` puts the sign in front.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from maskscope.ir.build import chars, choice, concat, literal, optional, repeat
from maskscope.ir.nodes import Empty, Node, Nothing
from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.schema.decimals import floor, spell_integer, split

_ZERO = ord("0")


def digits(low: int, high: int) -> Node:
    """One digit from low to high; `Nothing` when there is none."""
    return chars(CodePoints(((_ZERO + low, _ZERO + high),))) if low <= high else Nothing()


DIGIT, NONZERO, POINT = digits(0, 9), digits(1, 9), literal(".")


def integers_between(low: int, high: int | None) -> Node:
    """All integers 0 <= low <= x <= high (None: no bound), plainly spelled."""
    if high is not None and low > high:
        return Nothing()
    first, last = spell_integer(low), None if high is None else spell_integer(high)
    if last is not None and len(first) == len(last):
        return _between(first, last)
    as_long_as_first = _between(first, "9" * len(first))
    if last is None:
        return choice([as_long_as_first, _long(len(first) + 1, None)])
    as_long_as_last = _between("1" + "0" * (len(last) - 1), last)
    return choice([as_long_as_first, _long(len(first) + 1, len(last) - 1), as_long_as_last])


def _long(least: int, most: int | None) -> Node:
    """Integers of `least` (2 or more) to `most` digits."""
    if most is not None and most < least:
        return Nothing()
    return concat([NONZERO, repeat(DIGIT, least - 1, None if most is None else most - 1)])


def _between(low: str, high: str) -> Node:
    """Texts of digits as long as both bounds and not outside them."""
    same = _common(low, high)
    if same == len(low):
        return literal(low)
    above, above_free = _following(low[same + 1 :], upwards=True)
    below, below_free = _following(high[same + 1 :], upwards=False)
    a, b, rest = int(low[same]), int(high[same]), len(low) - same - 1
    inner = concat([digits(a + (not above_free), b - (not below_free)), repeat(DIGIT, rest, rest)])
    lowest = Nothing() if above_free else concat([literal(low[same]), above])
    highest = Nothing() if below_free else concat([literal(high[same]), below])
    return concat([literal(low[:same]), choice([lowest, inner, highest])])


def _common(a: str, b: str) -> int:
    """The length of the longest common prefix."""
    return next((i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))


def _following(bound: str, upwards: bool) -> tuple[Node, bool]:
    """Texts as long as the bound and not below it (upwards) or not above it; and whether that is all of them."""
    node: Node = Empty()
    free = True
    for i in range(len(bound) - 1, -1, -1):
        digit, rest = int(bound[i]), len(bound) - i - 1
        low, high = (digit, 9) if upwards else (0, digit)
        if free:  # what follows the bound's digit is what follows the others: one set of digits
            node, free = concat([digits(low, high), repeat(DIGIT, rest, rest)]), (low, high) == (0, 9)
            continue
        aside = digits(digit + 1, 9) if upwards else digits(0, digit - 1)
        node = choice([concat([literal(bound[i]), node]), concat([aside, repeat(DIGIT, rest, rest)])])
    return node, free


@dataclass(frozen=True, slots=True)
class Fractions:
    """Digits after the point. `zeros`: zeros may end them, or be all there is; without it a 0 never ends them."""

    zeros: bool

    @property
    def any(self) -> Node:
        """Any fraction."""
        return repeat(DIGIT, 1, None) if self.zeros else self.some

    @property
    def some(self) -> Node:
        """Any fraction above 0."""
        if self.zeros:
            return concat([repeat(digits(0, 0), 0, None), NONZERO, repeat(DIGIT, 0, None)])
        return concat([repeat(DIGIT, 0, None), NONZERO])

    @property
    def rest(self) -> Node:
        """What may follow a digit that is not zero and has left the bounds."""
        return repeat(DIGIT, 0, None) if self.zeros else optional(self.some)

    def equal(self, bound: str) -> Node:
        """Fractions of the bound's value ("" is 0)."""
        if not bound:
            return repeat(digits(0, 0), 1, None) if self.zeros else Nothing()
        return concat([literal(bound), repeat(digits(0, 0), 0, None) if self.zeros else Empty()])

    def above(self, bound: str) -> Node:
        """Fractions above the bound (which may be "")."""
        node = self.some
        for digit in reversed(bound):
            aside = concat([digits(int(digit) + 1, 9), self.rest])
            node = choice([concat([literal(digit), node]), aside])
        return node

    def below(self, bound: str) -> Node:
        """Fractions below the bound, whose last digit is not zero."""
        node: Node = Nothing()
        for i in range(len(bound) - 1, -1, -1):
            may_end = i < len(bound) - 1 and (self.zeros or bound[i] != "0")
            along = concat([literal(bound[i]), optional(node) if may_end else node])
            node = choice([along, self._aside(int(bound[i]))])
        return node

    def _aside(self, digit: int) -> Node:
        """Fractions that begin with a smaller digit."""
        if self.zeros:
            return concat([digits(0, digit - 1), self.rest])
        after_zero = concat([digits(0, min(digit, 1) - 1), self.some])
        return choice([concat([digits(1, digit - 1), self.rest]), after_zero])

    def between(self, low: str, high: str) -> Node:
        """Fractions above `low` and below `high`, which is above `low`."""
        low = low.ljust(len(high), "0")
        same = _common(low, high)
        a, b = int(low[same]), int(high[same])
        above = concat([literal(low[same]), self.above(low[same + 1 :].rstrip("0"))])
        inner = concat([digits(a + 1, b - 1), self.rest])
        below = self.below(high[same + 1 :])
        below = concat([literal(high[same]), optional(below) if high[same + 1 :] else Nothing()])
        return concat([literal(low[:same]), choice([above, inner, below])])


def decimals_between(low: Decimal, low_in: bool, high: Decimal | None, high_in: bool, zeros: bool) -> Node:
    """All decimals from low (0 or more) to high (above low; None: no bound), ends in or out, plainly spelled."""
    fractions = Fractions(zeros)
    if high is not None and floor(low) == floor(high):
        return _in_one_unit(low, low_in, high, high_in, fractions)
    whole, fraction = split(low)
    first = floor(low) + (bool(fraction) or not low_in)
    starts = []
    if fraction or not low_in:
        equal = fractions.equal(fraction) if low_in else Nothing()
        starts.append(concat([literal(whole), POINT, choice([equal, fractions.above(fraction)])]))
    last = None if high is None else floor(high) - 1
    middle = concat([integers_between(first, last), _perhaps(fractions.any)])
    return choice([*starts, middle, *([] if high is None else [_last_unit(high, high_in, fractions)])])


def _in_one_unit(low: Decimal, low_in: bool, high: Decimal, high_in: bool, fractions: Fractions) -> Node:
    """Decimals between bounds that have the same digits before the point."""
    (whole, first), (_, last) = split(low), split(high)
    options = [
        fractions.equal(first) if low_in else Nothing(),
        fractions.between(first, last),
        fractions.equal(last) if high_in else Nothing(),
    ]
    start = literal(whole) if low_in and not first else Nothing()
    return choice([start, concat([literal(whole), POINT, choice(options)])])


def _last_unit(high: Decimal, high_in: bool, fractions: Fractions) -> Node:
    """Decimals up to `high` that have its digits before the point."""
    whole, fraction = split(high)
    equal = fractions.equal(fraction) if high_in else Nothing()
    if not fraction and not high_in:
        return Nothing()
    return concat([literal(whole), _perhaps(choice([fractions.below(fraction), equal]))])


def _perhaps(fraction: Node) -> Node:
    """A point and a fraction, or neither."""
    return optional(concat([POINT, fraction]))
