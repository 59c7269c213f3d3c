"""Groups of a regex that are still open, and what may stand between `(?` and a group's body.

(…)  (?:…)  (?<name>…)       the same language
(?i:…)  (?s-i:…)             flags for the body
(?=…)  (?!…)  (?<=…)  (?<!…) look-around
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from maskscope.errors import LimitExceeded
from maskscope.syntax.regex_reader import Flags, Reader
from maskscope.syntax.regex_tree import Tree

_NESTED_LOOKS = 40  # each level is an automaton made from the one inside it
_LOOK = {"?=": (False, False), "?!": (False, True), "?<=": (True, False), "?<!": (True, True)}
_NAME = re.compile(r"\?<([\w$]*)>")
_FLAGS = re.compile(r"\?([a-z]*)(-[a-z]*)?([:)])")
_FLAG_FIELDS = {"i": "ignore_case", "m": "multiline", "s": "dot_all"}


@dataclass(slots=True, eq=False)
class Group:
    """An open group, or (the first one) the whole pattern: the alternatives so far, the last one in parts."""

    start: int
    flags: Flags  # those to go back to when it closes
    look: tuple[bool, bool] | None = None  # behind, negated
    n_looks: int = 0  # look-arounds that are open, this one included
    options: list[Tree] = field(default_factory=list)
    parts: list[Tree] = field(default_factory=list)
    option_start: int = 0
    repeatable: bool = False  # whether the last part may take a quantifier
    names: set[str] = field(default_factory=set)  # in the alternative being read: there a name may stand once
    names_before: set[str] = field(default_factory=set)

    def add(self, part: Tree, repeatable: bool) -> None:
        """One more part of the alternative being read."""
        self.parts.append(part)
        self.repeatable = repeatable


def open_group(reader: Reader, stack: list[Group]) -> Group:
    """The group that opens at the cursor's `(`, inside those on the stack; the cursor is then on its body."""
    cursor = reader.cursor
    start = cursor.at
    cursor.next()
    if len(stack) > reader.limits.depth:
        hint = "nest fewer groups, or raise Limits.depth"
        raise LimitExceeded("depth", reader.limits.depth, hint, "reading the groups of a regex")
    group = Group(start, reader.flags, n_looks=stack[-1].n_looks)
    if cursor.peek() == "?":
        _kind(reader, stack, group)
    group.option_start = cursor.at
    return group


def _kind(reader: Reader, stack: list[Group], group: Group) -> None:
    cursor = reader.cursor
    for opening, look in _LOOK.items():
        if cursor.take(opening):
            _look(reader, group, look)
            return
    if name := _NAME.match(cursor.source.text, cursor.at):
        _name(reader, stack, name)
    elif flags := _FLAGS.match(cursor.source.text, cursor.at):
        cursor.at = flags.end()
        reader.flags = _flags(reader, flags, group.start)
    else:
        hint = "write (?<name>…)" if cursor.looking_at("?P<") else "write (?:…) for a plain group"
        cursor.fail("there is no such kind of group", group.start, cursor.at + 2, hint)


def _look(reader: Reader, group: Group, look: tuple[bool, bool]) -> None:
    group.look = look
    group.n_looks += 1
    if group.n_looks > _NESTED_LOOKS:
        reader.unsupported(f"look-around nested more than {_NESTED_LOOKS} deep", group.start, "write it flatter")


def _name(reader: Reader, stack: list[Group], found: re.Match[str]) -> None:
    cursor, name = reader.cursor, found[1]
    start = cursor.at + 2
    cursor.at = found.end()
    if not name or name[0].isdigit():
        cursor.fail("a group's name starts with a letter, _ or $", start, cursor.at - 1)
    if any(name in outer.names for outer in stack):
        cursor.fail(f"the name {name} is taken", start, cursor.at - 1, "give each group its own name")
    stack[-1].names.add(name)


def _flags(reader: Reader, found: re.Match[str], start: int) -> Flags:
    cursor = reader.cursor
    on, off = found[1], (found[2] or "")[1:]
    both = on + off
    if found[3] == ")":
        cursor.fail("flags need a group to act on", start, hint=f"write (?{on}{found[2] or ''}:…) around the rest")
    if unknown := [flag for flag in both if flag not in _FLAG_FIELDS]:
        cursor.fail(f"there is no flag {unknown[0]}", start, hint="the flags are i, m and s")
    if len(set(both)) < len(both) or found[2] == "-":
        cursor.fail("each flag is set or cleared once", start, hint="write (?i:…) or (?-i:…)")
    return replace(reader.flags, **{_FLAG_FIELDS[flag]: flag in on for flag in both})
