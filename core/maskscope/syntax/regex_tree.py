"""What the parser of regexes returns: plain parts are meaning already, conditions are still a tree.

Most of a regex says which characters come next. Such parts become nodes of `maskscope.ir` while they are read. What
remains is *conditions*: `^ $ \\b \\B` and look-around consume nothing and restrict what stands beside them. They cannot
be said in the IR, so a part that holds one stays a `Sequence`, `Alternatives` or `Repeated` of this file, and
`regex_anchors` (where they can be read off the ends of the text) and `regex_conditions` (everywhere else) remove them.

A condition's `span` is a place in the regex's own text, for problems; a node's is mapped by `Pattern.span_of`.
`sequence`, `alternatives` and `repeated` are the smart constructors: as long as no part holds a condition they build
IR, so a tree without conditions is one IR node.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Sequence as Parts
from dataclasses import dataclass
from enum import Enum

from maskscope.errors import Note
from maskscope.ir import build
from maskscope.ir.nodes import Node
from maskscope.sets.codepoints import CodePoints
from maskscope.text import Source, Span

SpanOf = Callable[[int, int], Span | None]


class Kind(Enum):
    """The conditions that need no body."""

    TEXT_START = "^"
    TEXT_END = "$"
    BOUNDARY = "\\b"
    NO_BOUNDARY = "\\B"


@dataclass(frozen=True, slots=True, eq=False)
class Assertion:
    """A condition on the characters beside it; `word` is the set of word characters where `\\b` stands."""

    kind: Kind
    word: CodePoints
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """`body` matches (or, negated, does not match) what follows, or what ends here if `behind`."""

    body: Tree
    behind: bool
    negated: bool
    span: Span


@dataclass(frozen=True, slots=True, eq=False)
class Sequence:
    """The parts one after the other; at least one of them holds a condition, none is a Sequence."""

    parts: tuple[Tree, ...]
    span: Span | None


@dataclass(frozen=True, slots=True, eq=False)
class Alternatives:
    """Any one of the options; at least one of them holds a condition."""

    options: tuple[Tree, ...]
    span: Span | None


@dataclass(frozen=True, slots=True, eq=False)
class Repeated:
    """The body, which holds a condition, `low` to `high` times; `high` None is without bound."""

    body: Tree
    low: int
    high: int | None
    span: Span | None


Condition = Assertion | Look
Conditional = Assertion | Look | Sequence | Alternatives | Repeated
Tree = Node | Conditional


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """A regex that was read: its tree, its text, how its places map to spans, and what to tell the user."""

    tree: Tree
    source: Source
    span_of: SpanOf
    notes: tuple[Note, ...] = ()


def sequence(parts: Parts[Tree], span: Span | None) -> Tree:
    """The parts in a row: IR when none of them holds a condition."""
    plain = [part for part in parts if not isinstance(part, Conditional)]
    if len(plain) == len(parts):
        return build.concat(plain, span)
    flat: list[Tree] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Sequence) else (part,))
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat), span)


def alternatives(options: Parts[Tree], span: Span | None) -> Tree:
    """Any one of the options: IR when none of them holds a condition."""
    plain = [option for option in options if not isinstance(option, Conditional)]
    if len(plain) == len(options):
        return build.choice(plain, span)
    return options[0] if len(options) == 1 else Alternatives(tuple(options), span)


def repeated(body: Tree, low: int, high: int | None, span: Span | None) -> Tree:
    """The body `low` to `high` times: IR when it holds no condition."""
    if not isinstance(body, Conditional):
        return build.repeat(body, low, high, span)
    if high == 0:
        return build.literal("", span)
    return body if (low, high) == (1, 1) else Repeated(body, low, high, span)


def conditions(tree: Tree) -> list[Condition]:
    """Every condition of the tree that is not inside another one, in the order of the text."""
    found: list[Condition] = []
    todo = [tree]
    while todo:
        one = todo.pop()
        if isinstance(one, Condition):
            found.append(one)
        else:
            todo.extend(reversed(_inside(one)))
    return found


def without_conditions(tree: Tree, node_of: Callable[[Condition], Node]) -> Node:
    """The tree as IR, with each condition replaced by the node that `node_of` gives for it."""
    todo: list[tuple[Tree, bool]] = [(tree, False)]
    done: list[Node] = []
    while todo:
        one, ready = todo.pop()
        if isinstance(one, Condition):
            done.append(node_of(one))
        elif not isinstance(one, Conditional):
            done.append(one)
        elif not ready:
            todo.append((one, True))
            todo.extend((part, False) for part in reversed(_inside(one)))
        else:
            n = len(_inside(one))
            parts = done[len(done) - n :]
            del done[len(done) - n :]
            done.append(_joined(one, parts))
    return done[0]


def _inside(tree: Tree) -> tuple[Tree, ...]:
    match tree:
        case Sequence():
            return tree.parts
        case Alternatives():
            return tree.options
        case Repeated():
            return (tree.body,)
    return ()


def _joined(tree: Conditional, parts: list[Node]) -> Node:
    match tree:
        case Sequence():
            return build.concat(parts, tree.span)
        case Alternatives():
            return build.choice(parts, tree.span)
        case Repeated():
            return build.repeat(parts[0], tree.low, tree.high, tree.span)
    raise TypeError(f"a condition has no parts: {tree}")
