r"""Regexes as strings: a part of ECMA-262's grammar that is regular and right under every flag.

Groups nest without end in a regex, and a range or a repetition must not run backwards, so that regexes are no regular
language. Built here: groups that hold no groups; ranges from the first half of the digits or letters to the second;
repetitions `{n}`, `{n,}`, and `{n,m}` of that kind; the escapes; and one named group, outermost. Back-references are
left out.
"""

from __future__ import annotations

from functools import cache

from maskscope.ir.nodes import Node
from maskscope.sets.codepoints import ANY
from maskscope.syntax.schema.formats_grammar import (
    DIGIT,
    HEX,
    LETTER,
    Part,
    alt,
    many,
    one_of,
    opt,
    seq,
    span,
    times,
)

_SYNTAX = one_of("^$\\.*+?()[]{}|/")
_LINE_ENDS = one_of("\n\r\u2028\u2029")
_LOW_DIGIT, _HIGH_DIGIT = span("0", "4"), span("5", "9")
_HALVES = ((_LOW_DIGIT, _HIGH_DIGIT), (span("a", "m"), span("n", "z")), (span("A", "M"), span("N", "Z")))
_PLAIN = ANY - _SYNTAX - _LINE_ENDS


@cache
def regex() -> Node:
    """Alternatives of terms, and perhaps one named group around alternatives of plain terms."""
    named = seq("(?<", LETTER, many(LETTER | DIGIT | one_of("_")), ">", _alternatives(0), ")")
    return seq(_alternatives(1), opt(_quantified(named), _alternatives(1)))


def _alternatives(depth: int) -> Node:
    """Rows of terms between bars, with groups nested `depth` deep."""
    terms: Node = many(_term())
    for _ in range(depth):
        inside = seq(terms, many(seq("|", terms)))
        looks = seq("(?", alt("=", "!", "<=", "<!"), inside, ")")
        terms = many(alt(_term(), _quantified(seq("(", opt("?:"), inside, ")")), looks))
    return seq(terms, many(seq("|", terms)))


@cache
def _term() -> Node:
    atom = alt(_PLAIN | one_of("."), _escape(), _character_class())
    return alt(one_of("^$"), seq("\\", one_of("bB")), _quantified(atom))


def _quantified(atom: Part) -> Node:
    braces = seq("{", alt(seq(times(DIGIT, 1, 3), opt(",")), seq(_LOW_DIGIT, ",", _HIGH_DIGIT)), "}")
    return seq(atom, opt(alt(one_of("*+?"), braces), opt("?")))


@cache
def _escape() -> Node:
    """One character or class of them, by its escape."""
    point = alt(times(HEX, 1, 5), seq("10", times(HEX, 4)))
    kinds = alt(
        one_of("dDwWsSfnrtv"),
        seq("c", LETTER),
        seq("x", times(HEX, 2)),
        seq("u", alt(times(HEX, 4), seq("{", point, "}"))),
        _SYNTAX,
    )
    return seq("\\", kinds)


@cache
def _character_class() -> Node:
    member = alt(ANY - one_of("\\]-^[") - _LINE_ENDS, _escape())
    ranges = (seq(low, "-", high) for low, high in _HALVES)
    return seq("[", opt("^"), many(alt(member, *ranges)), opt("-"), "]")
