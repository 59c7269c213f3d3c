"""Reading trees over characters: which texts a node spells, told by an automaton over code points."""

from __future__ import annotations

from maskscope.automaton.chars import CharDfa, from_node
from maskscope.automaton.chars_texts import accepts
from maskscope.ir.nodes import Node
from maskscope.limits import DEFAULT_LIMITS
from maskscope.syntax.regex_read import parse_pattern
from maskscope.syntax.schema.formats_octets import without_scopes
from maskscope.syntax.schema.strings import StringSet
from maskscope.text import Source


class Spellings:
    """The texts of a node: `text in Spellings(node)`."""

    def __init__(self, node: Node) -> None:
        self.dfa: CharDfa = from_node(without_scopes(node, DEFAULT_LIMITS), DEFAULT_LIMITS)

    def __contains__(self, text: str) -> bool:
        return accepts(self.dfa, text)


def pattern(text: str) -> StringSet:
    """The strings in which a regex is found."""
    return StringSet.pattern(parse_pattern(Source("pattern", text), None, DEFAULT_LIMITS))
