"""The parser of regexes (ECMA-262 with the flag `u`, and what schemas in the wild write besides).

One loop over the text with a stack of open groups, so that depth costs memory and never Python's own stack. A group
keeps its finished alternatives and the parts of the one being read; a quantifier acts on the last part. Parts without
conditions are IR nodes at once (see `regex_tree`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from maskscope.errors import LimitExceeded
from maskscope.ir import build
from maskscope.limits import Limits
from maskscope.reading.cursor import Cursor
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.sets.unicode_ecma import LINE_TERMINATOR
from maskscope.syntax.regex_classes import read_class
from maskscope.syntax.regex_escapes import folded, read_escape
from maskscope.syntax.regex_quantifiers import read_quantifier
from maskscope.syntax.regex_reader import Flags, Reader
from maskscope.syntax.regex_tree import (
    Assertion,
    Kind,
    Look,
    Pattern,
    SpanOf,
    Tree,
    alternatives,
    repeated,
    sequence,
)
from maskscope.text import Source, Span

_RUN = re.compile(r"[^\^$\\.*+?()\[\]{}|]+")
_LOOK = {"?=": (False, False), "?!": (False, True), "?<=": (True, False), "?<!": (True, True)}
_NAME = re.compile(r"\?<([\w$]*)>")
_FLAGS = re.compile(r"\?([a-z]*)(-[a-z]*)?([:)])")
_FLAG_FIELDS = {"i": "ignore_case", "m": "multiline", "s": "dot_all"}


@dataclass(slots=True, eq=False)
class _Group:
    """An open group, or (the first one) the whole pattern."""

    start: int
    flags: Flags  # those to go back to when it closes
    look: tuple[bool, bool] | None = None  # behind, negated
    options: list[Tree] = field(default_factory=list)
    parts: list[Tree] = field(default_factory=list)
    option_start: int = 0
    repeatable: bool = False  # whether the last part may take a quantifier
    names: set[str] = field(default_factory=set)  # in the alternative being read: there a name may stand once
    names_before: set[str] = field(default_factory=set)

    def add(self, part: Tree, repeatable: bool) -> None:
        self.parts.append(part)
        self.repeatable = repeatable


@dataclass(slots=True, eq=False)
class _Parser:
    reader: Reader
    stack: list[_Group]

    @property
    def cursor(self) -> Cursor:
        return self.reader.cursor

    @property
    def group(self) -> _Group:
        return self.stack[-1]


def parse(source: Source, span_of: SpanOf | None, limits: Limits) -> Pattern:
    """The tree of a whole regex; raises GrammarError at what is wrong with it."""
    reader = Reader(Cursor(source), span_of or Span, limits)
    parser = _Parser(reader, [_Group(0, reader.flags)])
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
        parser.group.add(Assertion(kind, reader.flags.word, reader.span(start)), False)
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
    span = parser.reader.span(start)
    tree: Tree = Assertion(kind, parser.reader.flags.word, span)
    if parser.reader.flags.multiline:
        line = Look(build.chars(LINE_TERMINATOR, span), kind is Kind.TEXT_START, False, span)
        tree = alternatives((tree, line), span)
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
    cursor, reader = parser.cursor, parser.reader
    start = cursor.at
    cursor.next()
    if len(parser.stack) > reader.limits.depth:
        hint = "nest fewer groups, or raise Limits.depth"
        raise LimitExceeded("depth", reader.limits.depth, hint, "reading the groups of a regex")
    group = _Group(start, reader.flags, option_start=cursor.at)
    if cursor.peek() == "?":
        _group_kind(parser, group)
        group.option_start = cursor.at
    parser.stack.append(group)


def _group_kind(parser: _Parser, group: _Group) -> None:
    """What stands between `(?` and the group's body."""
    cursor, reader = parser.cursor, parser.reader
    for opening, look in _LOOK.items():
        if cursor.take(opening):
            group.look = look
            return
    if name := _NAME.match(cursor.source.text, cursor.at):
        _group_name(parser, name)
    elif flags := _FLAGS.match(cursor.source.text, cursor.at):
        cursor.at = flags.end()
        reader.flags = _flags(parser, flags, group.start)
    else:
        hint = "write (?<name>…)" if cursor.looking_at("?P<") else "write (?:…) for a plain group"
        cursor.fail("there is no such kind of group", group.start, cursor.at + 2, hint)


def _group_name(parser: _Parser, found: re.Match[str]) -> None:
    cursor, name = parser.cursor, found[1]
    start = cursor.at + 2
    cursor.at = found.end()
    if not name or name[0].isdigit():
        cursor.fail("a group's name starts with a letter, _ or $", start, cursor.at - 1)
    if any(name in group.names for group in parser.stack):
        cursor.fail(f"the name {name} is taken", start, cursor.at - 1, "give each group its own name")
    parser.group.names.add(name)


def _flags(parser: _Parser, found: re.Match[str], start: int) -> Flags:
    cursor = parser.cursor
    on, off = found[1], (found[2] or "")[1:]
    both = on + off
    if found[3] == ")":
        cursor.fail("flags need a group to act on", start, hint=f"write (?{on}{found[2] or ''}:…) around the rest")
    if unknown := [flag for flag in both if flag not in _FLAG_FIELDS]:
        cursor.fail(f"there is no flag {unknown[0]}", start, hint="the flags are i, m and s")
    if len(set(both)) < len(both) or found[2] == "-":
        cursor.fail("each flag is set or cleared once", start, hint="write (?i:…) or (?-i:…)")
    changes = {_FLAG_FIELDS[flag]: flag in on for flag in both}
    return replace(parser.reader.flags, **changes)


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
    parser.group.add(Look(body, behind, negated, reader.span(group.start)), False)


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
