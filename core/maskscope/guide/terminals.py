"""Token elements of a grammar: `<[1000]>`, `<think>`, `!<[1001]>` match one token as such, whatever its bytes.

They are how a grammar speaks of a model's control tokens: an element that names a token allows it, special or not,
where the mask allows no special token otherwise. A negated one matches any one token of text but those it names. An
end-of-sequence token keeps its own meaning and is matched by none.

A token may be matched by an element and by its bytes at once (or by two elements); the state after it is then the
union of where each leads.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.language import DEAD, Language
from maskscope.guide.token_set import TokenSet
from maskscope.guide.walk import bits_at
from maskscope.ir.nodes import TokenTerminal
from maskscope.vocab.vocabulary import Vocabulary


class Terminals:
    """What the token elements of a language mean in a vocabulary."""

    def __init__(self, language: Language, vocabulary: Vocabulary) -> None:
        self._language, self._vocabulary = language, vocabulary
        self._n_words = -(-vocabulary.size // 32)
        self._memo: dict[TokenTerminal, TokenSet] = {}

    def words(self, state: int) -> NDArray[np.uint32] | None:
        """uint32 (ceil(vocab / 32),): the tokens that elements allow in a state, as bits; None if none is live."""
        words = None
        for terminal, _ in self._live(state):
            matched = self.matched(terminal).words
            words = matched if words is None else words | matched
        return words

    def after(self, state: int, token: int) -> list[int]:
        """Where elements lead with a token: a state for each that matches it."""
        return [target for terminal, target in self._live(state) if self.matches(terminal, token)]

    def by_target(self, state: int) -> list[tuple[int, TokenSet]]:
        """Every element that is live: the state it leads to, and the tokens it matches."""
        return [(target, self.matched(terminal)) for terminal, target in self._live(state)]

    def matches(self, terminal: TokenTerminal, token: int) -> bool:
        """Whether an element matches a token."""
        return bool(self.matched(terminal).words[token >> 5] >> np.uint32(token & 31) & np.uint32(1))

    def matched(self, terminal: TokenTerminal) -> TokenSet:
        """The tokens an element matches in this vocabulary."""
        tokens = self._memo.get(terminal)
        if tokens is None:
            tokens = self._memo[terminal] = TokenSet(self._vocabulary.size, bits_at(self._ids(terminal), self._n_words))
        return tokens

    def _ids(self, terminal: TokenTerminal) -> list[int]:
        named = set(self._named(terminal)).difference(self._vocabulary.eos_ids)
        if terminal.negated:
            return [token for token in self._vocabulary.text_ids() if token not in named]
        return sorted(named)

    def _named(self, terminal: TokenTerminal) -> Iterable[int]:
        size = self._vocabulary.size
        yield from (token for token in terminal.ids if 0 <= token < size)
        if terminal.text is not None:
            name = terminal.text.encode()
            yield from (token for token, data in enumerate(self._vocabulary.tokens) if data == name)

    def _live(self, state: int) -> tuple[tuple[TokenTerminal, int], ...]:
        return self._language.token_moves(state) if self._language.reads_tokens else ()


def split_by_target(
    language: Language, by_bytes: dict[int, TokenSet], by_element: list[tuple[int, TokenSet]]
) -> dict[int, TokenSet]:
    """Next state → tokens, where bytes lead along `by_bytes` and elements along `by_element`.

    A token that several of them match goes to the union of their states.
    """
    parts = list(by_bytes.items())  # disjoint
    for target, tokens in by_element:
        left, refined = tokens.words, []
        for other, owned in parts:
            both = owned.words & left
            if both.any():
                refined.append((language.union((other, target)), TokenSet(owned.size, both)))
            refined.append((other, TokenSet(owned.size, owned.words & ~both)))
            left = left & ~both
        refined.append((target, TokenSet(tokens.size, left)))
        parts = [(there, some) for there, some in refined if some.n]
    return _merged(parts)


def _merged(parts: list[tuple[int, TokenSet]]) -> dict[int, TokenSet]:
    found: dict[int, TokenSet] = {}
    for target, tokens in parts:
        if target != DEAD:
            known = found.get(target)
            found[target] = tokens if known is None else TokenSet(tokens.size, known.words | tokens.words)
    return found


def names_of(terminals: Iterable[TokenTerminal]) -> tuple[str, ...]:
    """The elements as the grammar spells them, each once.

    >>> names_of([TokenTerminal(ids=(7,), negated=True)])
    ('!<[7]>',)
    """
    spelled = (
        f"{'!' if t.negated else ''}{t.text if t.text is not None else '<[' + ','.join(map(str, t.ids)) + ']>'}"
        for t in terminals
    )
    return tuple(dict.fromkeys(spelled))
