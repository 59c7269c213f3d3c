"""URIs (RFC 3986), IRIs (RFC 3987) and URI templates (RFC 6570).

An IRI has the grammar of a URI with more characters in it, so there is one grammar, over an `Alphabet`. It is written
the way appendix A of RFC 3986 is, from small to large. The grammar of an address in brackets is that of `ipv6`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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

# RFC 3987, 2.2, without the characters that steer the direction of text (4.1 forbids them in an IRI)
_STEERING = CodePoints.of([(0x200E, 0x200F), (0x202A, 0x202E)])
_PLANES = [(plane << 16, (plane << 16) + 0xFFFD) for plane in range(1, 14)]
_UCS = CodePoints.of([(0xA0, 0xD7FF), (0xF900, 0xFDCF), (0xFDF0, 0xFFEF), *_PLANES, (0xE1000, 0xEFFFD)]) - _STEERING
_PRIVATE = CodePoints.of([(0xE000, 0xF8FF), (0xF0000, 0xFFFFD), (0x100000, 0x10FFFD)])


@dataclass(frozen=True, slots=True)
class Alphabet:
    """The characters that may stand unencoded beside ASCII: anywhere, and in a query only."""

    anywhere: CodePoints = EMPTY
    in_query: CodePoints = EMPTY

    def text(self, more: str) -> Node:
        """One character of a name or a path, and those of `more`."""
        return alt(_UNRESERVED | _SUB_DELIMITERS | one_of(more) | self.anywhere, _ENCODED)

    @property
    def authority(self) -> Node:
        """Perhaps a user and `@`, a host, perhaps `:` and a port."""
        future = seq(one_of("vV"), some(HEX), ".", some(_UNRESERVED | _SUB_DELIMITERS | one_of(":")))
        host = alt(seq("[", alt(ipv6(), future), "]"), many(self.text("")))
        return seq(opt(many(self.text(":")), "@"), host, opt(":", many(DIGIT)))

    @property
    def rooted(self) -> Node:
        """What may follow a scheme, or begin a reference, and begins with a slash; or nothing at all."""
        segment, nonempty = many(self.text(":@")), some(self.text(":@"))
        rest = many(seq("/", segment))
        return alt(seq("//", self.authority, rest), seq("/", opt(nonempty, rest)), "")

    @property
    def end(self) -> Node:
        """Perhaps a query, perhaps a fragment."""
        query = alt(_UNRESERVED | _SUB_DELIMITERS | one_of(":@/?") | self.anywhere | self.in_query, _ENCODED)
        return seq(opt("?", many(query)), opt("#", many(self.text(":@/?"))))

    @property
    def absolute(self) -> Node:
        """With a scheme."""
        scheme = seq(LETTER, many(LETTER | DIGIT | one_of("+-.")))
        rootless = seq(some(self.text(":@")), many(seq("/", many(self.text(":@")))))
        return seq(scheme, ":", alt(self.rooted, rootless), self.end)

    @property
    def relative(self) -> Node:
        """Without a scheme; the first segment then has no colon."""
        rootless = seq(some(self.text("@")), many(seq("/", many(self.text(":@")))))
        return seq(alt(self.rooted, rootless), self.end)


_ASCII, _INTERNATIONAL = Alphabet(), Alphabet(_UCS, _PRIVATE)


@cache
def uri() -> Node:
    """With a scheme, ASCII."""
    return _ASCII.absolute


@cache
def uri_reference() -> Node:
    """With or without a scheme, ASCII."""
    return alt(_ASCII.absolute, _ASCII.relative)


@cache
def iri() -> Node:
    """With a scheme."""
    return _INTERNATIONAL.absolute


@cache
def iri_reference() -> Node:
    """With or without a scheme."""
    return alt(_INTERNATIONAL.absolute, _INTERNATIONAL.relative)


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
