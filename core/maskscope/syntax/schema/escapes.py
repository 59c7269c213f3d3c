r"""How JSON spells one character: raw, by a short escape, or as `\uXXXX`.

A schema speaks of decoded characters; the text has spellings. Where any spelling will do, a character may stand raw
(but not a control character, the quote or the backslash), as one of `\" \\ \/ \b \f \n \r \t`, or as `\u` and four hex
digits of either case; a character beyond U+FFFF is then two escapes, a surrogate pair. Half a pair is refused. In
canonical spelling each character has one form, that of `json.dumps(ensure_ascii=False)`.

`spelled` turns a set of characters into one compact node:

    any spelling of [a-z]:   [a-z] | "\" "u00" ( "6" [1-9a-f] | "7" [0-9a] )        (hex letters in both cases)
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from maskscope.ir.build import chars, choice, concat, literal, repeat
from maskscope.ir.nodes import Node, Nothing
from maskscope.sets.codepoints import ANY, CodePoints, Range

Spelling = Literal["any", "canonical"]

QUOTE = literal('"')
_SHORT = {'"': '"', "\\": "\\", "/": "/", "\b": "b", "\f": "f", "\n": "n", "\r": "r", "\t": "t"}
_ESCAPED_ONLY = CodePoints.of([(0, 0x1F), (0x22, 0x22), (0x5C, 0x5C)])
_RAW = ~_ESCAPED_ONLY
_BASIC = CodePoints.of([(0, 0xFFFF)])
_BEYOND = ~_BASIC
_BACKSLASH, _U = literal("\\"), literal("\\u")
_ENCODER = json.JSONEncoder(ensure_ascii=False)  # json.dumps would make a new one for each word
_HIGHS, _LOWS, _ROW = 0xD800, 0xDC00, 0x400  # where the two halves of surrogate pairs begin, and how many there are


@lru_cache(maxsize=1024)
def spelled(points: CodePoints, spelling: Spelling) -> Node:
    """One character of the set, as JSON spells it inside a string."""
    raw = chars(points & _RAW)
    if spelling == "canonical":
        return choice([raw, *(literal(canonical(chr(point))) for point in points & _ESCAPED_ONLY)])
    letters = CodePoints.chars(letter for char, letter in _SHORT.items() if ord(char) in points)
    return choice([raw, concat([_BACKSLASH, choice([chars(letters), concat([literal("u"), _hex(points)])])])])


def canonical(text: str) -> str:
    r"""The canonical spelling of a text, without quotes.

    >>> canonical('a"b\n')
    'a\\"b\\n'
    """
    return written(text)[1:-1]


def quoted(text: str) -> Node:
    """The canonical spelling of a whole string, quotes included."""
    return literal(written(text))


def written(text: str) -> str:
    """The canonical spelling of a string, as text."""
    return _ENCODER.encode(text)


def _hex(points: CodePoints) -> Node:
    """The four hex digits of each character, or of both halves of its surrogate pair, the first `\\u` apart."""
    return choice([_digits((points & _BASIC).ranges, 4), _pairs(points & _BEYOND)])


@lru_cache(maxsize=256)
def _pairs(points: CodePoints) -> Node:
    """The characters beyond U+FFFF as pairs: rows of 1,024 that share a first half, grouped by their second halves."""
    whole, partial = _rows(points)
    by_lows: dict[tuple[Range, ...], list[Range]] = defaultdict(list)
    if whole:
        by_lows[((0, _ROW - 1),)] = whole
    for row, lows in partial.items():
        by_lows[tuple(lows)].append((row, row))
    return choice(
        concat([_digits(_raised(rows, _HIGHS), 4), _U, _digits(_raised(lows, _LOWS), 4)])
        for lows, rows in by_lows.items()
    )


def _rows(points: CodePoints) -> tuple[list[Range], dict[int, list[Range]]]:
    """The ranges of whole rows, and of every other row the ranges inside it."""
    whole: list[Range] = []
    partial: dict[int, list[Range]] = defaultdict(list)
    for low, high in _raised(points.ranges, -0x10000):
        (first, start), (last, end) = divmod(low, _ROW), divmod(high, _ROW)
        first_is_whole = start == 0 and (first < last or end == _ROW - 1)
        last_is_whole = end == _ROW - 1 and (first < last or start == 0)
        if not first_is_whole:
            partial[first].append((start, end if first == last else _ROW - 1))
        if not last_is_whole and first < last:
            partial[last].append((0, end))
        if first + (not first_is_whole) <= last - (not last_is_whole):
            whole.append((first + (not first_is_whole), last - (not last_is_whole)))
    return whole, partial


def _raised(ranges: Iterable[Range], by: int) -> tuple[Range, ...]:
    return tuple((low + by, high + by) for low, high in ranges)


def _digits(ranges: tuple[Range, ...], n: int) -> Node:
    """The numbers of ascending ranges below 16^n, in n hex digits; first digits with the same rests share them."""
    if ranges == ((0, 16**n - 1),):
        return repeat(_hex_digit(tuple(range(16))), n, n)
    unit = 16 ** (n - 1)
    by_rest: dict[tuple[Range, ...], list[int]] = defaultdict(list)
    for digit in range(16):
        rest = _raised(_clipped(ranges, digit * unit, (digit + 1) * unit - 1), -digit * unit)
        if rest:
            by_rest[rest].append(digit)
    if n == 1:
        return _hex_digit(tuple(by_rest[((0, 0),)])) if by_rest else Nothing()
    return choice(concat([_hex_digit(tuple(digits)), _digits(rest, n - 1)]) for rest, digits in by_rest.items())


def _clipped(ranges: tuple[Range, ...], low: int, high: int) -> tuple[Range, ...]:
    """The part of the ranges inside low..high."""
    start = bisect_left(ranges, low, key=lambda r: r[1])
    end = bisect_right(ranges, high, key=lambda r: r[0])
    return tuple((max(a, low), min(b, high)) for a, b in ranges[start:end])


@lru_cache(maxsize=1024)
def _hex_digit(values: tuple[int, ...]) -> Node:
    """One hex digit of either case."""
    return chars(CodePoints.chars(case for value in values for case in {f"{value:x}", f"{value:X}"}))


ANY_CHARACTER = spelled(ANY, "any")
"""Any character in any spelling."""
