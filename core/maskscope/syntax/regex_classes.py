"""Character classes of regexes: `[a-z_]`, `[^\\d]`, `[]` (nothing) and `[^]` (anything).

Order matters with the flag `i`: members are folded first and the whole is negated after, so that `(?i:[^x])` refuses
both x and X (ECMA-262, CharacterSetMatcher).

Other dialects read `[]a]` and `[[:digit:]]` as one class. Here each is a class and a `]` too many, which the flag `u`
forbids; that `]` would be let pass as itself, but not when it shows that another dialect was meant.
"""

from __future__ import annotations

import re

from maskscope.sets.codepoints import CodePoints, Range
from maskscope.syntax.regex_escapes import folded, read_escape
from maskscope.syntax.regex_reader import Reader

_POSIX = re.compile(r"\[:(\^?[a-z]+):\]")
_INSTEAD = {
    "alnum": "A-Za-z0-9",
    "alpha": "A-Za-z",
    "blank": " \\t",
    "cntrl": "\\x00-\\x1F\\x7F",
    "digit": "0-9",
    "graph": "!-~",
    "lower": "a-z",
    "print": " -~",
    "punct": "!-\\/:-@\\[-`{-~",
    "space": "\\s",
    "upper": "A-Z",
    "word": "\\w",
    "xdigit": "0-9A-Fa-f",
}
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
    if not ranges and cursor.source.text[cursor.at - 2] in "[^":
        reader.doubts("this class is empty", start, cursor.at, "write \\] for a ] inside a class")
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
        instead = _INSTEAD.get(posix[1])
        hint = f"write {instead} in its place" if instead else ""
        reader.doubts(f"{posix[0]} names no class here", cursor.at, posix.end(), hint)
    return ord(cursor.next())


def _as_ranges(atom: int | CodePoints) -> tuple[Range, ...]:
    return ((atom, atom),) if isinstance(atom, int) else atom.ranges


def _shown(point: int) -> str:
    """The code point as one would write it in a class."""
    char = chr(point)
    if char in _MUST_ESCAPE:
        return "\\" + char
    return char if char.isprintable() and not 0xD800 <= point <= 0xDFFF else f"\\u{{{point:X}}}"
