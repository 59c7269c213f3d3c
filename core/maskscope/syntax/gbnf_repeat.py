"""Repetitions in GBNF: `*`, `+`, `?`, `{m}`, `{m,}`, `{m,n}`.

llama.cpp wants the lower bound written, and has a bound of its own on counts: above 2,000 it refuses a minimum and
silently drops a maximum. Counts are exact here, and a note says where they would not be there.
"""

from __future__ import annotations

from maskscope.errors import LimitExceeded
from maskscope.limits import Limits
from maskscope.reading.cursor import Cursor
from maskscope.syntax.gbnf_chars import skip_blank
from maskscope.syntax.gbnf_tree import GbnfText, Times
from maskscope.text import Span

_SIGNS = {"*": Times(0, None), "+": Times(1, None), "?": Times(0, 1)}
_DIGITS = "0123456789"
_LLAMA_MOST = 2_000


def repetition(cursor: Cursor, text: GbnfText, limits: Limits, newlines: bool) -> Times:
    """The repetition that begins at the cursor; blanks (and line ends when `newlines`) may stand in its braces."""
    start = cursor.at
    sign = cursor.next()
    if sign != "{":
        return _SIGNS[sign]
    times = _braces(cursor, limits, newlines, start)
    _note_large(text, times, cursor.since(start))
    return times


def _braces(cursor: Cursor, limits: Limits, newlines: bool, start: int) -> Times:
    skip_blank(cursor, newlines)
    low = _count(cursor, limits)
    if low is None:
        hint = "the lower bound is required: write {0,n}" if cursor.peek() == "," else "write {m}, {m,} or {m,n}"
        cursor.fail("expected a number after {", start, cursor.at + 1, hint)
    skip_blank(cursor, newlines)
    high: int | None = low
    if cursor.take(","):
        skip_blank(cursor, newlines)
        high = _count(cursor, limits)
        skip_blank(cursor, newlines)
    cursor.expect("}", "this repetition is never closed", "write {m}, {m,} or {m,n}")
    if high is not None and high < low:
        cursor.fail(f"at least {low} and at most {high} leave no count", start, hint=f"write {{{high},{low}}}")
    return Times(low, high)


def _count(cursor: Cursor, limits: Limits) -> int | None:
    written = cursor.take_while(_DIGITS)
    if not written:
        return None
    digits = written.lstrip("0") or "0"
    # subtle: int() itself refuses very long numerals, so their length is looked at first
    if len(digits) > 18 or int(digits) > limits.repetitions:
        hint = "write * for no bound, or pass limits=Limits(repetitions=…)"
        raise LimitExceeded("repetitions", limits.repetitions, hint, "reading a repetition")
    return int(digits)


def _note_large(text: GbnfText, times: Times, span: Span) -> None:
    if times.low > _LLAMA_MOST:
        text.note("portability", f"llama.cpp refuses a repetition of more than {_LLAMA_MOST:,}", span)
    elif times.high is not None and times.high > _LLAMA_MOST:
        text.note("portability", f"llama.cpp drops the upper bound of a repetition above {_LLAMA_MOST:,}", span)
