"""A GBNF grammar as it is written: rules, alternatives, items, groups; meaning comes later (`gbnf_build`).

A parenthesised group is a *body* of its own, as a rule's right-hand side is, and bodies are numbered in the order in
which they close. So there is no nesting to recurse into: an inner group has always a smaller number than the body it
stands in, and every later pass (which bodies can be empty, what they mean) is one loop over a list, whatever the depth.

    root ::= "a" ("b" | c)*          body 0:  "b" | c
    c    ::= "d"                     body 1:  "a" <body 0>*      the rule root
                                     body 2:  "d"                the rule c
"""

from __future__ import annotations

from dataclasses import dataclass, field

from maskscope.errors import Note
from maskscope.sets.codepoints import CodePoints
from maskscope.text import Source, Span


@dataclass(frozen=True, slots=True)
class Text:
    """A literal; it may be empty."""

    text: str


@dataclass(frozen=True, slots=True)
class OneOf:
    """A class, or the dot: one character of a set."""

    chars: CodePoints


@dataclass(frozen=True, slots=True)
class Named:
    """A reference to a rule."""

    rule: str


@dataclass(frozen=True, slots=True)
class Group:
    """A parenthesised group: the body with this number."""

    body: int


@dataclass(frozen=True, slots=True)
class Token:
    """A token element: `<[123]>` has an id, `<text>` a text (with its angle brackets); `!` negates it."""

    id: int | None
    text: str | None
    negated: bool


Atom = Text | OneOf | Named | Group | Token


@dataclass(frozen=True, slots=True)
class Times:
    """A repetition as written: at least `low`, at most `high` (None is no bound)."""

    low: int
    high: int | None


@dataclass(frozen=True, slots=True)
class Item:
    """An atom and the repetition behind it, if there is one; the span covers both."""

    atom: Atom
    span: Span
    times: Times | None = None


Sequence = tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """Alternatives; an empty one matches the empty text."""

    alternatives: tuple[Sequence, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Rule:
    """A defined name: where it stands, and the body it means."""

    name: str
    span: Span
    body: int


@dataclass(slots=True, eq=False)
class GbnfText:
    """A whole grammar text: its rules by name, in the order they are defined, all bodies, and notes for the user."""

    source: Source
    rules: dict[str, Rule] = field(default_factory=dict)
    bodies: list[Body] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def add(self, body: Body) -> int:
        """Numbers one more body."""
        self.bodies.append(body)
        return len(self.bodies) - 1

    def note(self, kind: str, text: str, span: Span) -> None:
        """Something the user should know; said once for a place."""
        self.notes.append(Note(kind, text, span))

    def target(self, item: Item) -> int | None:
        """The body that an item leads into: its group's, or its rule's; None for anything else."""
        if isinstance(item.atom, Group):
            return item.atom.body
        # subtle: a definition that was replaced may name rules that are not there; its bodies stay in the list
        rule = self.rules.get(item.atom.rule) if isinstance(item.atom, Named) else None
        return rule.body if rule else None
