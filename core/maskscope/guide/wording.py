"""Bytes, sets of bytes and places in the source, in words a person reads without a table at hand."""

from __future__ import annotations

from maskscope.reading.json_document import Place
from maskscope.sets.byteset import ByteSet, bit_range
from maskscope.text import Source, Span

_MOST_SHOWN = 6  # ranges of a byte set that are spelled out
_MOST_QUOTED = 40  # characters of a quotation
_BLANKS = {0x20: "a space", 0x0A: "a line feed", 0x0D: "a carriage return", 0x09: "a tab"}
_ESCAPES = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_NON_ASCII = bit_range(0xC2, 0xF4)  # the bytes that begin a character outside ASCII


def quoted(data: bytes) -> str:
    """The bytes between backquotes; what is no UTF-8 or cannot be printed as `\\xNN`.

    >>> quoted(b'"n')
    '`"n`'
    """
    text = shown(data)
    return f"`{text if len(text) <= _MOST_QUOTED else text[:_MOST_QUOTED] + '…'}`"


def shown(data: bytes) -> str:
    """The bytes as text in which everything can be seen and nothing can do anything.

    >>> shown(b"a\\n\\xff")
    'a\\\\n\\\\xff'
    """
    text = data.decode("utf-8", "backslashreplace")
    return "".join(c if c.isprintable() else _ESCAPES.get(c, f"\\x{ord(c):02x}") for c in text)


def expectation(expected: ByteSet, may_end: bool, terminals: tuple[str, ...]) -> str:
    """What the grammar goes on with, as the end of a sentence.

    >>> expectation(ByteSet(1 << ord("a")), False, ())
    'the grammar expects `a`'
    """
    wanted = [*bytes_in_words(expected), *(f"the token {name}" for name in terminals)]
    if not wanted:
        return "the text is complete, and nothing may follow" if may_end else "what came before it was refused already"
    end = ", or the end of the text" if may_end else ""
    return f"the grammar expects {one_of(wanted)}{end}"


def bytes_in_words(expected: ByteSet) -> list[str]:
    """The set as a short list of phrases, ASCII first."""
    bits = expected.bits
    phrases: list[str] = []
    if bits & _NON_ASCII == _NON_ASCII:
        phrases.append("any character outside ASCII")
        bits &= ~_NON_ASCII
    runs = [_run_in_words(low, high) for low, high in ByteSet(bits).ranges()]
    if len(runs) > _MOST_SHOWN:
        return [f"one of {len(expected)} bytes, such as {', '.join(runs[:3])}"]
    return [*runs, *phrases]


def one_of(phrases: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return phrases[0] if len(phrases) == 1 else f"{', '.join(phrases[:-1])} or {phrases[-1]}"


def place(source: Source | None, origins: tuple[Span, ...]) -> str:
    """Where in the source that stands: ` (line 3, `name`)`, ` (column 5, `[0-9]`)` in a text of one line.

    A part of a schema is named by its JSON pointer: ` (line 3, #/properties/role)`.
    """
    if source is None or not origins:
        return ""
    span = origins[0]
    line, column = source.line_of(span.start)
    position = f"line {line}" if "\n" in source.text else f"column {column}"
    more = f", and {len(origins) - 1} more" if len(origins) > 1 else ""
    text = source.text[span.start : span.end]
    part = span.pointer if isinstance(span, Place) else quoted(text.encode("utf-8", "replace"))
    return f" ({position}, {part}{more})"


def _run_in_words(low: int, high: int) -> str:
    if low == high:
        return _byte_in_words(low)
    if high == low + 1:
        return f"{_byte_in_words(low)}, {_byte_in_words(high)}"
    printable = low > 0x20 and high < 0x7F
    return f"`{chr(low)}`–`{chr(high)}`" if printable else f"bytes 0x{low:02X}–0x{high:02X}"


def _byte_in_words(b: int) -> str:
    return _BLANKS.get(b) or (f"`{chr(b)}`" if 0x20 < b < 0x7F else f"byte 0x{b:02X}")
