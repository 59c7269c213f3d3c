"""How keys are written: declared ones as they are, and all others as "anything but those", letter by letter.

An object that may have further keys needs, at every compile, the language of all strings but its declared keys. It is a
trie of the declared keys, from which any other letter leads out for good. What leads out is mostly the same from every
letter (all characters beyond ASCII, all escapes), and stands in the graph as one shared node: an automaton compiles it
once, and a letter costs two edges.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache, partial

from maskscope.ir.build import chars, choice, literal
from maskscope.ir.nodes import Deferred, Edge, Graph, Node
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.syntax.schema.escapes import spelled
from maskscope.syntax.schema.strings import StringSet

_ASCII = CodePoints.of([(0, 0x7F)])
_PLAIN = _ASCII - CodePoints.of([(0, 0x1F), (0x22, 0x22), (0x5C, 0x5C)])  # what stands for itself in a JSON string
_ELSE = spelled(ANY - _PLAIN, "canonical")
_ANYTHING = choice([chars(_PLAIN), _ELSE])
_QUOTE = literal('"')
_STATES_OF_A_LETTER, _STATES_OF_THE_REST = 4, 200  # at most, where words are plain, so that all ways out are shared


def keys_node(keys: StringSet) -> Node:
    """Any key of a set, in quotes and in canonical spelling."""
    clause = keys.clauses[0] if len(keys.clauses) == 1 and not keys.words else None
    if clause is None or clause.low or clause.high is not None or clause.wanted or clause.unwanted:
        return keys.node("canonical")
    return _all_but(clause.excluded)


def _all_but(words: Collection[str]) -> Node:
    """All keys but the words, spelled out when somebody enters them; the shortest is the empty one, two quotes."""
    if not all(map(_is_plain, words)):
        return _trie(words)
    return Deferred(partial(_trie, words), 2, _STATES_OF_A_LETTER * sum(map(len, words)) + _STATES_OF_THE_REST)


def _is_plain(word: str) -> bool:
    """Whether a word is not empty and all its letters stand for themselves."""
    return word.isascii() and word.isprintable() and word != "" and not ("\\" in word or '"' in word)


def _trie(words: Iterable[str]) -> Node:
    """All keys but the words: state 0 is before the opening quote, 1 the root of the trie; the last two are reached by
    leaving it for good, and by the closing quote."""
    children: list[dict[str, int]] = [{}, {}]
    ends: set[int] = set()
    for word in sorted(words):
        state = 1
        for char in word:
            after = children[state].get(char)
            if after is None:
                after = children[state][char] = len(children)
                children.append({})
            state = after
        ends.add(state)
    free, end = len(children), len(children) + 1
    out, close = Edge(_ELSE, free), Edge(_QUOTE, end)
    rows: list[tuple[Edge, ...]] = [(Edge(_QUOTE, 1),)]
    for state in range(1, free):
        row = children[state]
        plain, others = _leaving("".join(row))
        leaving = (Edge(plain, free), out if others is _ELSE else Edge(others, free))
        own = (*(Edge(_letter(char), after) for char, after in row.items()), *leaving)
        rows.append(own if state in ends else (*own, close))
    rows += [(Edge(_ANYTHING, free), close), ()]
    return Graph(tuple(rows), frozenset({end}))


@lru_cache(maxsize=512)
def _letter(char: str) -> Node:
    return spelled(CodePoints.chars(char), "canonical")


@lru_cache(maxsize=512)
def _leaving(letters: str) -> tuple[Node, Node]:
    """All characters but the given ones: those that stand for themselves, and the others, mostly the shared node."""
    taken = CodePoints.chars(letters)
    others = spelled(ANY - _PLAIN - taken, "canonical") if taken - _PLAIN else _ELSE
    return chars(_PLAIN - taken), others
