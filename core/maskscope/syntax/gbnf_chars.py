r"""Characters in GBNF: blanks and comments, escapes, literals, classes.

Each escape is one *code point*, never a byte: `\xE9` is é, two bytes in UTF-8. Only the escapes that llama.cpp's parser
knows are legal; regex habits (`\d`, `\.`) are errors whose hint says what to write instead.
"""

from __future__ import annotations

from typing import NoReturn

from maskscope.reading.cursor import Cursor
from maskscope.sets.codepoints import ANY, CodePoints, Range
from maskscope.syntax.gbnf_tree import GbnfText, OneOf, Text
from maskscope.text import Span

_HEX = "0123456789abcdefABCDEF"
_HEX_DIGITS = {"x": 2, "u": 4, "U": 8}
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "\\": "\\", '"': '"', "[": "[", "]": "]", "-": "-"}
_INSTEAD = {
    "d": "the class [0-9]",
    "w": "the class [A-Za-z0-9_]",
    "s": r"the class [ \t\r\n]",
    "D": "the class [^0-9]",
    "W": "the class [^A-Za-z0-9_]",
    "S": r"the class [^ \t\r\n]",
    "b": r"\x08",
    "f": r"\x0C",
    "v": r"\x0B",
    "0": r"\x00",
    "a": r"\x07",
    "e": r"\x1B",
}


def skip_blank(cursor: Cursor, newlines: bool) -> None:
    """Takes blanks and `#` comments, and line ends too when `newlines`; a comment ends before its line end."""
    blank = " \t\r\n" if newlines else " \t"
    cursor.take_while(blank)
    while cursor.peek() == "#":
        while cursor.peek() not in ("", "\r", "\n"):
            cursor.at += 1
        cursor.take_while(blank)


def literal(cursor: Cursor) -> Text:
    """A literal, from its opening to its closing quote; it may hold line ends."""
    start = cursor.at
    cursor.at += 1
    points = [_plain(cursor)]
    while cursor.peek() != '"':
        if cursor.at_end:
            cursor.fail("this literal is never closed", start, start + 1, 'write a closing " (inside a literal: \\")')
        points.append(chr(_point(cursor)))
    cursor.at += 1
    return Text("".join(points))


def _plain(cursor: Cursor) -> str:
    """Takes the characters up to the next quote or backslash: most literals in one piece."""
    text, start = cursor.source.text, cursor.at
    stop = text.find('"', start)
    cursor.at = len(text) if stop < 0 else stop
    backslash = text.find("\\", start, cursor.at)
    if backslash >= 0:
        cursor.at = backslash
    return text[start : cursor.at]


def char_class(cursor: Cursor, text: GbnfText) -> OneOf:
    """A class `[…]` or `[^…]`, from bracket to bracket."""
    start = cursor.at
    cursor.at += 1
    negated = cursor.take("^")
    ranges: list[Range] = []
    while cursor.peek() != "]":
        if cursor.at_end:
            cursor.fail("this class is never closed", start, start + 1, "write a closing ] (inside a class: \\])")
        ranges.append(_range(cursor))
    cursor.at += 1
    if not ranges:
        hint = "to match any character write .; to match a closing bracket write [\\]]"
        cursor.fail(f"{'[^]' if negated else '[]'} has no characters", start, hint=hint)
    _note_twice(text, ranges, cursor.since(start))
    members = CodePoints.of(ranges)
    if negated:
        members = ANY - members
    if not members:
        cursor.fail("this class excludes every character", start, hint="leave at least one character to match")
    return OneOf(members)


def _range(cursor: Cursor) -> Range:
    """One member of a class: a character, or a range of them; a `-` before the bracket is itself."""
    start = cursor.at
    low = _point(cursor)
    if cursor.peek() != "-" or cursor.peek(1) in ("]", ""):
        return low, low
    cursor.at += 1
    middle = cursor.at
    high = _point(cursor)
    if high < low:
        written = cursor.source.text
        turned = f"[{written[middle : cursor.at]}-{written[start : middle - 1]}]"
        cursor.fail("range runs backwards", start, hint=f"write {turned}")
    return low, high


def _note_twice(text: GbnfText, ranges: list[Range], span: Span) -> None:
    """A letter written twice is the mark of a phrase in brackets, which is a set of its letters."""
    seen: set[int] = set()
    for low, high in ranges:
        if low == high and low in seen:
            problem = f"{chr(low)!r} stands twice in this class; a class is a set of characters, not a phrase"
            text.note("warning", problem, span)
            return
        seen.add(low)


def _point(cursor: Cursor) -> int:
    """One character or escape, as a code point."""
    start = cursor.at
    char = cursor.next()
    if char != "\\":
        return ord(char)
    kind = cursor.next()
    if kind in _HEX_DIGITS:
        return _hex(cursor, start, kind)
    if kind not in _ESCAPES:
        _bad_escape(cursor, start, kind)
    return ord(_ESCAPES[kind])


def _hex(cursor: Cursor, start: int, kind: str) -> int:
    need = _HEX_DIGITS[kind]
    digits = cursor.take_while(_HEX, need)
    if len(digits) < need:
        example = f"\\{kind}{'41'.rjust(need, '0')}"
        cursor.fail(f"\\{kind} needs {need} hexadecimal digits", start, hint=f"write {example} for A")
    point = int(digits, 16)
    if 0xD800 <= point <= 0xDFFF:
        hint = "write the character itself, or its whole code point as \\UHHHHHHHH"
        cursor.fail("a surrogate is half a character, and stands for nothing by itself", start, hint=hint)
    if point > 0x10FFFF:
        cursor.fail("there is no such code point", start, hint="the highest one is \\U0010FFFF")
    return point


def _bad_escape(cursor: Cursor, start: int, kind: str) -> NoReturn:
    if not kind:
        cursor.fail("a lone backslash at the end of the text", start, hint="write \\\\ for a backslash")
    known = r"\x \u \U \t \r \n \\ \" \[ \] \-"
    instead = _INSTEAD.get(kind, "" if kind.isalnum() or not kind.isprintable() else f"{kind} without the backslash")
    hint = f"write {instead}" if instead else f"GBNF knows {known}; for a backslash write \\\\"
    cursor.fail(f"unknown escape \\{kind if kind.isprintable() else ''}".rstrip(), start, hint=hint)
