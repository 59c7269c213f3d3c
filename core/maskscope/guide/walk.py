"""Which tokens may come next: the trie of all tokens and the language, walked side by side.

A token is allowed in a state when the language can read all its bytes from there. Tokens that share a prefix share the
work: go down the trie from its root, keep beside each node the language's state after that node's bytes, and turn back
where the state is dead. Every node at which tokens end, and that is reached at all, is an allowed text.

Of a node's children and a state's live bytes the fewer are looked at: a state that can only read `"` costs one look-up
below the root of 256 children, and a node with one child costs one even where every byte is live.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from maskscope.automaton.language import DEAD, Language
from maskscope.vocab.trie import Trie


@dataclass(frozen=True, slots=True, eq=False)
class Nodes:
    """The trie's arrays as lists, one entry a node: a Python loop reads them five times faster than numpy's."""

    first: list[int]  # node of the first child
    count: list[int]  # how many children
    ends: list[int]  # how many tokens end here
    byte: list[int]  # the byte that leads here
    children: dict[int, int]  # node << 8 | byte → child


@lru_cache(maxsize=8)
def nodes_of(trie: Trie) -> Nodes:
    """The lists of a trie, made once."""
    first, count, ends, byte = (a.tolist() for a in (trie.first_child, trie.n_children, trie.ends, trie.byte))
    return Nodes(first, count, ends, byte, trie.children)


def token_ends(language: Language, trie: Trie, state: int) -> list[tuple[int, int]]:
    """Every `(trie node, state there)` that some token's bytes lead to from `state` without dying, in no set order.

    Cost: one step for each byte of the prefixes that live. Raises PoppedBelow if `state` is cut and a token needs what
    was cut off.
    """
    nodes = nodes_of(trie)
    first, count, own, byte, child_of = nodes.first, nodes.count, nodes.ends, nodes.byte, nodes.children
    ends: list[tuple[int, int]] = []
    todo = [(0, state)]
    while todo:
        node, here = todo.pop()
        live = language.live(here)
        if len(live) <= count[node]:
            reached = [(child_of.get(node << 8 | b, 0), target) for b, target in live]
        else:
            row = language.row(here)
            reached = [(child, row[byte[child]]) for child in range(first[node], first[node] + count[node])]
        for child, target in reached:
            if child and target != DEAD:
                if own[child]:
                    ends.append((child, target))
                if count[child]:
                    todo.append((child, target))
    return ends
