"""Reads GBNF into its tree, construct by construct as llama.cpp's parser does.

Where that parser and people's habits part, we take both and say so in a portability note: `_` in names, a `|` at the
start of a line. The one stack (of open groups) is a list here, so nesting costs no Python frames.

Line ends matter: they end a rule, except after `::=`, after `|` and inside parentheses. So `root ::=` with nothing
behind it takes the next line as its body; the error that follows says that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NoReturn

from maskscope.errors import LimitExceeded
from maskscope.limits import Limits
from maskscope.reading.cursor import Cursor
from maskscope.sets.codepoints import ANY
from maskscope.syntax.gbnf_chars import char_class, literal, skip_blank
from maskscope.syntax.gbnf_repeat import repetition
from maskscope.syntax.gbnf_tree import Body, GbnfText, Group, Item, Named, OneOf, Rule, Sequence, Text, Times, Token
from maskscope.text import Source, Span

_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")
_DIGITS = "0123456789"


@dataclass(slots=True, eq=False)
class _Open:
    """A body being read: the alternatives that are complete, and the items of the one under way."""

    start: int
    done: list[Sequence] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    height: int = 1  # one more than the tallest group in it


@dataclass(slots=True, eq=False)
class _Parser:
    cursor: Cursor
    text: GbnfText
    limits: Limits
    open: list[_Open] = field(default_factory=list)  # innermost last; the first is the rule's own body
    rule: str = ""
    heights: list[int] = field(default_factory=list)  # by body
    noted: set[str] = field(default_factory=set)  # names with an underscore

    def skip(self) -> None:
        """Blanks; line ends too inside parentheses."""
        skip_blank(self.cursor, newlines=len(self.open) > 1)


def parse_gbnf(source: Source, limits: Limits) -> GbnfText:
    """The tree of a grammar text; GrammarError where it is no GBNF.

    >>> sorted(parse_gbnf(Source("gbnf", 'root ::= "a" b?\\nb ::= [0-9]'), Limits()).rules)
    ['b', 'root']
    """
    parser = _Parser(Cursor(source), GbnfText(source), limits)
    skip_blank(parser.cursor, newlines=True)
    while not parser.cursor.at_end:
        _rule(parser)
    return parser.text


def _rule(parser: _Parser) -> None:
    """`name ::= alternatives`, up to the end of its line and over the blank lines after it."""
    cursor, start = parser.cursor, parser.cursor.at
    parser.rule = _rule_name(parser)
    span = cursor.since(start)
    skip_blank(cursor, newlines=False)
    cursor.expect("::=", f"expected ::= after the rule name {parser.rule}", f"write {parser.rule} ::= …")
    skip_blank(cursor, newlines=True)
    body = _body(parser)
    if parser.rule in parser.text.rules:
        parser.text.note("warning", f"this definition of {parser.rule} replaces the earlier one", span)
        del parser.text.rules[parser.rule]
    parser.text.rules[parser.rule] = Rule(parser.rule, span, body)
    skip_blank(cursor, newlines=True)


def _rule_name(parser: _Parser) -> str:
    name = _name(parser)
    if not name:
        _fail_without_name(parser)
    return name


def _fail_without_name(parser: _Parser) -> NoReturn:
    cursor = parser.cursor
    hint = "a rule is written name ::= …; names have letters, digits and -"
    if not parser.text.rules and cursor.peek() in "{[":
        hint = "this looks like JSON; the kind of a JSON Schema is json_schema"
    elif cursor.looking_at("//"):
        hint = "a comment begins with #"
    elif cursor.peek() == "<":
        hint = "a rule's name is written without < >"
    elif cursor.peek() in "|)":
        hint = "the rule above has ended; is a parenthesis missing in it?"
    cursor.fail("expected a rule name", cursor.at, cursor.at + 1, hint)


def _name(parser: _Parser) -> str:
    """A rule's name, or the empty string; underscores in it are noted once."""
    start = parser.cursor.at
    name = parser.cursor.take_while(_LETTERS)
    if "_" in name and name not in parser.noted:
        parser.noted.add(name)
        note = "llama.cpp's parser stops at an underscore in a rule name; write - to run this grammar there"
        parser.text.note("portability", note, parser.cursor.since(start))
    return name


def _body(parser: _Parser) -> int:
    """The alternatives of a rule: one step for each construct, until none begins here."""
    parser.open = [_Open(parser.cursor.at)]
    while step := _STEPS.get(parser.cursor.peek()):
        if not step(parser):
            break
    if len(parser.open) > 1:
        _fail_in_group(parser)
    _expect_line_end(parser)
    return _close(parser)


def _close(parser: _Parser) -> int:
    """Completes the innermost open body and numbers it."""
    body = parser.open.pop()
    body.done.append(tuple(body.items))
    return _number(parser, Body(tuple(body.done), parser.cursor.since(body.start)), body.height)


def _number(parser: _Parser, body: Body, height: int) -> int:
    if height > parser.limits.depth:
        hint = "nest fewer groups, or pass limits=Limits(depth=…)"
        raise LimitExceeded("depth", parser.limits.depth, hint, f"reading the rule {parser.rule}")
    parser.heights.append(height)
    return parser.text.add(body)


def _height(parser: _Parser, item: Item) -> int:
    return parser.heights[item.atom.body] if isinstance(item.atom, Group) else 0


