"""The masks of a language's states, each made once, under a bound on memory.

What may come next depends on the top of the stack alone, unless a token is long enough to pop what lies below. So a
mask is kept under the state with its stacks *cut* to their top k frames, and serves every state that looks the same
from above: json.gbnf's 619 states after a long document need 38 masks. A walk that would pop below the cut stops with
PoppedBelow and is tried again with more frames. With eight of them there is no further try: the few tokens that are
still in doubt are read one by one from the whole state, which is then the key.

Whether the text may end is no part of that: two states may look the same from above and differ in it. So a mask with
end tokens is kept apart from the one without.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy as np

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import DEAD, Language
from maskscope.guide.bundles import Bundle, Bundles
from maskscope.guide.fanout import Fanouts
from maskscope.guide.frontier import reached
from maskscope.guide.terminals import Terminals
from maskscope.guide.token_set import TokenSet, Words
from maskscope.guide.walk import arrivals, bits_at, token_words
from maskscope.vocab.vocabulary import Vocabulary

_DEPTHS = (1, 2, 3, 4, 6, 8)  # frames kept of a stack, tried in turn
_MOST_STATES = 200_000  # states whose mask is found without looking for its key


class Masks:
    """The allowed tokens by state, under the language's limit on bytes.

    What was not used for longest goes first, told apart as a clock does (Corbató 1968): the oldest is dropped unless it
    was used since it was last looked at, and so a hit costs a look-up and a flag.
    """

    def __init__(self, language: Language, bundles: Bundles, terminals: Terminals, vocabulary: Vocabulary) -> None:
        self._language, self._bundles, self._terminals = language, bundles, terminals
        self._vocabulary, self._size = vocabulary, vocabulary.size
        self._most_bytes = language.limits.mask_cache_bytes
        self._fanouts = Fanouts(language, bundles, wide=True)
        self._made: OrderedDict[tuple[int, bool], TokenSet] = OrderedDict()  # by (cut state, with end tokens)
        self._of_state: dict[int, TokenSet] = {}
        self._too_shallow: set[int] = set()  # cut states from which a walk pops below
        self._bytes = 0
        self._nothing = TokenSet(self._size, np.zeros(bundles.n_words, np.uint32))

    def __len__(self) -> int:
        """How many masks are kept."""
        return len(self._made)

    def of(self, state: int) -> TokenSet:
        """The tokens that may come next, end tokens among them where the text may end; none after the end."""
        tokens = self._of_state.get(state)
        if tokens is None:
            tokens = self._find(state) if state >= 0 else self._nothing
        tokens.used = True
        return tokens

    def _find(self, state: int) -> TokenSet:
        cut, tokens = self._without_end(state)
        if self._language.is_accepting(state):
            ended = self._made.get((cut, True))
            tokens = ended or self._keep((cut, True), tokens.with_ids(self._vocabulary.eos_ids))
        if len(self._of_state) >= _MOST_STATES:
            self._of_state.clear()
        self._of_state[state] = tokens
        return tokens

    def _without_end(self, state: int) -> tuple[int, TokenSet]:
        """The shallowest cut of the state that its mask can be told from, and the mask."""
        for depth in _DEPTHS:
            cut = self._language.shallow(state, depth, self._bundles.trie.longest)
            known = self._made.get((cut, False))
            if known is not None:
                return cut, known
            if cut not in self._too_shallow:
                try:
                    return cut, self._keep((cut, False), TokenSet(self._size, self._walk(cut)))
                except PoppedBelow:
                    self._too_shallow.add(cut)
        return state, self._made.get((state, False)) or self._keep((state, False), self._read_doubtful(state, cut))

    def _walk(self, state: int, doubtful: list[Bundle] | None = None) -> Words:
        found = arrivals(self._bundles, self._fanouts, state, doubtful)
        if found is not None:
            words = token_words(found, self._bundles.n_words)
        else:
            nodes, _ = reached(self._language, self._bundles.trie, state)
            words = self._bundles.words_at(nodes)
        by_element = self._terminals.words(state)
        return words if by_element is None else words | by_element

    def _read_doubtful(self, state: int, cut: int) -> TokenSet:
        """The mask from the deepest cut, and the tokens it cannot tell read one by one from the state itself."""
        doubtful: list[Bundle] = []
        try:
            words = self._walk(cut, doubtful)
        except PoppedBelow:  # by the front, which keeps no list of doubtful ones
            return TokenSet(self._size, self._walk(state))
        tokens = {token for bundle in doubtful for token in self._bundles.tokens_below(bundle)}
        text = self._vocabulary.token
        allowed = [token for token in sorted(tokens) if self._language.run(state, text(token)) != DEAD]
        return TokenSet(self._size, words | bits_at(allowed, self._bundles.n_words))

    def _keep(self, key: tuple[int, bool], tokens: TokenSet) -> TokenSet:
        self._bytes += tokens.nbytes
        while self._bytes > self._most_bytes and self._made:
            self._drop_one()
        self._made[key] = tokens
        return tokens

    def _drop_one(self) -> None:
        """Drop the oldest that was not used since it was last the oldest."""
        self._of_state.clear()
        while True:
            key, tokens = self._made.popitem(last=False)
            if not tokens.used:
                self._bytes -= tokens.nbytes
                return
            tokens.used = False
            self._made[key] = tokens
