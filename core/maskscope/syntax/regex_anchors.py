"""Anchors that can be read off the ends of a regex, and what a search adds there.

A search asks for any text before and after the match, a whole match for none; `^` and `$` switch one into the other.
At the ends of the pattern, and of each alternative there, this needs no automaton:

    search ^a|b$   →   a .* | .* b        (. is any code point here, line ends included)
    whole  ^a|b$   →   a | b

`resolve` walks down both ends of the tree with what it knows about each. An anchor anywhere else (`a^b`, `(^a|b)+`)
stays in the tree, for `regex_conditions`. The body of a look-ahead is a search to its right alone, that of a
look-behind to its left alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from maskscope.ir import build
from maskscope.ir.nodes import Node, Repeat
from maskscope.sets.codepoints import ANY
from maskscope.syntax.regex_tree import (
    Alternatives,
    Assertion,
    Condition,
    Conditional,
    Kind,
    Repeated,
    Sequence,
    Tree,
    alternatives,
    sequence,
)
from maskscope.text import Span


class End(Enum):
    """What lies between one side of a part and that end of the text."""

    NOTHING = auto()  # the part touches the end of the text
    ANYTHING = auto()  # a search: whatever the text holds there
    PATTERN = auto()  # other parts of the pattern


@dataclass(frozen=True, slots=True)
class _Visit:
    tree: Tree
    left: End
    right: End


@dataclass(frozen=True, slots=True)
class _Join:
    """Takes the last `n` results and puts one in their place."""

    n: int
    join: Callable[[list[Tree]], Tree]


def anything() -> Node:
    """Any text at all."""
    return Repeat(build.chars(ANY), 0, None)


def resolve(tree: Tree, left: End, right: End) -> Tree:
    """The tree of all texts that match between what the ends say, with no anchor left where they say enough."""
    todo: list[_Visit | _Join] = [_Visit(tree, left, right)]
    done: list[Tree] = []
    while todo:
        task = todo.pop()
        if isinstance(task, _Join):
            parts = done[len(done) - task.n :]
            del done[len(done) - task.n :]
            done.append(task.join(parts))
        elif (steps := _steps(task)) is None:
            done.append(_padded(task))
        else:
            todo.extend(reversed(steps))
    return done[0]


def _steps(task: _Visit) -> list[_Visit | _Join] | None:
    """What to do in the task's place; None when its tree stays as it is."""
    tree = task.tree
    if isinstance(tree, Assertion):
        return _anchor_steps(tree, task)
    if isinstance(tree, Sequence):
        return _sequence_steps(tree, task)
    if isinstance(tree, Alternatives):
        return _alternatives_steps(tree, task)
    if isinstance(tree, Repeated) and (tree.low, tree.high) == (0, 1):
        return _alternatives_steps(Alternatives((tree.body, build.literal("", tree.span)), tree.span), task)
    return None


def _anchor_steps(tree: Assertion, task: _Visit) -> list[_Visit | _Join] | None:
    nothing = build.literal("")
    if tree.kind is Kind.TEXT_START and task.left is not End.PATTERN:
        return [_Visit(nothing, End.NOTHING, task.right)]
    if tree.kind is Kind.TEXT_END and task.right is not End.PATTERN:
        return [_Visit(nothing, task.left, End.NOTHING)]
    return None


def _sequence_steps(tree: Sequence, task: _Visit) -> list[_Visit | _Join]:
    parts, left, right = list(tree.parts), task.left, task.right
    while parts and left is not End.PATTERN and _is(parts[0], Kind.TEXT_START):
        del parts[0]
        left = End.NOTHING
    while parts and right is not End.PATTERN and _is(parts[-1], Kind.TEXT_END):
        del parts[-1]
        right = End.NOTHING
    if len(parts) < 2:
        return [_Visit(parts[0] if parts else build.literal("", tree.span), left, right)]
    middle: list[_Visit | _Join] = [_Visit(part, End.PATTERN, End.PATTERN) for part in parts[1:-1]]
    first, last = _Visit(parts[0], left, End.PATTERN), _Visit(parts[-1], End.PATTERN, right)
    return [first, *middle, last, _Join(len(parts), lambda done: sequence(done, tree.span))]


def _alternatives_steps(tree: Alternatives, task: _Visit) -> list[_Visit | _Join]:
    """Each option by itself; those without conditions together, so that they share what a search puts around them."""
    plain = [option for option in tree.options if not isinstance(option, Conditional)]
    options: list[Tree] = [option for option in tree.options if isinstance(option, Conditional)]
    if plain:
        options.append(build.choice(plain, tree.span))
    visits: list[_Visit | _Join] = [_Visit(option, task.left, task.right) for option in options]
    return [*visits, _Join(len(options), lambda done: alternatives(done, tree.span))]


def _padded(task: _Visit) -> Tree:
    """The part, with any text on the sides where a search looks on."""
    parts = [task.tree]
    if task.left is End.ANYTHING:
        parts.insert(0, anything())
    if task.right is End.ANYTHING:
        parts.append(anything())
    return sequence(parts, _span(task.tree)) if len(parts) > 1 else task.tree


def _is(tree: Tree, kind: Kind) -> bool:
    return isinstance(tree, Assertion) and tree.kind is kind


def _span(tree: Tree) -> Span | None:
    """The mapped span of a part; a condition has none."""
    return None if isinstance(tree, Condition) else tree.span
