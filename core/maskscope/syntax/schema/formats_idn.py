"""International host names (RFC 5890–5893), as far as a finite automaton can tell that they are right.

Whether a label is allowed depends on the properties of every character, on the length of its Punycode form, on the
direction of text in the whole name. Built here is a part where all of that is plain to see: short labels of letters of
widely used scripts, with the characters that are allowed only between certain others (RFC 5892, appendix A), and the
labels of ordinary host names. A name is either left to right throughout or right to left throughout (RFC 5893).

A label of n such characters has at most 6n + 5 characters in Punycode: with n at most 9 that is below 63, so that three
labels are below 253. The letters of one alphabet lie close together, and Punycode writes what lies between them: 26 of
them have at most 60 characters, whichever they are (`tests/schema_scalars/test_idn.py` walks through all ways).
"""

from __future__ import annotations

from functools import cache

from maskscope.ir.nodes import Node
from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.schema.formats_grammar import Part, alt, one_of, opt, seq, span, times
from maskscope.syntax.schema.formats_net import idn_local, name

_MOST = 9  # characters of a label that has some beyond ASCII
MOST_OF_ONE = 26  # the same where all of them are of one alphabet or ASCII
_LABELS = 3
_DOT = one_of(".\u3002\uff0e\uff61")
_DIGIT = span("0", "9")
_ASCII = span("a", "z") | _DIGIT

_LATIN = span("a", "z") | span("\u00df", "\u00f6") | span("\u00f8", "\u00ff")
_GREEK = span("\u03ac", "\u03ce")
_CYRILLIC = span("\u0430", "\u045f")
_KANA = span("\u3041", "\u3096") | span("\u30a1", "\u30fa")
_HAN = span("\u4e00", "\u9fa5") | one_of("\u3007")
_HANGUL = span("\uac00", "\ud7a3")
_TIBETAN = one_of("\u0f0b")
_DEVANAGARI = span("\u0915", "\u0928") | span("\u092a", "\u0930") | span("\u0935", "\u0939")
_HEBREW = span("\u05d0", "\u05ea")
_ARABIC = span("\u0621", "\u063a") | span("\u0641", "\u064a") | span("\u06fd", "\u06fe")
_JOINS_BOTH = (
    CodePoints.chars("\u0626\u0628")
    | span("\u062a", "\u062e")
    | span("\u0633", "\u063a")
    | (span("\u0641", "\u0647") | one_of("\u064a"))
)
_LEFT_TO_RIGHT = _LATIN | _GREEK | _CYRILLIC | _KANA | _HAN | _HANGUL | _TIBETAN | _DEVANAGARI
_EAST_ASIAN = _KANA | _HAN

_VIRAMA, _JOINER, _NON_JOINER = "\u094d", "\u200d", "\u200c"
_MIDDLE_DOT, _KERAIA, _GERESH, _KATAKANA_DOT = "\u00b7", "\u0375", one_of("\u05f3\u05f4"), "\u30fb"

ALPHABETS = (_LATIN, _GREEK, _CYRILLIC)
HEBREW, ARABIC = _HEBREW | _GERESH, _ARABIC | span("\u0660", "\u0669")


@cache
def idn_hostname() -> Node:
    """Labels between dots, of any of the four kinds that count as dots."""
    return _names(_DOT)


@cache
def idn_email() -> Node:
    """A local part with any characters beyond ASCII, `@`, and an international host name with plain dots."""
    return seq(idn_local(), "@", _names("."))


def _names(dot: Part) -> Node:
    left, right = alt(name(63), left_to_right()), right_to_left()
    return alt(*(seq(label, times(seq(dot, label), 0, _LABELS - 1)) for label in (left, right)))


@cache
def left_to_right() -> Node:
    """A label of letters written from left to right and of digits."""
    between_ls = seq("l", _MIDDLE_DOT, "l")
    before_greek = seq(_KERAIA, _GREEK)
    after_virama = seq(_DEVANAGARI, _VIRAMA, opt(one_of(_JOINER + _NON_JOINER)))
    letters = _LEFT_TO_RIGHT | _DIGIT
    dotted = _EAST_ASIAN | one_of(_KATAKANA_DOT)
    return alt(
        times(letters, 1, _MOST),
        *(times(alphabet | _ASCII, 1, MOST_OF_ONE) for alphabet in ALPHABETS),
        _around(alt(between_ls, before_greek, after_virama), letters),
        seq(times(dotted, 0, _MOST // 2), _EAST_ASIAN, times(dotted, 0, _MOST // 2)),
        times(_DIGIT | span("\u06f0", "\u06f9"), 1, _MOST),
    )


@cache
def right_to_left() -> Node:
    """A label of Hebrew or of Arabic letters."""
    joined = seq(_JOINS_BOTH, _NON_JOINER, _JOINS_BOTH)
    return alt(
        seq(_HEBREW, times(HEBREW, 0, MOST_OF_ONE - 1)),
        seq(_ARABIC, times(ARABIC, 0, MOST_OF_ONE - 1)),
        _around(joined, _ARABIC),
    )


def _around(three: Node, letters: CodePoints) -> Node:
    """Up to three characters that need each other, among letters."""
    return seq(times(letters, 0, 3), three, times(letters, 0, 3))
