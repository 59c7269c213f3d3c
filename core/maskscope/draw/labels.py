"""What is written on an edge: a set of bytes or characters, in the shortest words a reader of regexes knows.

    {0x30..0x39}            →  \\d
    {0x61..0x7A}            →  [a-z]
    everything but " and \\  →  [^"\\\\]
    0x0A                    →  ⏎

Blanks become visible signs, bytes that are no character are written as `0xE2`, and nothing that comes out of here
moves a cursor or can be read as markup by mistake (escaping is still the writer's duty).
"""

from __future__ import annotations

from dataclasses import dataclass

from maskscope.sets.byteset import bit_range, bits_of, members

ASCII = bit_range(0, 127)
PRINTABLE = bit_range(0x20, 0x7E)
ALL_WIDE = 0x110000 - 0x800 - 0x80  # Unicode scalar values beyond ASCII
LONGEST = 20  # characters of a label before it is cut

_BLANKS = {0x20: "␣", 0x09: "⇥", 0x0A: "⏎", 0x0D: "␍", 0x7F: "␡"}
_DIGITS = bit_range(0x30, 0x39)
_UPPER, _LOWER = bit_range(0x41, 0x5A), bit_range(0x61, 0x7A)
_QUOTE_BACKSLASH = bits_of(b'"\\')
_NAMED = {
    _DIGITS: "\\d",
    _DIGITS | _UPPER | _LOWER | bits_of(b"_"): "\\w",
    bits_of(b" \t\n\r\x0b\x0c"): "\\s",
    bits_of(b" \t\n\r"): "blank",
}


@dataclass(frozen=True, slots=True)
class Symbols:
    """What one step of an edge consumes: `bits` are bytes, and beyond them `wide` non-ASCII characters.

    `few` spells those characters when they are few; `escapes` says that backslash escapes are among them.
    """

    bits: int = 0
    wide: int = 0
    few: str = ""
    escapes: bool = False

    def __or__(self, other: Symbols) -> Symbols:
        few = self.few + other.few if self.wide + other.wide == len(self.few + other.few) else ""
        return Symbols(self.bits | other.bits, self.wide + other.wide, few, self.escapes or other.escapes)

    @property
    def only_byte(self) -> int | None:
        """The byte, when it is the only thing that fits."""
        single = self.bits.bit_count() == 1 and not self.wide and not self.escapes
        return self.bits.bit_length() - 1 if single else None


def byte_label(b: int) -> str:
    """One byte for a person: itself, a sign for a blank, or its hexadecimal value.

    >>> [byte_label(b) for b in (0x61, 0x20, 0x0A, 0xE2)]
    ['a', '␣', '⏎', '0xE2']
    """
    if b in _BLANKS:
        return _BLANKS[b]
    return chr(b) if 0x20 < b < 0x7F else f"0x{b:02X}"


def symbols_label(symbols: Symbols) -> str:
    """One step of an edge, as a literal character or a class; "char" is any character of a JSON string, escapes too.

    >>> symbols_label(Symbols(bits_of(b"abcdef")))
    '[a-f]'
    >>> symbols_label(Symbols(PRINTABLE & ~bits_of(b'"'), wide=ALL_WIDE))
    '[^"]'
    """
    single = symbols.only_byte
    if single is not None:
        return byte_label(single)
    if not symbols.bits:
        return symbols.few if symbols.wide == 1 and symbols.few else f"[{_wide_label(symbols)}]"
    if symbols.wide == 0 and not symbols.escapes and symbols.bits in _NAMED:
        return _NAMED[symbols.bits]
    label = _class_label(symbols)
    return f"{label}|\\…" if symbols.escapes and label != "char" else label


def _class_label(symbols: Symbols) -> str:
    ascii_bits, raw = symbols.bits & ASCII, symbols.bits & ~ASCII
    missing = PRINTABLE & ~ascii_bits
    whole = symbols.wide == ALL_WIDE or raw.bit_count() > 100
    if whole and symbols.escapes and missing == _QUOTE_BACKSLASH:
        return "char"
    if whole and missing.bit_count() <= 12:
        return f"[^{_runs_label(missing)}]" if missing else "any"
    inside = _runs_label(ascii_bits) + _wide_label(symbols)
    if raw:
        inside += ("," if inside else "") + ",".join(_raw_run(low, high) for low, high in _runs(raw))
    return f"[{inside}]"


def _wide_label(symbols: Symbols) -> str:
    if not symbols.wide:
        return ""
    if symbols.few:
        return symbols.few
    return "¬ASCII" if symbols.wide == ALL_WIDE else f"+{symbols.wide:,} more"


def _raw_run(low: int, high: int) -> str:
    return f"0x{low:02X}" if low == high else f"0x{low:02X}–{high:02X}"


def _runs_label(bits: int) -> str:
    return "".join(_run_label(low, high) for low, high in _runs(bits))


def _run_label(low: int, high: int) -> str:
    if high - low < 2:
        return "".join(_in_class(b) for b in range(low, high + 1))
    return f"{_in_class(low)}-{_in_class(high)}"


def _in_class(b: int) -> str:
    return "\\" + chr(b) if chr(b) in "\\]-^" else byte_label(b)


def _runs(bits: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for b in members(bits):
        if runs and runs[-1][1] == b - 1:
            runs[-1] = (runs[-1][0], b)
        else:
            runs.append((b, b))
    return runs


def path_label(parts: tuple[Symbols, ...]) -> str:
    """The steps of a chain in a row, equal neighbours counted.

    >>> path_label((Symbols(_DIGITS),) * 4 + (Symbols(bits_of(b"-")),))
    '\\\\d{4}-'
    """
    words: list[str] = []
    i = 0
    while i < len(parts):
        word, j = symbols_label(parts[i]), i + 1
        while j < len(parts) and parts[j] == parts[i] and parts[i].only_byte is None:
            j += 1
        words.append(word if j == i + 1 else f"{word}{{{j - i}}}")
        i = j
    return "".join(words)


def cut_label(text: str, longest: int = LONGEST) -> str:
    """The text, or its beginning and end with … between.

    >>> cut_label("abcdefghij", 7)
    'abcd…ij'
    """
    if len(text) <= longest:
        return text
    tail = longest // 3
    return f"{text[: longest - 1 - tail]}…{text[-tail:]}"
