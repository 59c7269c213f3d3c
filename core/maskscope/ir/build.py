"""Smart constructors: the only way nodes are made, so that every tree is in its simplest form.

`concat([x])` is `x`; a concatenation with `Nothing` in it is `Nothing`; choices are flat; options that are single
characters become one set. Later stages then need no special cases.
"""

from __future__ import annotations

from collections.abc import Iterable

from maskscope.ir.nodes import Call, Capture, Chars, Choice, Concat, Empty, Literal, Node, Nothing, Repeat, Scope
from maskscope.sets.codepoints import CodePoints
from maskscope.text import Span

_LEAVES = {Empty, Chars, Literal, Call}


def literal(text: str, span: Span | None = None) -> Node:
    """A fixed text; the empty one is `Empty`."""
    return Literal(text, span) if text else Empty(span)


def chars(points: CodePoints, span: Span | None = None) -> Node:
    """One code point of a set; `Nothing` when the set is empty."""
    return Chars(points, span) if points else Nothing(span)


def concat(parts: Iterable[Node], span: Span | None = None) -> Node:
    """The parts in a row.

    >>> concat([literal("a"), Empty()]) == literal("a")
    True
    """
    flat: list[Node] = []
    for part in parts:  # told apart by type(), as there are tens of thousands of parts in a schema
        kind = type(part)
        if kind is Concat and _may_flatten(part.span, part.parts):  # type: ignore[union-attr]
            flat += part.parts  # type: ignore[union-attr]
        elif kind is Nothing:
            return part
        elif kind is not Empty:
            flat.append(part)
    if not flat:
        return Empty(span)
    return flat[0] if len(flat) == 1 else Concat(tuple(flat), span)


def choice(options: Iterable[Node], span: Span | None = None) -> Node:
    """Any one of the options, in their order; equal leaves are kept once."""
    left = [option for option in options if type(option) is not Nothing]
    if len(left) < 2:
        return left[0] if left else Nothing(span)
    # subtle: only leaves are compared; hashing whole trees here would cost their size at every level above them
    flat: dict[Node | int, Node] = {}
    for option in left:
        inner = type(option) is Choice and _may_flatten(option.span, option.options)
        for one in option.options if inner else (option,):  # type: ignore[union-attr]
            flat.setdefault(one if type(one) in _LEAVES else len(flat), one)
    return next(iter(flat.values())) if len(flat) == 1 else Choice(tuple(flat.values()), span)


def _may_flatten(span: Span | None, parts: tuple[Node, ...]) -> bool:
    """Whether no part loses its place: a part with none of its own has that of the node around it."""
    return span is None or all(part.span is not None for part in parts)


def repeat(body: Node, low: int, high: int | None, span: Span | None = None) -> Node:
    """The body `low` to `high` times."""
    if low < 0 or (high is not None and high < low):
        raise ValueError(f"no such repetition: {low}..{high}")
    if high == 0 or isinstance(body, Empty):
        return Empty(span)
    if isinstance(body, Nothing):
        return body if low else Empty(span)
    if (
        isinstance(body, Repeat) and body.low == 0
    ):  # x{0,a}{m,n} is x{0,an}: any count up to an splits into n of up to a
        low, high = 0, None if high is None or body.high is None else body.high * high
        body = body.body
    return body if (low, high) == (1, 1) else Repeat(body, low, high, span)


def optional(body: Node, span: Span | None = None) -> Node:
    """The body or the empty text."""
    return repeat(body, 0, 1, span)


def call(rule: str, span: Span | None = None) -> Node:
    """A reference to a rule."""
    return Call(rule, span)


def scope(body: Node, span: Span | None = None, **registers: object) -> Node:
    """A region with registers; `Nothing` inside stays `Nothing`."""
    return body if isinstance(body, Nothing) else Scope(body, span=span, **registers)  # type: ignore[arg-type]


def capture(body: Node, span: Span | None = None) -> Node:
    """The body, its text recorded in the innermost distinct scope."""
    return body if isinstance(body, Nothing) else Capture(body, span)
