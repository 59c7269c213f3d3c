"""Short ways to write languages in these tests."""

from __future__ import annotations

from collections.abc import Mapping

from maskscope.automaton.language import Language, build_language
from maskscope.ir.build import chars
from maskscope.ir.nodes import Grammar, Node
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.sets.codepoints import CodePoints
from maskscope.text import Source


def language(rules: Node | Mapping[str, Node], limits: Limits = DEFAULT_LIMITS) -> Language:
    """The language of a node, or of rules that start at "root"."""
    named = rules if isinstance(rules, Mapping) else {"root": rules}
    return build_language(Grammar(named), Source("test", "0123456789" * 10), limits)


def any_of(characters: str) -> Node:
    """One of some characters."""
    return chars(CodePoints.chars(characters))
