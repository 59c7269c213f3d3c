"""The mask of a state level by level: all prefixes of one length at once, in numpy.

    level 0   the root in the start state
    level d   every trie node of depth d whose bytes the language can read, and the state there

One table row a state that is met, one gather a level: its cost does not depend on how much the states differ, only on
the number of levels (the longest token) and of states. It is the way out for languages in which bundles fall apart.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.language import Language
from maskscope.guide.spread import children_of
from maskscope.vocab.trie import Trie


def reached(language: Language, trie: Trie, state: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Trie nodes at which tokens end and that can be reached from `state`, and the language's state at each.

    Raises PoppedBelow if `state` is cut and a token needs what was cut off.
    """
    found_nodes: list[NDArray[np.int32]] = []
    found_states: list[NDArray[np.int32]] = []
    nodes, states = np.zeros(1, np.int32), np.full(1, state, np.int32)
    while len(nodes):
        nodes, states = _one_level(language, trie, nodes, states)
        ends = trie.ends[nodes.astype(np.intp)] > 0
        found_nodes.append(nodes[ends])
        found_states.append(states[ends])
        on = trie.n_children[nodes.astype(np.intp)] > 0
        nodes, states = nodes[on], states[on]
    return np.concatenate(found_nodes), np.concatenate(found_states)


def _one_level(
    language: Language, trie: Trie, nodes: NDArray[np.int32], states: NDArray[np.int32]
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The children that live, and the state at each."""
    met, which = np.unique(states, return_inverse=True)
    rows = np.array([language.row(s) for s in met.tolist()], np.int32)
    children, row = children_of(trie, nodes, which.astype(np.intp))
    after = rows[row, trie.byte[children.astype(np.intp)]]
    lives = after >= 0
    return children[lives], after[lives]
