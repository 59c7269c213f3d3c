"""Read a token byte by byte and say where the language refused it.

The mask answers for all tokens at once and forgets the way; here one token is followed on its own, so that the byte at
which it dies, what could have stood there instead, and the part of the grammar that wanted it are all at hand.
"""

from __future__ import annotations

from maskscope.automaton.language import DEAD, Language
from maskscope.guide.verdict import FINISHED, Allowed, NoText, RefusedAt, Special, TooSoonToEnd, Verdict
from maskscope.sets.byteset import ByteSet
from maskscope.vocab.vocabulary import Vocabulary


def verdict(language: Language, vocabulary: Vocabulary, state: int, token: int | str | bytes) -> Verdict:
    """What becomes of a token id, or of any text, in a state of the language."""
    if isinstance(token, int):
        return _of_id(language, vocabulary, state, token)
    data = token.encode() if isinstance(token, str) else bytes(token)
    return of_bytes(language, state, data) if data else NoText(data)


def of_bytes(language: Language, state: int, data: bytes) -> Verdict:
    """The verdict on bytes that no id stands for."""
    here = state
    for index, byte in enumerate(data):
        there = language.step(here, byte) if here >= 0 else DEAD
        if there == DEAD:
            return _refusal(language, here, data, index)
        here = there
    return Allowed(data, here)


def _of_id(language: Language, vocabulary: Vocabulary, state: int, token: int) -> Verdict:
    data = vocabulary.token(token)
    if token in vocabulary.eos_ids:
        return _of_end(language, state, data)
    if token in vocabulary.special_ids:
        return Special(data)
    return of_bytes(language, state, data) if vocabulary.is_text(token) else NoText(data)


def _of_end(language: Language, state: int, data: bytes) -> Verdict:
    if state >= 0 and language.is_accepting(state):
        return Allowed(b"", FINISHED)
    return TooSoonToEnd(data, language.distance(state)) if state >= 0 else Special(data)


def _refusal(language: Language, state: int, data: bytes, index: int) -> RefusedAt:
    if state < 0:
        return RefusedAt(data, index, data[index], ByteSet(), (), may_end=True)
    return RefusedAt(
        data,
        index,
        data[index],
        language.next_bytes(state),
        language.origins(state),
        may_end=language.is_accepting(state),
        source=language.source,
    )
