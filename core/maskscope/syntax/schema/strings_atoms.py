"""The languages that strings are asked about: a pattern or a format, over decoded characters.

An atom costs nothing until it is asked: its tree (`node`) is made when a text is to be built from it, its automaton
(`dfa`) only where it must be combined with another or told what it holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from maskscope.automaton.chars import CharDfa, from_node
from maskscope.automaton.chars_minimize import minimize
from maskscope.automaton.chars_texts import accepts
from maskscope.ir.build import choice
from maskscope.ir.nodes import Node, Nothing
from maskscope.limits import Limits
from maskscope.syntax.regex_read import search_node
from maskscope.syntax.regex_tree import Pattern
from maskscope.syntax.schema.formats import FORMATS
from maskscope.syntax.schema.formats_octets import without_scopes


@dataclass(frozen=True)
class Atom:
    """A pattern to be found in a string (its text is the name), or a format; equal if kind and name are."""

    kind: str  # "pattern" or "format"
    name: str
    limits: Limits = field(compare=False, repr=False)
    pattern: Pattern | None = field(default=None, compare=False, repr=False)

    @cached_property
    def node(self) -> Node:
        """The decoded strings, as a tree over characters; `Nothing` when a pattern is found in none."""
        if self.pattern is not None:
            return search_node(self.pattern, self.limits)
        return FORMATS[self.name].node()

    @cached_property
    def rare(self) -> Node:
        """Decoded strings that are in as well, and are written in canonical spelling only."""
        return FORMATS[self.name].rare() if self.kind == "format" else Nothing()

    @property
    def _whole(self) -> Node:
        return choice([self.node, self.rare])

    @cached_property
    def dfa(self) -> CharDfa:
        """The same as the smallest automaton."""
        return minimize(from_node(without_scopes(self._whole, self.limits), self.limits))

    def accepts(self, text: str) -> bool:
        """Whether a decoded string is in."""
        return accepts(self.dfa, text)

    def describe(self, wanted: bool = True) -> str:
        """The atom as the end of a phrase: "matching ^a", "not in format date"."""
        if self.kind == "pattern":
            return f"{'' if wanted else 'not '}matching {self.name}"
        return f"{'' if wanted else 'not '}in format {self.name}"
