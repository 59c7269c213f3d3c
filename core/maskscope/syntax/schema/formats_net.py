"""Network names: `ipv4`, `ipv6`, `hostname` and `email`.

A label of a host name that begins `xn--` is Punycode, and is a name only if it decodes to letters that the rules for
international names allow. Telling that takes arithmetic on the whole label, which no finite automaton of a sensible
size does, so such labels are left out.

A label has at most 63 characters and a name at most 253. Counting both at once would take thousands of states of every
e-mail address; built are the names of up to three labels, and those of up to seven shorter ones. Where the schema
itself bounds the length to what a single label may have, no label need be counted.
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
_SIZES = ((3, 63), (7, 35))  # (labels, characters of each): every such name has at most 253 characters
_MAIL_SIZES = ((3, 62), (7, 26))  # at most 188 characters, so that an address has at most 254 (RFC 5321, errata)
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
    """Labels between dots, 253 characters at most."""
    return alt(*(dotted(name(most), labels) for labels, most in _SIZES))


@cache
def short_hostname() -> Node:
    """The same without counting: right for names of up to 63 characters."""
    return seq(name(None), many(seq(".", name(None))))


def dotted(name: Node, labels: int) -> Node:
    """Names between dots, at most so many."""
    return seq(name, times(seq(".", name), 0, labels - 1))


def name(most: int | None) -> Node:
    """1 to `most` letters, digits and inner hyphens, not beginning `xn--`; a little shorter if it begins with x."""
    end, inner = LETTER | DIGIT, LETTER | DIGIT | one_of("-")
    x, n = one_of("xX"), one_of("nN")
    more = opt(_up_to(inner, most, 2), end)
    # subtle: one tree for what follows any beginning with x, so that an automaton has it once
    rest = seq(_up_to(inner, most, 5), end)
    after_xn = alt(seq(end, opt(rest)), seq("-", end, opt(rest)))
    after_x = alt(seq(end - n, opt(rest)), seq("-", rest), seq(n, opt(after_xn)))
    return alt(seq(end - x, more), seq(x, opt(after_x)))


def _up_to(inner: CodePoints, most: int | None, others: int) -> Node:
    return many(inner) if most is None else times(inner, 0, most - others)


@cache
def email() -> Node:
    """A local part (words between dots, or a quoted string), `@`, and a host name."""
    domain = alt(*(dotted(name(most), labels) for labels, most in _MAIL_SIZES))
    return seq(at_most_octets(_local(_ATEXT, _QTEXT), LOCAL_MOST), "@", domain)


@cache
def short_email() -> Node:
    """The same without counting: right for texts of up to 65 characters."""
    return seq(_local(_ATEXT, _QTEXT), "@", short_hostname())


@cache
def email_at_address() -> Node:
    """A local part, `@`, and an address in brackets."""
    return seq(at_most_octets(_local(_ATEXT, _QTEXT), LOCAL_MOST), "@", _address())


def _local(atext: CodePoints, qtext: CodePoints) -> Node:
    word = some(atext)
    escaped = seq("\\", span(" ", "~"))
    return alt(seq(word, many(seq(".", word))), seq('"', many(alt(qtext, escaped)), '"'))


@cache
def idn_local() -> Node:
    """A local part with any characters beyond ASCII."""
    return at_most_octets(_local(_ATEXT | _BEYOND_ASCII, _QTEXT | _BEYOND_ASCII), LOCAL_MOST)


@cache
def idn_email_at_address() -> Node:
    """Such a local part, `@`, and an address in brackets."""
    return seq(idn_local(), "@", _address())


def _address() -> Node:
    """An IP address in brackets."""
    return seq("[", alt(ipv4(), seq(either_case("ipv6"), ":", ipv6())), "]")


# ---- what may be a name, for where names are not wanted


def wide_hostname() -> Node:
    """Letters, digits, hyphens and dots."""
    return some(LETTER | DIGIT | one_of("-."))


def wide_idn_hostname() -> Node:
    """The same, and anything beyond ASCII."""
    return some(LETTER | DIGIT | one_of("-.") | _BEYOND_ASCII)


def wide_email() -> Node:
    """Anything around an `@`."""
    return seq(many(ANY), "@", many(ANY))
