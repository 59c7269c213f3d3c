"""What a grammar means, as a tree of frozen nodes over code points: the one form that all three languages become.

The text's own tree (groups, escapes, keywords) stays in `syntax`; what arrives here is meaning. Build nodes with the
smart constructors of `ir.build`, which keep the invariants named below; match on the classes of this file.

Each node knows the span of source it came from, so that an automaton's state can say which part of the grammar is
live. None is no place of its own: then the place of the node around it counts, which lets many places share one tree.

Regular part: `Nothing`, `Empty`, `Chars`, `Concat`, `Choice`, `Repeat`, `Graph`, `Call`; `Deferred` is any of these.
Counting part: a `Scope` is a region of grammar with registers; `Tick`, `Mark` and `Capture` inside its body act on
the registers of the innermost scope around them (not across a `Call`: a called rule has its own scopes), and the body
may end only when the registers say so. They are how `minProperties`, `uniqueItems`, key order "any" and a pattern with
a length bound are said without multiplying states.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from maskscope.errors import Note
from maskscope.sets.codepoints import CodePoints
from maskscope.text import Span

Bound = tuple[int, int | None]  # least and most, both included; None is no upper bound


class Sized:
    """A node that holds others. What `automaton.least` finds of one without calls, scopes and tokens is true wherever
    it stands, and kept in it: many schemas, and many places in a schema, share the nodes of a string or a number."""

    __slots__ = ("size",)
    size: tuple[int, int, list[int]]


@dataclass(frozen=True, slots=True)
class Nothing:
    """No text at all: the empty language."""

    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Empty:
    """The empty text."""

    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Chars:
    """One code point out of a set, which is not empty; on the byte level its UTF-8 bytes."""

    chars: CodePoints
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Literal:
    """A fixed text of at least one character."""

    text: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Concat(Sized):
    """Two or more parts, one after the other; none of them is Empty or Nothing, nor a Concat with no place to keep."""

    parts: tuple[Node, ...]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Choice(Sized):
    """Any one of two or more options; none of them is Nothing, nor a Choice with no place to keep."""

    options: tuple[Node, ...]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Repeat(Sized):
    """The body `low` to `high` times; `high` None is without bound."""

    body: Node
    low: int
    high: int | None
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge of a Graph: consume `label`, go on in state `target`."""

    label: Node
    target: int


@dataclass(frozen=True, slots=True)
class Graph(Sized):
    """An automaton whose edges carry nodes: state 0 is the start, `edges[s]` leave state s, `accepting` are the ends.

    A label may be `Empty` (then it must not close a cycle of empty labels) and may hold anything a node may hold.
    """

    edges: tuple[tuple[Edge, ...], ...]
    accepting: frozenset[int]
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class Deferred:
    """A node that is made when somebody looks inside, its size being known before; no calls, scopes, marks or tokens.

    What most texts never come to, as "any key but these hundred", need not be spelled out at every compile.
    """

    make: Callable[[], Node]
    least: int  # bytes
    most_states: int
    span: Span | None = None
    _kept: list[Node] = field(default_factory=list, repr=False)

    @property
    def size(self) -> tuple[int, int, list[int]]:
        """As of a node that is `Sized`."""
        return self.least, self.most_states, []

    @property
    def made(self) -> Node:
        """The node, made once."""
        if not self._kept:
            self._kept.append(self.make())
        return self._kept[0]


@dataclass(frozen=True, slots=True)
class Call:
    """Whatever the rule called `rule` matches; recursion goes through here."""

    rule: str
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TokenTerminal:
    """One token, by its ids or by its text, or (negated) any one token but those; it has no bytes of its own."""

    ids: tuple[int, ...] = ()
    text: str | None = None
    negated: bool = False
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class KeyRule:
    """Which sets of marks may stand when a scope ends: bit i of a mask is key i.

    `required` must all be there; for each `(condition, then)` of `implies`, if all of `condition` are there all of
    `then` must be; the number of marks lies in `count`; no `forbidden` mask has all its bits there.
    """

    required: int = 0
    implies: tuple[tuple[int, int], ...] = ()
    forbidden: tuple[int, ...] = ()
    count: Bound = (0, None)


@dataclass(frozen=True, slots=True)
class Scope:
    """The body, with registers that start empty when it is entered and must be in order when it is left.

    `tallies[i]` bounds how often `Tick` with i in its `indices` was passed. `keys` rules over `Mark`s; a mark that is
    already there cannot be passed again. With `distinct`, no two texts matched by `Capture` nodes of this scope are
    equal (as bytes), nor equal to one of `taken`.
    """

    body: Node
    tallies: tuple[Bound, ...] = ()
    keys: KeyRule | None = None
    distinct: bool = False
    taken: frozenset[bytes] = frozenset()
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Tick:
    """Matches the empty text and adds one to each of the named tallies of the innermost scope."""

    indices: tuple[int, ...] = (0,)
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Mark:
    """Matches the empty text and marks key `key` as written in the innermost scope."""

    key: int
    span: Span | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Capture:
    """The body, whose text must differ from every other captured text of the innermost (distinct) scope."""

    body: Node
    span: Span | None = field(default=None, compare=False)


Node = (
    Nothing
    | Empty
    | Chars
    | Literal
    | Concat
    | Choice
    | Repeat
    | Graph
    | Deferred
    | Call
    | TokenTerminal
    | Scope
    | Tick
    | Mark
    | Capture
)


@dataclass(frozen=True, slots=True, eq=False)
class Grammar:
    """Rules by name, the rule to start from, and what there is to tell the user."""

    rules: Mapping[str, Node]
    start: str = "root"
    notes: tuple[Note, ...] = ()
