"""The parser of regexes (ECMA-262 with the flag `u`, and what schemas in the wild write besides).

One loop over the text with a stack of open groups, so that depth costs memory and never Python's own stack. A group
keeps its finished alternatives and the parts of the one being read; a quantifier acts on the last part. Parts without
conditions are IR nodes at once (see `regex_tree`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from maskscope.errors import UnsupportedError
from maskscope.ir import build
from maskscope.limits import Limits
from maskscope.reading.cursor import Cursor
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.sets.unicode_ecma import LINE_TERMINATOR
from maskscope.syntax.regex_classes import read_class
from maskscope.syntax.regex_escapes import folded, read_escape
from maskscope.syntax.regex_groups import Group, open_group
from maskscope.syntax.regex_quantifiers import read_quantifier
from maskscope.syntax.regex_reader import Reader
from maskscope.syntax.regex_tree import (
    Assertion,
    Kind,
    Look,
    Pattern,
    SpanOf,
    Tree,
    alternatives,
    conditions,
    repeated,
    sequence,
)
from maskscope.text import Source, Span

_RUN = re.compile(r"[^\^$\\.*+?()\[\]{}|]+")


@dataclass(slots=True, eq=False)
class _Parser:
    reader: Reader
    stack: list[Group]

    @property
    def cursor(self) -> Cursor:
        return self.reader.cursor

    @property
    def group(self) -> Group:
        return self.stack[-1]


def parse(source: Source, span_of: SpanOf | None, limits: Limits) -> Pattern:
    """The tree of a whole regex; raises GrammarError at what is wrong with it."""
    reader = Reader(Cursor(source), span_of or Span, limits)
    parser = _Parser(reader, [Group(0, reader.flags)])
    cursor = reader.cursor
    while not cursor.at_end:
        _STEPS.get(cursor.peek(), _literal)(parser)
    if len(parser.stack) > 1:
        start = parser.group.start
        cursor.fail("this ( is never closed", start, start + 1, "add a ), or write \\( for the character")
    return Pattern(_finish(parser), source, reader.span_of, reader.notes)


def _literal(parser: _Parser) -> None:
    """A run of ordinary characters; if a quantifier follows, its last one is a part of its own."""
    cursor = parser.cursor
    run = _RUN.match(cursor.source.text, cursor.at)
    assert run is not None
    start, end = run.span()
    if end - start > 1 and cursor.source.text[end : end + 1] in ("*", "+", "?", "{"):
        end -= 1
    cursor.at = end
    parser.group.add(_text(parser.reader, start), True)


def _text(reader: Reader, start: int) -> Tree:
    text, at = reader.cursor.source.text, reader.cursor.at
    if not reader.flags.ignore_case and not _has_surrogate(text, start, at):
        return build.literal(text[start:at], reader.span(start))
    each = [build.chars(folded(reader, CodePoints.chars(text[i])), reader.span_of(i, i + 1)) for i in range(start, at)]
    return build.concat(each, reader.span(start))


def _has_surrogate(text: str, start: int, end: int) -> bool:
    return not text.isascii() and any("\ud800" <= c <= "\udfff" for c in text[start:end])


def _lone(parser: _Parser) -> None:
    """A brace or bracket outside a class that opens and closes nothing."""
    cursor = parser.cursor
    start = cursor.at
    char = cursor.next()
    if char == "]" and parser.reader.doubt:
        raise parser.reader.doubt
    parser.reader.note("portability", f"a lone {char} means itself here; the flag u wants \\{char}", start)
    parser.group.add(_text(parser.reader, start), True)


def _escape(parser: _Parser) -> None:
    cursor, reader = parser.cursor, parser.reader
    start = cursor.at
    if cursor.take("\\b") or cursor.take("\\B"):
        kind = Kind.BOUNDARY if cursor.source.text[start + 1] == "b" else Kind.NO_BOUNDARY
        parser.group.add(Assertion(kind, reader.flags.word, cursor.since(start)), False)
        return
    found = read_escape(reader, in_class=False)
    if isinstance(found, CodePoints):
        parser.group.add(build.chars(folded(reader, found), reader.span(start)), True)
        return
    points = folded(reader, CodePoints.of([(found, found)]))
    one = len(points) == 1
    node = build.literal(chr(found), reader.span(start)) if one else build.chars(points, reader.span(start))
    parser.group.add(node, True)


def _class(parser: _Parser) -> None:
    start = parser.cursor.at
    points = read_class(parser.reader)
    parser.group.add(build.chars(points, parser.reader.span(start)), True)


def _dot(parser: _Parser) -> None:
    start = parser.cursor.at
    parser.cursor.next()
    points = ANY if parser.reader.flags.dot_all else ~LINE_TERMINATOR
    parser.group.add(build.chars(folded(parser.reader, points), parser.reader.span(start)), True)


def _caret(parser: _Parser) -> None:
    _anchor(parser, Kind.TEXT_START)


def _dollar(parser: _Parser) -> None:
    _anchor(parser, Kind.TEXT_END)


def _anchor(parser: _Parser, kind: Kind) -> None:
    """`^` or `$`; with the flag `m` also beside a line terminator, which is a look-around in its turn."""
    start = parser.cursor.at
    parser.cursor.next()
    place = parser.cursor.since(start)
    tree: Tree = Assertion(kind, parser.reader.flags.word, place)
    if parser.reader.flags.multiline:
        line = Look(build.chars(LINE_TERMINATOR), kind is Kind.TEXT_START, False, place)
        tree = alternatives((tree, line), parser.reader.span(start))
    parser.group.add(tree, False)


def _quantifier(parser: _Parser) -> None:
    """Repeats the last part. Lazy forms choose another match, not another language."""
    cursor, group = parser.cursor, parser.group
    start = cursor.at
    bounds = read_quantifier(parser.reader)
    if bounds is None:
        _lone(parser)
        return
    if not group.repeatable:
        _fail_nothing_to_repeat(parser, start)
    low, high = bounds
    body = group.parts.pop()
    group.add(repeated(body, low, high, parser.reader.span(start)), False)


def _fail_nothing_to_repeat(parser: _Parser, start: int) -> None:
    cursor, group = parser.cursor, parser.group
    before = cursor.source.text[start - 1 : start]
    if group.parts and before in ("*", "+", "?", "}"):
        cursor.fail("a quantifier cannot follow a quantifier", start, hint="put the first in a group: (?:a+)+")
    if group.parts:
        cursor.fail("a condition cannot be repeated", start, hint="put it in a group of its own: (?:…)")
    cursor.fail("there is nothing to repeat", start, hint=f"write \\{cursor.source.text[start]} for the character")


def _open(parser: _Parser) -> None:
    parser.stack.append(open_group(parser.reader, parser.stack))


def _bar(parser: _Parser) -> None:
    group, cursor = parser.group, parser.cursor
    group.options.append(sequence(group.parts, parser.reader.span(group.option_start)))
    cursor.next()
    group.parts, group.repeatable, group.option_start = [], False, cursor.at
    group.names_before |= group.names
    group.names = set()


def _close(parser: _Parser) -> None:
    cursor, reader = parser.cursor, parser.reader
    start = cursor.at
    if len(parser.stack) == 1:
        cursor.fail("this ) closes nothing", start, start + 1, "write \\) for the character")
    body = _finish(parser)
    group = parser.stack.pop()
    cursor.next()
    reader.flags = group.flags
    parser.group.names |= group.names | group.names_before
    if group.look is None:
        parser.group.add(body, True)
        return
    behind, negated = group.look
    if behind:
        _check_look_behind(parser, body)
    parser.group.add(Look(body, behind, negated, cursor.since(group.start)), False)


def _check_look_behind(parser: _Parser, body: Tree) -> None:
    """Refuses what looks at both sides: a look-behind is answered from what came before alone."""
    for condition in conditions(body):
        looks_behind = condition.behind if isinstance(condition, Look) else condition.kind is Kind.TEXT_START
        if not looks_behind:
            problem = "inside a look-behind only ^ and look-behinds are built"
            hint = "put this condition beside the look-behind"
            raise UnsupportedError(problem, parser.cursor.source, condition.span, hint)


def _finish(parser: _Parser) -> Tree:
    """The body of the innermost group, which ends at the position."""
    group, reader = parser.group, parser.reader
    last = sequence(group.parts, reader.span(group.option_start))
    if not group.options:
        return last
    return alternatives([*group.options, last], reader.span(group.start))


_STEPS: dict[str, Callable[[_Parser], None]] = {
    "\\": _escape,
    "[": _class,
    ".": _dot,
    "^": _caret,
    "$": _dollar,
    "*": _quantifier,
    "+": _quantifier,
    "?": _quantifier,
    "{": _quantifier,
    "}": _lone,
    "]": _lone,
    "(": _open,
    ")": _close,
    "|": _bar,
}
