"""Quantifiers of regexes: `*`, `+`, `?`, `{m}`, `{m,}`, `{m,n}`, each with a `?` after it if it is lazy."""

from __future__ import annotations

import re

from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import Bound
from maskscope.syntax.regex_reader import Reader

_SIMPLE: dict[str, Bound] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_BRACED = re.compile(r"\{([0-9]+)(,?)([0-9]*)\}")


def read_quantifier(reader: Reader) -> Bound | None:
    """Takes a quantifier and gives its bounds; None (and nothing taken) if the brace here begins none."""
    cursor = reader.cursor
    bounds: Bound
    if cursor.peek() != "{":
        bounds = _SIMPLE[cursor.next()]
    else:
        braced = _BRACED.match(cursor.source.text, cursor.at)
        if braced is None or (braced[3] and not braced[2]):
            return None
        bounds = _braced_bounds(reader, braced)
    cursor.take("?")
    return bounds


def _braced_bounds(reader: Reader, braced: re.Match[str]) -> Bound:
    cursor = reader.cursor
    start = cursor.at
    cursor.at = braced.end()
    low = _count(reader, braced[1])
    high = _count(reader, braced[3]) if braced[3] else None if braced[2] else low
    if high is not None and high < low:
        cursor.fail("the bounds run backwards", start, hint=f"write {{{high},{low}}}")
    return low, high


def _count(reader: Reader, digits: str) -> int:
    """The number, under the limit. subtle: `int` refuses thousands of digits, so the length is looked at first."""
    most = reader.limits.repetitions
    significant = digits.lstrip("0") or "0"
    if len(significant) > 18 or int(significant) > most:
        raise LimitExceeded("repetitions", most, "ask for fewer, or leave the bound out", "reading a quantifier")
    return int(significant)
