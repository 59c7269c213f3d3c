"""A few words in which formats are written, close to ABNF: `seq`, `alt`, `opt`, `many`, `some`, sets of characters.

DIGIT, HEX, LETTER     classes of ASCII characters (hex digits of both cases)
seq("a", DIGIT)        one after the other; a str stands for itself
alt("a", "b")          either; opt(x) is x or nothing; many(x) any number; some(x) at least one
times(x, 2, 4)         2 to 4 times
"""

from __future__ import annotations

from maskscope.ir.build import chars, choice, concat, literal, repeat
from maskscope.ir.nodes import Node
from maskscope.sets.codepoints import ANY, CodePoints

Part = Node | CodePoints | str


def one_of(text: str) -> CodePoints:
    """Any one of the characters."""
    return CodePoints.chars(text)


def span(low: str, high: str) -> CodePoints:
    """Any character from low to high."""
    return CodePoints.of([(ord(low), ord(high))])


DIGIT = span("0", "9")
LETTER = span("a", "z") | span("A", "Z")
HEX = DIGIT | span("a", "f") | span("A", "F")


def part(value: Part) -> Node:
    """A text, a set of characters or a node, as a node."""
    if isinstance(value, str):
        return literal(value)
    return chars(value) if isinstance(value, CodePoints) else value


def seq(*parts: Part) -> Node:
    """The parts in a row."""
    return concat(map(part, parts))


def alt(*options: Part) -> Node:
    """Any one of the options."""
    return choice(map(part, options))


def times(value: Part, low: int, high: int | None = None) -> Node:
    """The part `low` to `high` times; exactly `low` without `high`."""
    return repeat(part(value), low, low if high is None else high)


def many(value: Part) -> Node:
    """The part any number of times."""
    return repeat(part(value), 0, None)


def some(value: Part) -> Node:
    """The part once or more."""
    return repeat(part(value), 1, None)


def opt(*parts: Part) -> Node:
    """The parts in a row, or nothing."""
    return repeat(seq(*parts), 0, 1)


def either_case(text: str) -> Node:
    """The text, each letter in either case."""
    return seq(*(one_of(char.lower() + char.upper()) for char in text))


def anything() -> Node:
    """Any text."""
    return many(ANY)
