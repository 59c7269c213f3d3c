"""Guide: where a grammar meets the tokens of a model.

A model proposes one token after another; a grammar thinks in bytes. A guide holds one of each and answers, for any
state of the language: which tokens may come next, where a token leads, how far the end is, and why a token is refused.
Its states are the language's own, so nothing here changes: asking is free of side effects but for caches.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from maskscope.automaton.language import DEAD, Language
from maskscope.errors import Note
from maskscope.guide.bundles import bundles_of
from maskscope.guide.forced import forced_bytes
from maskscope.guide.greedy import best_of
from maskscope.guide.masks import Masks
from maskscope.guide.moves import Moves
from maskscope.guide.nearer import nearer
from maskscope.guide.terminals import Terminals
from maskscope.guide.token_distance import token_distance
from maskscope.guide.token_set import TokenSet
from maskscope.guide.verdict import FINISHED, Allowed, OutOfBudget, Verdict
from maskscope.ir.nodes import TokenTerminal
from maskscope.vocab.trie import build_trie
from maskscope.vocab.vocabulary import Vocabulary

if TYPE_CHECKING:
    from maskscope.guide.heal import Healing

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
        self._texts = _texts_of(vocabulary)
        bundles = bundles_of(build_trie(vocabulary), vocabulary.size)
        self._terminals = Terminals(language, vocabulary)
        self._masks = Masks(language, bundles, self._terminals, vocabulary)
        self._moves = Moves(language, bundles, self._terminals, vocabulary)

    @property
    def start(self) -> int:
        """The state before the first token: the language's."""
        return self.language.start

    def advance(self, state: int, token: int) -> int:
        """The state after one more token: DEAD if it is refused, FINISHED after an end token that is not."""
        data = self._texts[token] if 0 <= token < len(self._texts) else self.vocabulary.token(token)
        if state < 0:
            return DEAD
        if data is None and token in self.vocabulary.eos_ids:
            return FINISHED if self.language.is_accepting(state) else DEAD
        after = DEAD if data is None else self.language.run(state, data)
        if self.language.reads_tokens:
            return self.language.union((after, *self._terminals.after(state, token)))
        return after

    def allowed(self, state: int) -> NDArray[np.int32]:
        """int32 (n,): the ids that may come next, ascending; end tokens among them exactly where the text may end."""
        return self._masks.of(state).ids()

    def mask(self, state: int) -> NDArray[np.bool_]:
        """bool (vocab,): True where the token may come next. Read-only."""
        return self._masks.of(state).dense()

    def bitmask(self, state: int) -> NDArray[np.uint32]:
        """uint32 (ceil(vocab / 32),): bit i of word i // 32 says whether token i may come next. Read-only."""
        return self._masks.of(state).words

    def n_allowed(self, state: int) -> int:
        """How many tokens may come next."""
        return self._masks.of(state).n

    def distance(self, state: int) -> int:
        """Bytes to the nearest complete text; 0 after an end token."""
        return 0 if state == FINISHED else self.language.distance(state)

    def moves(self, state: int) -> dict[int, NDArray[np.int32]]:
        """Next state → the tokens (int32, ascending) that lead there, in order of the lowest; end tokens aside."""
        if state < 0:
            return {}
        return {target: tokens.ids() for target, tokens in self._moves.by_next_state(state).items()}

    def nearer(self, state: int) -> NDArray[np.int32]:
        """int32 (n,): the allowed tokens, end tokens aside, that strictly shorten the distance, ascending."""
        if state < 0:
            return np.zeros(0, np.int32)
        return nearer(self._moves, state).ids()

    def token_distance(self, state: int) -> int | None:
        """Tokens to the nearest complete text, the end token not counted; None where this vocabulary cannot finish.

        A search: raises LimitExceeded where it takes too long, which a language with a stack and a vocabulary that
        cannot finish may do.
        """
        if state < 0:
            return 0 if state == FINISHED else None
        return token_distance(self.language, self._moves, self.vocabulary.longest, state)

    def forced(self, state: int, most: int = 4096) -> bytes:
        """What must come next, whatever the tokenization, up to `most` bytes; empty where there is a choice."""
        return forced_bytes(self.language, state, most)

    def why(self, state: int, token: int | str | bytes, left: int | None = None) -> Verdict:
        """Whether a token (an id) or any text may come next, and if not, what stands in its way.

        With `left`, the number of tokens that may still be taken, this one included and the end token not, a token
        after which the text could not be finished in time is OutOfBudget.
        """
        from maskscope.guide.why import verdict_on_text, verdict_on_token  # as below: what a walk never asks for

        if isinstance(token, (str, bytes)):
            data = token.encode("utf-8", "surrogatepass") if isinstance(token, str) else token
            found = verdict_on_text(self.language, state, data)
        else:
            found = verdict_on_token(self.language, self.vocabulary, state, token, self.advance(state, token))
        if left is None or not isinstance(found, Allowed):
            return found
        needs = self.token_distance(found.next_state)
        return found if needs is not None and needs < left else OutOfBudget(found.data, needs, max(0, left - 1))

    def heal(self, prompt_tokens: Sequence[int]) -> Healing:
        """The token to drop from a prompt's end, and a guide and state that first demand its bytes.

        Where nothing is to be gained the prompt is kept, and the guide is this one at its start.
        """
        from maskscope.guide.heal import Healing, droppable

        dropped = droppable(self.vocabulary, prompt_tokens)
        data = b"".join(self.vocabulary.token(token) for token in dropped)
        guide = Guide(self.language.prefixed(data), self.vocabulary) if data else self
        return Healing(dropped, data, guide, guide.start)

    def matched(self, terminal: TokenTerminal) -> TokenSet:
        """The tokens that a token element of the grammar matches."""
        return self._terminals.matched(terminal)

    def lint(self) -> tuple[Note, ...]:
        """What is odd about this grammar with this vocabulary, warnings first."""
        from maskscope.guide.lint import lint

        return lint(self)

    def greedy(self, state: int, logits: ArrayLike, finish: bool = False) -> int | None:
        """The allowed token with the highest logit, the lowest id on ties; None when there is none.

        With `finish` only tokens that shorten the distance count, and in an accepting state only end tokens.
        """
        ids = self._finishing(state) if finish else self.allowed(state)
        return best_of(ids, logits, self.vocabulary.size)

    def _repr_html_(self) -> str:
        from maskscope.guide.html import guide_html

        return guide_html(self)

    def _finishing(self, state: int) -> NDArray[np.int32]:
        if state >= 0 and self.language.is_accepting(state):
            return np.asarray(self.vocabulary.eos_ids, np.int32)
        return self.nearer(state)


@lru_cache(maxsize=8)
def _texts_of(vocabulary: Vocabulary) -> tuple[bytes | None, ...]:
    """The bytes of every id that is text, None for the others."""
    texts = [data or None for data in vocabulary.tokens]
    for token in vocabulary.special_ids | vocabulary.unused_ids:
        texts[token] = None
    return tuple(texts)
