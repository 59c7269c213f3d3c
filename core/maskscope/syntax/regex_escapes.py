"""Backslash escapes of regexes: `\\n`, `\\x41`, `\\u{1F600}`, `\\d`, `\\p{L}` and the rest of the table of ECMA-262.

An escape is one character or a set of them, so `read_escape` answers with a `CodePoints` or with an `int`; the
difference matters in a class, where only a character may end a range.
"""

from __future__ import annotations

from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.sets.unicode_ecma import DIGIT, WHITE
from maskscope.sets.unicode_fold import fold
from maskscope.sets.unicode_tables import PropertyError, property_set
from maskscope.syntax.regex_reader import Reader

_CONTROL = {"t": 9, "n": 10, "v": 11, "f": 12, "r": 13}
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_PUNCTUATION = frozenset(" !\"#%&',-:;<=>@_`~")
_HEX = frozenset("0123456789abcdefABCDEF")
_DIGITS = frozenset("0123456789")
_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
_BACK_REFERENCE = "a back-reference is not built: no finite automaton can compare two parts of a text"
_ELSEWHERE = {  # letters that mean something in other dialects, and what to write here
    "A": "write ^ for the start of the text",
    "Z": "write $ for the end of the text",
    "z": "write $ for the end of the text",
    "a": "write \\x07 for the bell",
    "e": "write \\x1B for escape",
    "h": "write [ \\t] for a blank",
    "R": "write (?:\\r\\n|\\n|\\r) for a line end",
    "X": "write . for one character",
    "Q": "escape each character by itself",
    "E": "escape each character by itself",
    "G": "leave it out",
    "K": "leave it out",
}


def read_escape(reader: Reader, in_class: bool) -> CodePoints | int:
    """One escape, the cursor being on its backslash: a character (as a code point), or a set."""
    cursor = reader.cursor
    start = cursor.at
    cursor.next()
    char = cursor.next()
    if char in _CONTROL:
        return _CONTROL[char]
    if char in ("d", "D", "w", "W", "s", "S"):
        return _class_escape(reader, start, char)
    if char in ("p", "P"):
        return _property(reader, start, char == "P")
    if char in ("x", "u", "c"):
        return _numbered(reader, start, char)
    if char in _DIGITS:
        return _digit(reader, start, char)
    if char == "b" and in_class:
        return 8
    return _identity(reader, start, char, in_class)


def _class_escape(reader: Reader, start: int, char: str) -> CodePoints:
    lower = char.lower()
    if lower != "s":
        reader.note("portability", f"\\{char} means ASCII; Outlines and llguidance read it as Unicode", start)
    points = DIGIT if lower == "d" else WHITE if lower == "s" else reader.flags.word
    return ~points if char != lower else points


def _property(reader: Reader, start: int, negated: bool) -> CodePoints:
    cursor = reader.cursor
    cursor.expect("{", "a property is named in braces", "write \\p{L}")
    name = cursor.take_while(_LETTERS | _DIGITS | {"_", "="})
    if not cursor.take("}"):
        cursor.fail("a property's name is letters, digits, _ and =, up to a }", start, cursor.at + 1, "write \\p{L}")
    try:
        points = property_set(name)
    except PropertyError as error:
        cursor.fail(str(error), start, hint=error.hint)
    return ~points if negated else points


def _numbered(reader: Reader, start: int, char: str) -> int:
    """`\\xHH`, `\\uHHHH`, `\\u{H…}` and `\\cX`."""
    cursor = reader.cursor
    if char == "c":
        letter = cursor.next()
        if letter not in _LETTERS or not letter:
            cursor.fail("\\c needs a letter", start, hint="write \\cJ for control-J, \\\\c for a backslash and a c")
        return ord(letter) % 32
    if char == "u" and cursor.take("{"):
        return _braced(reader, start)
    return _surrogates(reader, start, _hex(reader, start, 2 if char == "x" else 4))


def _hex(reader: Reader, start: int, n: int) -> int:
    digits = reader.cursor.take_while(_HEX, n)
    if len(digits) != n:
        hint = "write \\u{…} for digits in braces" if reader.cursor.peek() == "{" else ""
        reader.cursor.fail(f"this escape needs {n} hexadecimal digits", start, reader.cursor.at + 1, hint)
    return int(digits, 16)


def _braced(reader: Reader, start: int) -> int:
    cursor = reader.cursor
    digits = cursor.take_while(_HEX)
    if not digits or not cursor.take("}"):
        cursor.fail("\\u{…} holds hexadecimal digits", start, cursor.at + 1, "write \\u{1F600}")
    significant = digits.lstrip("0") or "0"
    if len(significant) > 6 or int(significant, 16) > 0x10FFFF:
        cursor.fail("there is no such code point", start, hint="the last one is \\u{10FFFF}")
    return int(significant, 16)


def _surrogates(reader: Reader, start: int, unit: int) -> int:
    """A high surrogate and the escaped low one after it are one code point."""
    cursor = reader.cursor
    if not 0xD800 <= unit <= 0xDBFF or not cursor.looking_at("\\u"):
        return unit
    back = cursor.at
    cursor.take("\\u")
    digits = cursor.take_while(_HEX, 4)
    if len(digits) == 4 and 0xDC00 <= int(digits, 16) <= 0xDFFF:
        return 0x10000 + ((unit - 0xD800) << 10) + (int(digits, 16) - 0xDC00)
    cursor.at = back
    return unit


def _digit(reader: Reader, start: int, char: str) -> int:
    cursor = reader.cursor
    if char != "0":
        cursor.take_while(_DIGITS)
        reader.unsupported(_BACK_REFERENCE, start, "write out what the group may be")
    if cursor.peek() in _DIGITS and not cursor.at_end:
        cursor.fail("octal escapes do not exist here", start, cursor.at + 1, "write \\x00 for a code in hexadecimal")
    return 0


def _identity(reader: Reader, start: int, char: str, in_class: bool) -> int:
    """An escaped character that stands for itself."""
    cursor = reader.cursor
    if char in _SYNTAX and char:
        return ord(char)
    if in_class and char == "-":
        return 0x2D
    if char in _PUNCTUATION and char:
        reader.note("portability", f"\\{char} means {char} here; the flag u wants it without the backslash", start)
        return ord(char)
    if not char:
        cursor.fail("nothing follows this backslash", start, hint="write \\\\ for a backslash")
    if char == "k" and not in_class:
        reader.unsupported(_BACK_REFERENCE, start, "write out what the group may be")
    plain = f"write {char} without the backslash, or \\\\{char} for a backslash before it"
    return cursor.fail(f"there is no escape \\{char}", start, hint=_ELSEWHERE.get(char, plain))


def folded(reader: Reader, points: CodePoints) -> CodePoints:
    """The set as the flag `i` reads it."""
    return fold(points) if reader.flags.ignore_case and points != ANY else points
