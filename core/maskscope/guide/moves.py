"""Where the tokens of a state lead: the same walk as for its mask, with the exact next state of every token.

A mask may be shared by states that look alike from above, and may take a character outside ASCII as one step. Neither
will do when next states matter; so nothing here is cut, shared or taken whole.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import DEAD, Language
from maskscope.errors import LimitExceeded
from maskscope.guide.bundles import Bundle, Bundles
from maskscope.guide.fanout import Fanouts
from maskscope.guide.frontier import reached
from maskscope.guide.terminals import Terminals, split_by_target
from maskscope.guide.token_set import TokenSet, Words
from maskscope.guide.walk import Arrivals, arrivals, token_words
from maskscope.vocab.vocabulary import Vocabulary

_MOST_TEXTS = 20_000  # next states, where each text that is captured leads to one of its own


class Moves:
    """The tokens of a state sorted by where they lead; end tokens are not among them."""

    def __init__(self, language: Language, bundles: Bundles, terminals: Terminals, vocabulary: Vocabulary) -> None:
        self.language, self.bundles, self.terminals, self.vocabulary = language, bundles, terminals, vocabulary
        self.fanouts = Fanouts(language, bundles, wide=False)

    def by_next_state(self, state: int) -> dict[int, TokenSet]:
        """Next state → the tokens that lead there, in order of the lowest token."""
        sets = {target: TokenSet(self.vocabulary.size, words) for target, words in self._words(state).items()}
        by_element = self.terminals.by_target(state)
        if by_element:
            sets = split_by_target(self.language, sets, by_element)
        return dict(sorted(sets.items(), key=lambda pair: int(pair[1].ids()[0])))

    def targets(self, state: int) -> tuple[list[int], bool]:
        """States that stand for all that some token leads to, and whether that is surely all of them.

        Where texts are captured they are loosened states, and from such a state not every token can be followed.
        """
        if self.terminals.by_target(state):
            return list(self.by_next_state(state)), True
        if not self.language.captures_texts:
            found = arrivals(self.bundles, self.fanouts, state)
            return (list(self._by_front(state)) if found is None else _targets(found)), True
        doubtful: list[Bundle] = []
        loose = _targets(self.loose_arrivals(state, doubtful))
        tokens = {token for bundle in doubtful for token in self.bundles.tokens_below(bundle)}
        read = [self._read(state, token) for token in sorted(tokens)]
        known = [there for there in read if there is not None and there != DEAD]
        return list(dict.fromkeys([*loose, *known])), None not in read

    def _read(self, state: int, token: int) -> int | None:
        """The state after a token, None where a loosened state does not tell."""
        try:
            return self.language.run(state, self.vocabulary.token(token))
        except PoppedBelow:
            return None

    def loose_arrivals(self, state: int, doubtful: list[Bundle]) -> Arrivals:
        """What the walk finds from the loosened state, and the bundles of which that cannot tell."""
        most = self.language.limits.work
        return arrivals(self.bundles, self.fanouts, self.language.loosened(state), doubtful, most) or []

    def _words(self, state: int) -> dict[int, Words]:
        most = _MOST_TEXTS if self.language.captures_texts else None
        found = arrivals(self.bundles, self.fanouts, state, most=most)
        if found is None and most is not None:
            raise LimitExceeded("moves", most, "ask for one token's next state with advance", "sorting tokens")
        if found is None:
            return self._by_front(state)
        at: dict[int, Arrivals] = {}
        for bundle, target in found:
            at.setdefault(target, []).append((bundle, target))
        words = {target: token_words(some, self.bundles.n_words) for target, some in at.items()}
        return {target: some for target, some in words.items() if some.any()}

    def _by_front(self, state: int) -> dict[int, Words]:
        nodes, states = reached(self.language, self.bundles.trie, state)
        order = np.argsort(states, kind="stable").astype(np.intp)
        nodes, states = nodes[order], states[order]
        return {int(there[0]): self.bundles.words_at(at) for at, there in _runs(nodes, states)}


def _targets(found: Arrivals) -> list[int]:
    return list({target: None for bundle, target in found if bundle.few or bundle.many is not None})


def _runs(nodes: NDArray[np.int32], states: NDArray[np.int32]) -> list[tuple[NDArray[np.int32], NDArray[np.int32]]]:
    """The two arrays cut where the state changes."""
    cuts = np.flatnonzero(np.diff(states)) + 1
    pieces = zip(np.split(nodes, cuts), np.split(states, cuts))
    return [(at, there) for at, there in pieces if len(at)]
