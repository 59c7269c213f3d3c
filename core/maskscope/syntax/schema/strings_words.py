"""All strings but a few words, as a small automaton: what `not: {enum: …}` leaves of a string.

A trie of the words says how far the text still agrees with one of them; any other character leads out of it for good,
to where everything is allowed. One state a letter, and no set operation on automata.
"""

from __future__ import annotations

from collections.abc import Iterable

from maskscope.ir.build import chars
from maskscope.ir.nodes import Edge, Graph, Node
from maskscope.sets.codepoints import ANY, CodePoints

_FREE = 1  # the state of texts that agree with no word any more
_FREELY = (Edge(chars(ANY), _FREE),)


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
    exits: dict[str, tuple[Edge, ...]] = {"": _FREELY}
    letters: dict[str, Node] = {}
    edges = tuple(_edges(row, letters, exits) for row in children)
    return Graph(edges, frozenset(range(len(children))) - ends)


def _edges(row: dict[str, int], letters: dict[str, Node], exits: dict[str, tuple[Edge, ...]]) -> tuple[Edge, ...]:
    """The edges of one state; labels that are alike are one shared object, so that they are spelled once."""
    onwards = []
    for char, target in row.items():
        if char not in letters:
            letters[char] = chars(CodePoints.chars(char))
        onwards.append(Edge(letters[char], target))
    taken = "".join(row)
    if taken not in exits:
        exits[taken] = (Edge(chars(ANY - CodePoints.chars(taken)), _FREE),)
    return (*onwards, *exits[taken])
