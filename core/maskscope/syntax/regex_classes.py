"""Character classes of regexes: `[a-z_]`, `[^\\d]`, `[]` (nothing) and `[^]` (anything).

Order matters with the flag `i`: members are folded first and the whole is negated after, so that `(?i:[^x])` refuses
both x and X (ECMA-262, CharacterSetMatcher).
"""

from __future__ import annotations

import re

from maskscope.sets.codepoints import CodePoints, Range
from maskscope.syntax.regex_escapes import folded, read_escape
from maskscope.syntax.regex_reader import Reader

_POSIX = re.compile(r"\[:\^?[a-z]+:")
_MUST_ESCAPE = frozenset("\\]-^")


def read_class(reader: Reader) -> CodePoints:
    """One class, the cursor being on its `[`."""
    cursor = reader.cursor
    start = cursor.at
    cursor.next()
    negated = cursor.take("^")
    ranges: list[Range] = []
    while not cursor.take("]"):
        if cursor.at_end:
            cursor.fail("this [ is never closed", start, start + 1, "add a ], or write \\[ for the character")
        ranges.extend(_member(reader))
    points = folded(reader, CodePoints.of(ranges))
    return ~points if negated else points


def _member(reader: Reader) -> tuple[Range, ...]:
    """A character, a range or a class escape."""
    cursor = reader.cursor
    start = cursor.at
    low = _atom(reader)
    if cursor.peek() != "-" or cursor.peek(1) in ("]", ""):
        return _as_ranges(low)
    cursor.next()
    middle = cursor.at
    high = _atom(reader)
    if not isinstance(low, int) or not isinstance(high, int):
        end = "start" if not isinstance(low, int) else "end"
        what = cursor.source.text[start : middle - 1] if end == "start" else cursor.source.text[middle : cursor.at]
        cursor.fail(f"a range cannot {end} with the set {what}", start, hint="write \\- for a hyphen")
    if low > high:
        cursor.fail("range runs backwards", start, hint=f"write [{_shown(high)}-{_shown(low)}]")
    return ((low, high),)


def _atom(reader: Reader) -> int | CodePoints:
    cursor = reader.cursor
    if cursor.peek() == "\\":
        return read_escape(reader, in_class=True)
    if cursor.peek() == "[" and (posix := _POSIX.match(cursor.source.text, cursor.at)):
        reader.note("warning", f"{posix[0]}] names no class here: its characters are members", cursor.at)
    return ord(cursor.next())


def _as_ranges(atom: int | CodePoints) -> tuple[Range, ...]:
    return ((atom, atom),) if isinstance(atom, int) else atom.ranges


def _shown(point: int) -> str:
    """The code point as one would write it in a class."""
    char = chr(point)
    if char in _MUST_ESCAPE:
        return "\\" + char
    return char if char.isprintable() and not 0xD800 <= point <= 0xDFFF else f"\\u{{{point:X}}}"
