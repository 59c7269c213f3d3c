"""All strings but a few words, as a small automaton: what an undeclared key is, and `not: {enum: …}`.

A trie of the words says how far the text still agrees with one of them; any other character leads out of it for good,
to where everything is allowed. One state a letter, and no set operation on automata: objects with many properties need
this at every compile.
"""

from __future__ import annotations

from collections.abc import Iterable

from maskscope.ir.build import chars
from maskscope.ir.nodes import Edge, Graph, Node
from maskscope.sets.codepoints import ANY, CodePoints

_FREE = 1  # the state of texts that agree with no word any more


def all_but(words: Iterable[str]) -> Node:
    """All strings but the words, as a tree over decoded characters."""
    children: list[dict[str, int]] = [{}, {}]
    ends: set[int] = set()
    for word in sorted(words):
        state = 0
        for char in word:
            if char not in children[state]:
                children[state][char] = len(children)
                children.append({})
            state = children[state][char]
        ends.add(state)
    edges = tuple(_edges(row) for row in children)
    return Graph(edges, frozenset(range(len(children))) - ends)


def _edges(row: dict[str, int]) -> tuple[Edge, ...]:
    if not row:
        return (Edge(_ANYTHING, _FREE),)
    onwards = tuple(Edge(chars(CodePoints.chars(char)), target) for char, target in row.items())
    return (*onwards, Edge(chars(ANY - CodePoints.chars(row)), _FREE))


_ANYTHING = chars(ANY)
