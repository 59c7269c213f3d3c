"""Identifiers: `uuid`, `json-pointer`, `relative-json-pointer`."""

from __future__ import annotations

from functools import cache

from maskscope.ir.nodes import Node
from maskscope.sets.codepoints import ANY
from maskscope.syntax.schema.formats_grammar import DIGIT, HEX, alt, many, one_of, seq, span, times


@cache
def uuid() -> Node:
    """8-4-4-4-12 hex digits of either case; any version and variant."""
    four = seq("-", times(HEX, 4))
    return seq(times(HEX, 8), four, four, four, "-", times(HEX, 12))


@cache
def json_pointer() -> Node:
    """Tokens each after a slash; in a token `~` stands only before 0 or 1."""
    return many(seq("/", many(alt(ANY - one_of("/~"), seq("~", one_of("01"))))))


@cache
def relative_json_pointer() -> Node:
    """How many levels up, then `#` or a pointer."""
    up = alt("0", seq(span("1", "9"), many(DIGIT)))
    return seq(up, alt("#", json_pointer()))
