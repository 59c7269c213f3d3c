"""The languages that strings are asked about: a pattern or a format, over decoded characters.

An atom costs nothing until it is asked: its tree (`node`) is made when a text is to be built from it, its automata only
where it must be combined with another or told what it holds.

A format may be built narrower than its document defines it (`formats`). Then one language is not enough: a text that
is wanted must surely be in the format (`inner`), one that is not wanted must surely be outside it (`outer` holds all
that may be in it). For patterns, and for formats that are exact, both are the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property

from maskscope.automaton.chars import CharDfa, from_node
from maskscope.automaton.chars_minimize import minimize
from maskscope.automaton.chars_texts import accepts
from maskscope.automaton.language import Language, build_language
from maskscope.ir.build import choice, literal
from maskscope.ir.nodes import Chars, Grammar, Node, Nothing
from maskscope.ir.walk import nodes
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.syntax.regex_read import search_node
from maskscope.syntax.regex_tree import Pattern
from maskscope.syntax.schema.formats import FORMATS
from maskscope.syntax.schema.formats_octets import without_scopes
from maskscope.text import Source


def is_text(text: str) -> bool:
    """Whether the string is Unicode text: without half a surrogate pair."""
    if text.isascii():
        return True
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


_AROUND_SURROGATES = (0xD7FF, 0xE000)  # a set with both was meant to hold what is between them


@dataclass(frozen=True)
class Atom:
    """A pattern to be found in a string (its text is the name), a format, or one word; equal if kind and name are."""

    kind: str  # "pattern", "format" or "word"
    name: str
    limits: Limits = field(default=DEFAULT_LIMITS, compare=False, repr=False)
    pattern: Pattern | None = field(default=None, compare=False, repr=False)

    @cached_property
    def node(self) -> Node:
        """The decoded strings, as a tree over characters; `Nothing` when a pattern is found in none."""
        if self.pattern is not None:
            return search_node(self.pattern, self.limits)
        return FORMATS[self.name].node() if self.kind == "format" else literal(self.name)

    @cached_property
    def rare(self) -> Node:
        """Decoded strings that are in as well, and are written in canonical spelling only."""
        return FORMATS[self.name].rare() if self.kind == "format" else Nothing()

    @cached_property
    def inner(self) -> CharDfa:
        """An automaton of strings that are surely in; of a format that has a `short` tree, of at most `most` each."""
        return _inner(self.name) if self.kind == "format" else minimize(from_node(self.node, self.limits))

    @property
    def most(self) -> int | None:
        """The length up to which `inner` is right; None: whatever the length."""
        short = FORMATS[self.name].short if self.kind == "format" else None
        return None if short is None else short[1]

    @property
    def outer(self) -> CharDfa:
        """An automaton of all strings that may be in."""
        wide = self._wide
        return self.inner if wide is None else _outer(wide)

    @property
    def is_exact(self) -> bool:
        """Whether it is built just as it is defined."""
        return self._wide is None

    @property
    def _wide(self) -> Callable[[], Node] | None:
        return FORMATS[self.name].wide if self.kind == "format" else None

    @cached_property
    def spans_surrogates(self) -> bool:
        """Whether half a surrogate pair would be in, if it were a character: by `.` or `[^a]`, but not by `[a-z]`."""
        sets = [node.chars for node in nodes(self.node) if isinstance(node, Chars)] if self.kind == "pattern" else []
        return any(all(point in chars for point in _AROUND_SURROGATES) for chars in sets)

    def accepts(self, text: str) -> bool:
        """Whether a decoded string is surely in; told without a whole automaton of characters."""
        return is_text(text) and self._language.accepts(text)

    @cached_property
    def _language(self) -> Language:
        whole = Grammar({"": choice([self.node, self.rare])}, "")
        return build_language(whole, Source(self.kind, self.name), self.limits)

    def may_accept(self, text: str) -> bool:
        """Whether a decoded string may be in."""
        return self.accepts(text) if self._wide is None else accepts(self.outer, text)

    def describe(self, wanted: bool = True) -> str:
        """The atom as the end of a phrase: "matching ^a", "not in format date"."""
        kinds = {"pattern": "matching", "format": "in format", "word": "equal to"}
        return f"{'' if wanted else 'not '}{kinds[self.kind]} {self.name}"


# The automata of formats are the same for every schema, so each is made once, when it is first needed.


@cache
def _inner(name: str) -> CharDfa:
    entry = FORMATS[name]
    return _minimal(choice([entry.node(), entry.rare()]) if entry.short is None else entry.short[0]())


@cache
def _outer(wide: Callable[[], Node]) -> CharDfa:
    return _minimal(wide())


def _minimal(node: Node) -> CharDfa:
    return minimize(from_node(without_scopes(node, DEFAULT_LIMITS), DEFAULT_LIMITS))
