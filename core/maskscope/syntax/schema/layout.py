"""The punctuation of JSON, with the white space that the options allow around it.

White space may stand once between any two tokens, so it belongs to the token before it: `{ ws key ws : ws value ws }`.
"""

from __future__ import annotations

from dataclasses import dataclass

from maskscope.ir.build import chars, concat, literal, repeat
from maskscope.ir.nodes import Empty, Node
from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.schema.options import SchemaOptions

_BLANKS = chars(CodePoints.chars(" \t\n\r"))  # JSON has these four and no others


@dataclass(frozen=True, slots=True, eq=False)
class Layout:
    """`blank` is the white space allowed between two tokens; the marks have it after them."""

    blank: Node
    open_array: Node
    open_object: Node
    comma: Node
    colon: Node


def layout_of(options: SchemaOptions) -> Layout:
    """The layout that the options ask for."""
    blank: Node = Empty()
    if options.whitespace == "json":
        blank = repeat(_BLANKS, 0, None)
    elif options.whitespace != "none":
        blank = repeat(_BLANKS, 0, options.whitespace)
    marks = (concat([literal(mark), blank]) for mark in "[{,:")
    return Layout(blank, *marks)
