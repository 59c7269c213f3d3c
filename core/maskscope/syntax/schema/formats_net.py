"""Network names: `ipv4`, `ipv6`, `hostname` and `email`.

A label of a host name that begins `xn--` is Punycode, and is a name only if it decodes to letters that the rules for
international names allow. Telling that takes arithmetic on the whole label, which no finite automaton of a sensible
size does, so such labels are left out.
"""

from __future__ import annotations

from functools import cache

from maskscope.ir.nodes import Node
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.syntax.schema.formats_grammar import (
    DIGIT,
    HEX,
    LETTER,
    alt,
    either_case,
    many,
    one_of,
    opt,
    part,
    seq,
    some,
    span,
    times,
)
from maskscope.syntax.schema.formats_octets import at_most_octets

LOCAL_MOST = 64  # octets before the @ (RFC 5321, 4.5.3.1.1)
_ATEXT = LETTER | DIGIT | one_of("!#$%&'*+-/=?^_`{|}~")
_BEYOND_ASCII = ANY - span("\0", "\x7f")
_QTEXT = span(" ", "~") - one_of('"\\')


@cache
def ipv4() -> Node:
    """Four numbers up to 255 without leading zeros."""
    octet = alt(
        DIGIT,
        seq(span("1", "9"), DIGIT),
        seq("1", DIGIT, DIGIT),
        seq("2", span("0", "4"), DIGIT),
        seq("25", span("0", "5")),
    )
    return seq(octet, *[".", octet] * 3)


@cache
def ipv6() -> Node:
    """Eight groups of up to four hex digits; `::` once for a row of zero groups; the last two perhaps as IPv4."""
    group = times(HEX, 1, 4)
    last_two = alt(seq(group, ":", group), ipv4())
    full = seq(times(seq(group, ":"), 6), last_two)
    return alt(full, *(_shortened(group, last_two, after) for after in range(8)))


def _shortened(group: Node, last_two: Node, after: int) -> Node:
    """An address with `::` and, behind it, `after` groups; before it as many as leave a group for `::` itself."""
    room = 7 - after
    before = opt(times(seq(group, ":"), 0, room - 1), group) if room else part("")
    if after < 2:
        return seq(before, "::", group if after else "")
    return seq(before, "::", times(seq(group, ":"), after - 2), last_two)


@cache
def hostname() -> Node:
    """Labels between dots; 253 characters at most is a bound on the whole (`formats`)."""
    return _dotted(label())


def _dotted(label: Node) -> Node:
    return seq(label, many(seq(".", label)))


@cache
def label() -> Node:
    """1 to 63 letters, digits and inner hyphens, not beginning `xn--`."""
    end, inner = LETTER | DIGIT, LETTER | DIGIT | one_of("-")

    def more(most: int) -> Node:
        return seq(times(inner, 0, most), end)

    x, n = one_of("xX"), one_of("nN")
    after_xn = alt(seq(end, opt(more(59))), seq("-", end, opt(more(58))))
    after_x = alt(seq(end - n, opt(more(60))), seq("-", more(60)), seq(n, opt(after_xn)))
    return alt(seq(end - x, opt(more(61))), seq(x, opt(after_x)))


@cache
def email() -> Node:
    """A local part (words between dots, or a quoted string), `@`, and a host name or an address in brackets."""
    return seq(_local(_ATEXT, _QTEXT), "@", alt(hostname(), address()))


def _local(atext: CodePoints, qtext: CodePoints) -> Node:
    word = some(atext)
    escaped = seq("\\", span(" ", "~"))
    return at_most_octets(alt(seq(word, many(seq(".", word))), seq('"', many(alt(qtext, escaped)), '"')), LOCAL_MOST)


@cache
def idn_local() -> Node:
    """The local part with any characters beyond ASCII."""
    return _local(_ATEXT | _BEYOND_ASCII, _QTEXT | _BEYOND_ASCII)


@cache
def address() -> Node:
    """An IP address in brackets."""
    return seq("[", alt(ipv4(), seq(either_case("ipv6"), ":", ipv6())), "]")
