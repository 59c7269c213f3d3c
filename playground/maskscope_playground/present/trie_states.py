"""Where every token of a vocabulary leads, in one go: an explicit automaton pushed through the token trie by numpy.

The trie is breadth-first, so a level is a slice and its states are one gather from the level above. This answers for
all tokens what a table wants to sort by (next state, distance), and it filters tokens by a regex without ever running
a backtracking matcher on text from strangers.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from maskscope.vocab.trie import Trie

States = NDArray[np.int32]


def states_of_nodes(transitions: States, trie: Trie, start: int) -> States:
    """int32 (nodes,): the state each trie node is reached in from `start`, −1 where the automaton is dead.

    `transitions` is int32 (n, 256), negative for dead.
    """
    states = np.full(trie.size, -1, np.int32)
    states[0] = start
    for low, high in _levels(trie):
        before = states[trie.parent[low:high].astype(np.intp)]
        after = transitions[before.astype(np.intp), trie.byte[low:high].astype(np.intp)]
        states[low:high] = np.where(before >= 0, after, -1)
    return states


def states_of_tokens(transitions: States, trie: Trie, start: int, size: int) -> States:
    """int32 (vocab,): the state after each token, −1 where it is refused or has no text."""
    nodes = states_of_nodes(transitions, trie, start)
    found = np.full(size, -1, np.int32)
    ends = np.flatnonzero(trie.ends)
    for node in ends[trie.ends[ends] > 1].tolist():
        low = int(trie.lo[node])
        found[trie.order[low : low + int(trie.ends[node])].astype(np.intp)] = nodes[node]
    single = ends[trie.ends[ends] == 1]
    found[trie.order[trie.lo[single].astype(np.intp)].astype(np.intp)] = nodes[single]
    return found


def _levels(trie: Trie) -> list[tuple[int, int]]:
    """The slices of the trie's levels below the root: depth ascends along a breadth-first trie."""
    cuts = np.searchsorted(trie.depth, np.arange(1, trie.longest + 2)).tolist()
    return list(pairwise(cuts))
