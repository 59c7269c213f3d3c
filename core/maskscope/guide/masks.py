"""The masks of a language's states, each made once, under a bound on memory.

What may come next depends on the top of the stack alone, unless a token is long enough to pop what lies below. So a
mask is kept under the state with its stacks *cut* to their top k frames, and serves every state that looks the same
from above: json.gbnf's 619 states after a long document need 38 masks. A walk that would pop below the cut stops with
PoppedBelow and is tried again with more frames; past eight of them the whole state is the key.

Whether the text may end is no part of that: two states may look the same from above and differ in it. So a mask with
end tokens is kept apart from the one without.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial

import numpy as np

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import Language
from maskscope.guide.bundles import Bundles
from maskscope.guide.fanout import Fanouts
from maskscope.guide.frontier import reached
from maskscope.guide.token_set import TokenSet, Words
from maskscope.guide.walk import arrivals, token_words

_DEPTHS = (1, 2, 3, 4, 6, 8)  # frames kept of a stack, tried in turn
_MOST_KEYS = 200_000  # states whose key is remembered


class Masks:
    """The allowed tokens by state, least recently used out first past the language's limit on bytes."""

    def __init__(self, language: Language, bundles: Bundles, size: int, eos_ids: tuple[int, ...]) -> None:
        self._language, self._bundles, self._size, self._eos_ids = language, bundles, size, eos_ids
        self._most_bytes = language.limits.mask_cache_bytes
        self._fanouts = Fanouts(language, bundles, wide=True)
        self._made: OrderedDict[tuple[int, bool], TokenSet] = OrderedDict()  # (cut state, with end tokens)
        self._key_of: dict[int, tuple[int, bool]] = {}  # state → its key
        self._too_shallow: set[int] = set()  # cut states from which a walk pops below
        self._bytes = 0
        self._nothing = TokenSet(size, np.zeros(bundles.n_words, np.uint32))

    def __len__(self) -> int:
        """How many masks are kept."""
        return len(self._made)

    def of(self, state: int) -> TokenSet:
        """The tokens that may come next, end tokens among them where the text may end; none after the end."""
        key = self._key_of.get(state)
        if key is not None and (tokens := self._made.get(key)) is not None:
            self._made.move_to_end(key)
            return tokens
        return self._find(state) if state >= 0 else self._nothing

    def _find(self, state: int) -> TokenSet:
        cut = self._cut(state)
        key = (cut, self._language.is_accepting(state))
        self._key_of[state] = key
        tokens = self._made[cut, False]
        return self._kept(key, lambda: tokens.with_ids(self._eos_ids).words) if key[1] else tokens

    def _cut(self, state: int) -> int:
        """The shallowest cut of the state that its mask can be told from; the mask is made."""
        if len(self._key_of) >= _MOST_KEYS:
            self._key_of.clear()
        for depth in _DEPTHS:
            cut = self._language.shallow(state, depth, self._bundles.trie.longest)
            if cut in self._too_shallow:
                continue
            try:
                self._kept((cut, False), partial(self._walk, cut))
            except PoppedBelow:
                self._too_shallow.add(cut)
            else:
                return cut
        self._kept((state, False), partial(self._walk, state))
        return state

    def _kept(self, key: tuple[int, bool], words: Callable[[], Words]) -> TokenSet:
        """The mask of a key, made if it is not there."""
        tokens = self._made.get(key)
        if tokens is None:
            tokens = self._made[key] = TokenSet(self._size, words())
            self._bytes += tokens.nbytes
            self._drop_oldest()
        return tokens

    def _walk(self, state: int) -> Words:
        found = arrivals(self._bundles, self._fanouts, state)
        if found is not None:
            return token_words(found, self._bundles.n_words)
        nodes, _ = reached(self._language, self._bundles.trie, state)
        return self._bundles.words_at(nodes)

    def _drop_oldest(self) -> None:
        while self._bytes > self._most_bytes and len(self._made) > 2:
            _, tokens = self._made.popitem(last=False)
            self._bytes -= tokens.nbytes