def _expect_line_end(parser: _Parser) -> None:
    """Only a line end or the end of the text ends a rule."""
    cursor = parser.cursor
    char = cursor.peek()
    if char in ("", "\n", "\r"):
        return
    hint = {
        "'": 'a literal is written with double quotes: "a"',
        ";": "a rule ends at the end of its line; leave the ; out",
        "/": "a comment begins with #; a regex is written out as literals and classes",
        ",": "write the parts one after the other, with blanks between",
        ")": "there is no open parenthesis here",
        "]": "there is no open class here",
    }.get(char, "")
    if cursor.looking_at("::="):
        char = "::="
        hint = f'after ::= or | the next line belongs to the rule {parser.rule} too; write an empty one as ""'
    shown = char if char.isprintable() else f"U+{ord(char):04X}"
    cursor.fail(f"unexpected {shown} in the rule {parser.rule}", cursor.at, cursor.at + len(char), hint)


def _fail_in_group(parser: _Parser) -> None:
    cursor, start = parser.cursor, parser.open[-1].start
    if cursor.at_end or cursor.looking_at("::="):
        cursor.fail("this parenthesis is never closed", start - 1, start, "write a closing )")
    _expect_line_end(parser)


def _step_open(parser: _Parser) -> bool:
    parser.cursor.at += 1
    parser.open.append(_Open(parser.cursor.at))
    parser.skip()
    return True


def _step_close(parser: _Parser) -> bool:
    if len(parser.open) == 1:
        return False
    start = parser.open[-1].start - 1
    body = _close(parser)
    parser.cursor.at += 1
    _append(parser, Item(Group(body), parser.cursor.since(start)))
    return True


def _append(parser: _Parser, item: Item) -> None:
    """One more item of the alternative under way, and the blanks after it."""
    inner = parser.open[-1]
    inner.items.append(item)
    inner.height = max(inner.height, _height(parser, item) + 1)
    parser.skip()


def _step_bar(parser: _Parser) -> bool:
    inner = parser.open[-1]
    inner.done.append(tuple(inner.items))
    inner.items = []
    parser.cursor.at += 1
    skip_blank(parser.cursor, newlines=True)
    return True


def _step_line(parser: _Parser) -> bool:
    """A line end ends the rule, unless the next line begins with `|`."""
    cursor, here = parser.cursor, parser.cursor.at
    skip_blank(cursor, newlines=True)
    if cursor.peek() != "|":
        cursor.at = here
        return False
    note = "llama.cpp wants the | at the end of the line before, outside parentheses"
    parser.text.note("portability", note, Span(cursor.at, cursor.at + 1))
    return True


def _step_times(parser: _Parser) -> bool:
    """A repetition applies to the item before it; a second one to the repeated item, as a body of its own."""
    cursor, start = parser.cursor, parser.cursor.at
    items = parser.open[-1].items
    if not items or items[-1].atom == Text("") or items[-1].times == Times(0, 0):
        what = "the empty literal" if items and items[-1].atom == Text("") else "nothing"
        cursor.fail(f"{cursor.peek()} repeats {what}", start, start + 1, "write it after what is to be repeated")
    times = repetition(cursor, parser.text, parser.limits, newlines=len(parser.open) > 1)
    item = items.pop()
    if item.times is not None:
        stacked = _number(parser, Body(((item,),), item.span), _height(parser, item) + 1)
        item = Item(Group(stacked), item.span)
    _append(parser, replace(item, times=times, span=cursor.since(item.span.start)))
    return True


def _step_atom(parser: _Parser) -> bool:
    cursor, start, char = parser.cursor, parser.cursor.at, parser.cursor.peek()
    if char == '"':
        atom: Text | OneOf | Named | Token = literal(cursor)
    elif char == "[":
        atom = char_class(cursor, parser.text)
    elif char == ".":
        cursor.at += 1
        atom = OneOf(ANY)
    elif char in "<!":
        atom = _token(cursor)
    else:
        atom = Named(_name(parser))
    _append(parser, Item(atom, cursor.since(start)))
    return True


def _token(cursor: Cursor) -> Token:
    """`<[123]>`, `<text>`, or either after `!`: one token of the vocabulary, never its characters."""
    start, negated = cursor.at, cursor.take("!")
    opened = cursor.at
    cursor.expect("<", "expected a token after !", "write !<[123]> or !<text>")
    if cursor.take("["):
        digits = cursor.take_while(_DIGITS, 10)
        if not digits or not cursor.take("]>"):
            cursor.fail("a token's id is not closed", start, hint="write <[123]>")
        return Token(int(digits), None, negated)
    while cursor.peek() not in ("", "\r", "\n", ">"):
        cursor.at += 1
    cursor.expect(">", "expected > after a token's text", "write <text>")
    return Token(None, cursor.source.text[opened : cursor.at], negated)


_STEPS: dict[str, Callable[[_Parser], bool]] = {
    "(": _step_open,
    ")": _step_close,
    "|": _step_bar,
    "\n": _step_line,
    "\r": _step_line,
    **dict.fromkeys("*+?{", _step_times),
    **dict.fromkeys('"[.<!', _step_atom),
    **dict.fromkeys(_LETTERS, _step_atom),
}
