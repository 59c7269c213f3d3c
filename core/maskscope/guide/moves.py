"""Where the tokens of a state lead: the same walk as for its mask, with the exact next state of every token.

A mask may be shared by states that look alike from above, and may take a character outside ASCII as one step. Neither
will do when next states matter, as for the distance after a token; so nothing here is cut, shared or taken whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import DEAD, Language
from maskscope.guide.bundles import Bundle, Bundles
from maskscope.guide.fanout import Fanouts
from maskscope.guide.frontier import reached
from maskscope.guide.terminals import Terminals, split_by_target
from maskscope.guide.token_set import TokenSet, Words
from maskscope.guide.walk import Arrivals, arrivals, bits_at, token_words
from maskscope.vocab.vocabulary import Vocabulary


class Moves:
    """The tokens of a state sorted by where they lead; end tokens are not among them."""

    def __init__(self, language: Language, bundles: Bundles, terminals: Terminals, vocabulary: Vocabulary) -> None:
        self._language, self._bundles, self._terminals = language, bundles, terminals
        self._vocabulary, self._size = vocabulary, vocabulary.size
        self._fanouts = Fanouts(language, bundles, wide=False)

    def by_next_state(self, state: int) -> dict[int, TokenSet]:
        """Next state → the tokens that lead there, in order of the lowest token."""
        sets = {target: TokenSet(self._size, words) for target, words in self._words(state).items()}
        by_element = self._terminals.by_target(state)
        if by_element:
            sets = split_by_target(self._language, sets, by_element)
        return dict(sorted(sets.items(), key=lambda pair: int(pair[1].ids()[0])))

    def targets(self, state: int) -> list[int]:
        """The states that some token leads to."""
        if self._terminals.by_target(state):
            return list(self.by_next_state(state))
        found = arrivals(self._bundles, self._fanouts, state)
        if found is None:
            return list(self._by_front(state))
        return list({target: None for bundle, target in found if bundle.few or bundle.many is not None})

    def nearer(self, state: int) -> TokenSet:
        """The tokens that strictly shorten the distance."""
        now = self._language.distance(state)
        if self._language.captures_texts and not self._terminals.by_target(state):
            return self._nearer_by_loose_states(state, now)
        found = None if self._terminals.by_target(state) else arrivals(self._bundles, self._fanouts, state)
        if found is not None:
            near = [(bundle, there) for bundle, there in found if self._language.distance(there) < now]
            return TokenSet(self._size, token_words(near, self._bundles.n_words))
        words = np.zeros(self._bundles.n_words, np.uint32)
        for target, tokens in self.by_next_state(state).items():
            words |= tokens.words if self._language.distance(target) < now else np.uint32(0)
        return TokenSet(self._size, words)

    def _nearer_by_loose_states(self, state: int, now: int) -> TokenSet:
        """As `nearer`, where texts are captured and every token inside one leads to a state of its own.

        States that forget the text have the same distance; the few tokens of which they cannot tell are read out.
        """
        language, doubtful, near = self._language, list[Bundle](), Arrivals()
        loose, most = language.loosened(state), language.limits.work
        found = arrivals(self._bundles, self._fanouts, loose, doubtful, most) or ()
        tokens = {token for bundle in doubtful for token in self._bundles.tokens_below(bundle)}
        for bundle, there in found:
            try:
                near += [(bundle, there)] if language.distance(there) < now else []
            except PoppedBelow:
                tokens.update(self._bundles.tokens_of(bundle))
        words = token_words(near, self._bundles.n_words)
        ends = [(token, language.run(state, self._vocabulary.token(token))) for token in sorted(tokens)]
        read = [token for token, there in ends if there != DEAD and language.distance(there) < now]
        return TokenSet(self._size, words | bits_at(read, self._bundles.n_words))

    def _words(self, state: int) -> dict[int, Words]:
        found = arrivals(self._bundles, self._fanouts, state)
        if found is None:
            return self._by_front(state)
        at: dict[int, Arrivals] = {}
        for bundle, target in found:
            at.setdefault(target, []).append((bundle, target))
        words = {target: token_words(some, self._bundles.n_words) for target, some in at.items()}
        return {target: some for target, some in words.items() if some.any()}

    def _by_front(self, state: int) -> dict[int, Words]:
        nodes, states = reached(self._language, self._bundles.trie, state)
        order = np.argsort(states, kind="stable").astype(np.intp)
        nodes, states = nodes[order], states[order]
        return {int(there[0]): self._bundles.words_at(at) for at, there in _runs(nodes, states)}


def _runs(nodes: NDArray[np.int32], states: NDArray[np.int32]) -> list[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """The two arrays cut where the state changes."""
    cuts = np.flatnonzero(np.diff(states)) + 1
    pieces = zip(np.split(nodes, cuts), np.split(states, cuts))
    return [(at, there) for at, there in pieces if len(at)]
