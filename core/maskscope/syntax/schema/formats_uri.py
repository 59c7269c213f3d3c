"""URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570).

An IRI has the grammar of a URI with more characters in it, so there is one grammar, over an `Alphabet`. It is written
the way appendix A of RFC 3986 is, from small to large. The grammar of an address in brackets is that of `ipv6`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

from maskscope.ir.nodes import Node
from maskscope.sets.codepoints import EMPTY, CodePoints
from maskscope.syntax.schema.formats_grammar import (
    DIGIT,
    HEX,
    LETTER,
    alt,
    many,
    one_of,
    opt,
    seq,
    some,
    span,
    times,
)
from maskscope.syntax.schema.formats_net import ipv6

_UNRESERVED = LETTER | DIGIT | one_of("-._~")
_SUB_DELIMITERS = one_of("!$&'()*+,;=")
_ENCODED = seq("%", times(HEX, 2))
_SCHEME = seq(LETTER, many(LETTER | DIGIT | one_of("+-.")), ":")
_PORT = opt(":", many(DIGIT))

# RFC 3987, 2.2, without the characters that steer the direction of text (4.1 forbids them in an IRI)
_STEERING = CodePoints.of([(0x200E, 0x200F), (0x202A, 0x202E)])
_PLANES = [(plane << 16, (plane << 16) + 0xFFFD) for plane in range(1, 14)]
_UCS = CodePoints.of([(0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF), *_PLANES, (0xE1000, 0xEFFFD)]) - _STEERING
_PRIVATE = CodePoints.of([(0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)])


@dataclass(frozen=True)
class Alphabet:
    """The characters that may stand unencoded beside ASCII: anywhere, and in a query only.

    Each part of the grammar is made once and shared, so that an automaton has what ends alike once.
    """

    anywhere: CodePoints = EMPTY
    in_query: CodePoints = EMPTY

    def text(self, more: str) -> Node:
        """One character of a name or a path, and those of `more`."""
        return alt(_UNRESERVED | _SUB_DELIMITERS | one_of(more) | self.anywhere, _ENCODED)

    @cached_property
    def name_authority(self) -> Node:
        """Perhaps a user and `@`, a host by name or IPv4 address, perhaps `:` and a port."""
        return seq(self.user, many(self.text("")), _PORT)

    @cached_property
    def address_authority(self) -> Node:
        """The same with an address in brackets for the host."""
        future = seq(one_of("vV"), some(HEX), ".", some(_UNRESERVED | _SUB_DELIMITERS | one_of(":")))
        return seq(self.user, "[", alt(ipv6(), future), "]", _PORT)

    @cached_property
    def user(self) -> Node:
        """Perhaps a user and `@`."""
        return opt(many(self.text(":")), "@")

    @cached_property
    def segments(self) -> Node:
        """Any number of slashes, each with a name behind it or none."""
        return many(seq("/", many(self.text(":@"))))

    @cached_property
    def rooted(self) -> Node:
        """What may follow a scheme, or begin a reference, and begins with a slash; or nothing at all."""
        path = seq("/", opt(some(self.text(":@")), self.segments))
        return alt(seq("//", self.name_authority, self.segments), path, "")

    @cached_property
    def end(self) -> Node:
        """Perhaps a query, perhaps a fragment."""
        query = alt(_UNRESERVED | _SUB_DELIMITERS | one_of(":@/?") | self.anywhere | self.in_query, _ENCODED)
        return seq(opt("?", many(query)), opt("#", many(self.text(":@/?"))))

    @cached_property
    def absolute(self) -> Node:
        """With a scheme."""
        rootless = seq(some(self.text(":@")), self.segments)
        return seq(_SCHEME, alt(self.rooted, rootless), self.end)

    @cached_property
    def reference(self) -> Node:
        """With a scheme or without one; the first segment of a path then has no colon."""
        rootless = seq(some(self.text(":@")), self.segments)
        relative = seq(some(self.text("@")), self.segments)
        return seq(alt(seq(opt(_SCHEME), self.rooted), seq(_SCHEME, rootless), relative), self.end)

    @cached_property
    def at_address(self) -> Node:
        """With a scheme, and an address in brackets for the host."""
        return seq(_SCHEME, "//", self.address_authority, self.segments, self.end)

    @cached_property
    def reference_at_address(self) -> Node:
        """The same, with a scheme or without one."""
        return seq(opt(_SCHEME), "//", self.address_authority, self.segments, self.end)


URI, IRI = Alphabet(), Alphabet(_UCS, _PRIVATE)


@cache
def uri_template() -> Node:
    """Literal text and expressions in braces."""
    plain = span("!", "~") - one_of('"%<>\\^`{|}')
    name_char = alt(LETTER | DIGIT | one_of("_"), _ENCODED)
    name = seq(name_char, many(seq(opt("."), name_char)))
    length = seq(span("1", "9"), times(DIGIT, 0, 3))
    variable = seq(name, opt(alt("*", seq(":", length))))
    expression = seq("{", opt(one_of("+#./;?&=,!@|")), variable, many(seq(",", variable)), "}")
    return many(alt(plain | _UCS | _STEERING | _PRIVATE, _ENCODED, expression))
