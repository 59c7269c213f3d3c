r"""Cutting text into the pieces that BPE works on.

    >>> splitter("gpt2").pieces("Hello  world's")
    ['Hello', ' ', ' world', "'s"]

The patterns of `split_patterns.py` are translated into Python's `re`, which knows no `\p{L}` and means something else
by `\s`: every such class becomes a set of ranges from the pinned Unicode table, so that CPython and a browser cut
alike. A translated pattern is compiled once, when a text is first split with it.

Joining the pieces always gives the text back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from maskscope.sets.unicode_tables import property_set
from maskscope.vocab.split_patterns import SPLITTERS

_CLASS_OR_PROPERTY = re.compile(r"\\p\{(\w+)\}|\\(.)|(\[\^?|\])", re.DOTALL)


@dataclass(frozen=True, slots=True, eq=False)
class Splitter:
    """A named way of cutting text; with no patterns, a text is one piece."""

    name: str
    patterns: tuple[re.Pattern[str], ...]

    def pieces(self, text: str) -> list[str]:
        """The pieces in order, none empty; joined they are the text."""
        found = [text] if text else []
        for pattern in self.patterns:
            found = _cut(pattern, found)
        return found


@cache
def splitter(name: str) -> Splitter:
    """The splitter of that name; KeyError if there is none."""
    return Splitter(name, tuple(re.compile(translated(pattern)) for pattern in SPLITTERS[name]))


def splitter_of_patterns(patterns: tuple[str, ...]) -> str | None:
    """The name of the splitter with exactly these patterns, as a tokenizer file spells them; None if none has."""
    wanted = tuple(pattern.replace("\r", "\\r").replace("\n", "\\n") for pattern in patterns)
    return next((name for name, known in SPLITTERS.items() if known == wanted), None)


def translated(pattern: str) -> str:
    r"""The pattern in the notation of `re`, with `\p{…}`, `\s` and `\S` written out as ranges.

    >>> translated(r"[^\s]+")[:23]
    '[^\\U00000009-\\U0000000d'
    """
    out, at, inside = [], 0, False
    for found in _CLASS_OR_PROPERTY.finditer(pattern):
        out.append(pattern[at : found.start()])
        name, escaped, bracket = found.groups()
        if bracket:
            inside = bracket != "]"
        out.append(_written(found.group(), name, escaped, inside))
        at = found.end()
    return "".join([*out, pattern[at:]])


def _written(text: str, name: str | None, escaped: str | None, inside: bool) -> str:
    if name is None and escaped not in ("s", "S"):
        return text
    ranges = _ranges(name or "White_Space")
    if inside:
        return ranges
    return f"[^{ranges}]" if escaped == "S" else f"[{ranges}]"


@cache
def _ranges(name: str) -> str:
    """The inside of a character class that holds a Unicode property."""
    return "".join(f"{_escaped(low)}-{_escaped(high)}" for low, high in property_set(name).ranges)


def _escaped(point: int) -> str:
    return f"\\U{point:08x}"


def _cut(pattern: re.Pattern[str], pieces: Iterable[str]) -> list[str]:
    """Every piece as the pattern's matches and the text between them."""
    cut: list[str] = []
    for piece in pieces:
        matches = pattern.findall(piece)
        if sum(map(len, matches)) == len(piece):  # nothing between them: the usual case, at C speed
            cut += matches
        else:
            cut += _with_gaps(pattern, piece)
    return cut


def _with_gaps(pattern: re.Pattern[str], piece: str) -> list[str]:
    cut, at = [], 0
    for found in pattern.finditer(piece):
        if found.start() > at:
            cut.append(piece[at : found.start()])
        cut.append(found.group())
        at = found.end()
    if at < len(piece):
        cut.append(piece[at:])
    return cut
