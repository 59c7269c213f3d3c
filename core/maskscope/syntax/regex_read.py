"""Regexes: text in, grammar out.

The dialect is ECMA-262 with the flag `u`, which is what `pattern` in a JSON Schema means. The stages:

    regex_parse         text → tree: plain parts are IR already, conditions (anchors, \\b, look-around) are not
    regex_anchors       conditions at the ends of the text, and what a search adds there
    regex_conditions    all other conditions: one automaton that keeps every promise
"""

from __future__ import annotations

from maskscope.errors import UnsatisfiableError
from maskscope.ir.nodes import Grammar, Node, Nothing
from maskscope.limits import Limits
from maskscope.syntax.regex_anchors import End, resolve
from maskscope.syntax.regex_conditions import satisfied, unmet
from maskscope.syntax.regex_parse import parse
from maskscope.syntax.regex_tree import Conditional, Pattern, SpanOf
from maskscope.text import Source, Span


def read_regex(source: Source, limits: Limits) -> Grammar:
    """The grammar of all texts that a regex matches as a whole.

    >>> read_regex(Source("regex", "ab*"), Limits()).start
    'root'
    """
    pattern = parse_pattern(source, None, limits)
    node = whole_node(pattern, limits)
    if isinstance(node, Nothing):
        raise _unsatisfiable(node, pattern, limits)
    return Grammar({"root": node}, "root", pattern.notes)


def parse_pattern(source: Source, span_of: SpanOf | None, limits: Limits) -> Pattern:
    """A regex, read but not yet given a meaning.

    `span_of(start, end)` maps a place in the regex to a span for nodes and notes (a regex inside a schema is a part of
    a larger text); problems are always about `source` itself.
    """
    return parse(source, span_of, limits)


def whole_node(pattern: Pattern, limits: Limits) -> Node:
    """The texts that the pattern matches as a whole; `Nothing` when there is none."""
    return _node(pattern, End.NOTHING, limits)


def search_node(pattern: Pattern, limits: Limits) -> Node:
    """The texts in which the pattern is found somewhere; `Nothing` when there is none."""
    return _node(pattern, End.ANYTHING, limits)


def _node(pattern: Pattern, ends: End, limits: Limits) -> Node:
    tree = resolve(pattern.tree, ends, ends)
    return satisfied(tree, limits) if isinstance(tree, Conditional) else tree


def _unsatisfiable(node: Nothing, pattern: Pattern, limits: Limits) -> UnsatisfiableError:
    """The error about the part because of which no text matches."""
    if condition := unmet(resolve(pattern.tree, End.NOTHING, End.NOTHING), limits):
        return UnsatisfiableError("no text can meet this condition", pattern.source, condition)
    whole = Span(0, len(pattern.source.text))
    return UnsatisfiableError("no text can match this", pattern.source, node.span or whole)
