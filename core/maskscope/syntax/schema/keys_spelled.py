"""How keys are written: declared ones as they are, and all others as "anything but those", letter by letter.

An object that may have further keys needs, at every compile, the language of all strings but its declared keys. It is a
trie of the declared keys, from which any other letter leads out for good. What leads out is mostly the same from every
letter (all characters beyond ASCII, all escapes), and stands in the graph as one shared node: an automaton compiles it
once, and a letter costs two edges.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import lru_cache

from maskscope.ir.build import chars, choice, literal
from maskscope.ir.nodes import Edge, Graph, Literal, Node
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.syntax.schema.escapes import spelled
from maskscope.syntax.schema.strings import StringSet

_ASCII = CodePoints.of([(0, 0x7F)])
_PLAIN = _ASCII - CodePoints.of([(0, 0x1F), (0x22, 0x22), (0x5C, 0x5C)])  # what stands for itself in a JSON string
_ELSE = spelled(ANY - _PLAIN, "canonical")
_ANYTHING = choice([chars(_PLAIN), _ELSE])
_FREE, _END = 1, 2  # states: agreeing with no declared key any more, and after the closing quote
_QUOTE = literal('"')
_FREELY = (Edge(_ANYTHING, _FREE), Edge(_QUOTE, _END))
_OUT = Edge(_ELSE, _FREE)
_CLOSE = Edge(_QUOTE, _END)


def key_node(key: str) -> Node:
    """A declared key, in quotes."""
    return Literal(json.dumps(key, ensure_ascii=False))


def keys_node(keys: StringSet) -> Node:
    """Any key of a set, in quotes and in canonical spelling."""
    clause = keys.clauses[0] if len(keys.clauses) == 1 and not keys.words else None
    if clause is None or clause.low or clause.high is not None or clause.wanted or clause.unwanted:
        return keys.node("canonical")
    return _all_but(clause.excluded)


def _all_but(words: Iterable[str]) -> Node:
    """All keys but the words: state 0 is before the opening quote, 3 after it."""
    children: list[dict[str, int]] = [{}, {}, {}, {}]
    ends: set[int] = set()
    for word in sorted(words):
        state = 3
        for char in word:
            after = children[state].get(char)
            if after is None:
                after = children[state][char] = len(children)
                children.append({})
            state = after
        ends.add(state)
    rows: list[tuple[Edge, ...]] = [(Edge(_QUOTE, 3),), _FREELY, ()]
    for state in range(3, len(children)):
        row = children[state]
        own = [Edge(_letter(char), after) for char, after in row.items()]
        own += _leaving("".join(row)) if row else _FREELY[:1]
        rows.append(tuple(own) if state in ends else (*own, _CLOSE))
    return Graph(tuple(rows), frozenset({_END}))


@lru_cache(maxsize=512)
def _letter(char: str) -> Node:
    return spelled(CodePoints.chars(char), "canonical")


@lru_cache(maxsize=512)
def _leaving(letters: str) -> tuple[Edge, ...]:
    """The edges of all characters but the given ones, out of the trie."""
    taken = CodePoints.chars(letters)
    plain = Edge(chars(_PLAIN - taken), _FREE)
    return (
        plain,
        _OUT if (taken - _PLAIN) == CodePoints() else Edge(spelled(ANY - _PLAIN - taken, "canonical"), _FREE),
    )
