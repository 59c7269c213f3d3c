"""Read a token byte by byte and say where the language refused it.

The mask answers for all tokens at once and forgets the way; here one token is followed on its own, so that the byte at
which it dies, what could have stood there instead, and the part of the grammar that wanted it are all at hand.
"""

from __future__ import annotations

from maskscope.automaton.language import DEAD, Language
from maskscope.guide.terminals import names_of
from maskscope.guide.verdict import FINISHED, Allowed, NoText, RefusedAt, Special, TooSoonToEnd, Verdict
from maskscope.sets.byteset import ByteSet
from maskscope.vocab.vocabulary import Vocabulary


def verdict_on_text(language: Language, state: int, data: bytes) -> Verdict:
    """What becomes of some bytes, whatever tokens they are written with."""
    if not data:
        return NoText(data)
    here = state
    for index, byte in enumerate(data):
        there = language.step(here, byte) if here >= 0 else DEAD
        if there == DEAD:
            return _refusal(language, here, data, index)
        here = there
    return Allowed(data, here)


def verdict_on_token(language: Language, vocabulary: Vocabulary, state: int, token: int, after: int) -> Verdict:
    """What becomes of a token; `after` is the state after it, DEAD if it is refused."""
    data = vocabulary.token(token)
    if after != DEAD:
        return Allowed(b"" if after == FINISHED else data, after)
    if token in vocabulary.eos_ids:
        return TooSoonToEnd(data, language.distance(state)) if state >= 0 else _refusal(language, state, data, 0)
    if token in vocabulary.special_ids:
        return Special(data)
    return verdict_on_text(language, state, data) if vocabulary.is_text(token) else NoText(data)


def _refusal(language: Language, state: int, data: bytes, index: int) -> RefusedAt:
    byte = data[index] if data else 0
    if state < 0:
        return RefusedAt(data, index, byte, ByteSet(), (), may_end=state == FINISHED)
    return RefusedAt(
        data,
        index,
        byte,
        language.next_bytes(state),
        language.origins(state),
        may_end=language.is_accepting(state),
        terminals=names_of(terminal for terminal, _ in language.token_moves(state)) if index == 0 else (),
        source=language.source,
    )
