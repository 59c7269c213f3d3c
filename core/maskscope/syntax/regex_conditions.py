"""Conditions inside a regex."""

from __future__ import annotations

from maskscope.errors import UnsupportedError
from maskscope.ir.nodes import Node
from maskscope.limits import Limits
from maskscope.syntax.regex_tree import Conditional, Pattern
from maskscope.text import Span


def satisfied(tree: Conditional, pattern: Pattern, limits: Limits) -> Node:
    """The node of a tree with conditions."""
    raise UnsupportedError(
        "conditions inside a regex are not built yet", pattern.source, Span(0, len(pattern.source.text))
    )


def unmet(pattern: Pattern, limits: Limits) -> Span | None:
    """The condition that cannot be met."""
    return None
