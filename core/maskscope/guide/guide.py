"""Guide: where a grammar meets the tokens of a model.

A model proposes one token after another; a grammar thinks in bytes. A guide holds one of each and answers, for any
state of the language: which tokens may come next, where a token leads, how far the end is, and why a token is refused.
Its states are the language's own, so nothing here changes: asking is free of side effects but for caches.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from maskscope.automaton.language import DEAD, Language
from maskscope.guide.greedy import best_of
from maskscope.guide.token_set import TokenSet
from maskscope.guide.verdict import FINISHED, Verdict
from maskscope.guide.walk import token_ends
from maskscope.guide.why import verdict
from maskscope.vocab.trie import build_trie
from maskscope.vocab.vocabulary import Vocabulary

__all__ = ["DEAD", "FINISHED", "Guide"]


class Guide:
    """The tokens of `vocabulary` that keep a text inside `language`, state by state.

    >>> from maskscope.pipeline import compile
    >>> from maskscope.vocab.load import load_vocabulary
    >>> guide = Guide(compile("regex", "ab|ac"), load_vocabulary("bytes"))
    >>> guide.allowed(guide.start).tolist() == [ord("a")]
    True
    """

    def __init__(self, language: Language, vocabulary: Vocabulary) -> None:
        self.language = language
        self.vocabulary = vocabulary
        self.trie = build_trie(vocabulary)
        self._masks: dict[int, TokenSet] = {}

    @property
    def start(self) -> int:
        """The state before the first token: the language's."""
        return self.language.start

    def advance(self, state: int, token: int) -> int:
        """The state after one more token: DEAD if it is refused, FINISHED after an end token that is not."""
        if state < 0:
            return DEAD
        if token in self.vocabulary.eos_ids:
            return FINISHED if self.language.is_accepting(state) else DEAD
        if not self.vocabulary.is_text(token):
            return DEAD
        return self.language.run(state, self.vocabulary.token(token))

    def allowed(self, state: int) -> NDArray[np.int32]:
        """int32 (n,): the ids that may come next, ascending; end tokens among them exactly where the text may end."""
        return self._tokens(state).ids

    def mask(self, state: int) -> NDArray[np.bool_]:
        """bool (vocab,): True where the token may come next. Read-only."""
        return self._tokens(state).dense

    def bitmask(self, state: int) -> NDArray[np.uint32]:
        """uint32 (ceil(vocab / 32),): bit i of word i // 32 says whether token i may come next. Read-only."""
        return self._tokens(state).words

    def distance(self, state: int) -> int:
        """Bytes to the nearest complete text; 0 after an end token."""
        return 0 if state == FINISHED else self.language.distance(state)

    def nearer(self, state: int) -> NDArray[np.int32]:
        """int32 (n,): the allowed tokens, end tokens aside, that strictly shorten the distance, ascending."""
        if state < 0:
            return np.zeros(0, np.int32)
        distance, now = self.language.distance, self.language.distance(state)
        ends = token_ends(self.language, self.trie, state)
        return np.sort(self._ids([node for node, there in ends if distance(there) < now]))

    def why(self, state: int, token: int | str | bytes) -> Verdict:
        """Whether a token (an id, or any text) may come next, and if not, what stands in its way."""
        return verdict(self.language, self.vocabulary, state, token)

    def greedy(self, state: int, logits: ArrayLike, finish: bool = False) -> int | None:
        """The allowed token with the highest logit, the lowest id on ties; None when there is none.

        With `finish` only tokens that shorten the distance count, and in an accepting state only end tokens.
        """
        ids = self._finishing(state) if finish else self.allowed(state)
        return best_of(ids, logits, self.vocabulary.size)

    def _finishing(self, state: int) -> NDArray[np.int32]:
        if state >= 0 and self.language.is_accepting(state):
            return np.asarray(self.vocabulary.eos_ids, np.int32)
        return self.nearer(state)

    def _tokens(self, state: int) -> TokenSet:
        if state < 0:
            return TokenSet.of(np.zeros(0, np.int32), self.vocabulary.size)
        tokens = self._masks.get(state)
        if tokens is None:
            ids = self._ids([node for node, _ in token_ends(self.language, self.trie, state)])
            tokens = self._masks[state] = TokenSet.of(ids, self.vocabulary.size)
        return tokens.with_ids(self.vocabulary.eos_ids) if self.language.is_accepting(state) else tokens

    def _ids(self, nodes: list[int]) -> NDArray[np.int32]:
        """Every id that ends at one of the nodes."""
        at = np.asarray(nodes, np.intp)
        count = self.trie.ends[at].astype(np.int64)
        first = self.trie.lo[at].astype(np.int64) - (np.cumsum(count, dtype=np.int64) - count)
        ranks = np.repeat(first, count.astype(np.intp)) + np.arange(int(count.sum()), dtype=np.int64)
        return self.trie.order[ranks.astype(np.intp)]
