"""Text typed onto the tape: how far the grammar takes it, and which tokens spell it."""

from __future__ import annotations

from maskscope.automaton.language import DEAD, Language
from maskscope.errors import VocabularyError
from maskscope.vocab.tokenizer import Tokenizer


def fitting_prefix(language: Language, state: int, data: bytes) -> int:
    """How many of the bytes the language takes from a state."""
    for i, b in enumerate(data):
        state = language.step(state, b)
        if state == DEAD:
            return i
    return len(data)


def tokens_of(tokenizer: Tokenizer, data: bytes) -> list[int]:
    """Tokens that spell the bytes: as the tokenizer would, or the longest that fit where it cannot say.

    A prefix may end inside a character, which no tokenizer encodes; then the longest-match rule takes all of it.
    """
    try:
        ids = tokenizer.encode(data.decode("utf-8"))
        if tokenizer.decode_bytes(ids) == data:
            return ids
    except (UnicodeDecodeError, VocabularyError):
        pass
    return _longest_bytes(tokenizer, data)


def _longest_bytes(tokenizer: Tokenizer, data: bytes) -> list[int]:
    """The longest token at each place, as far as there is one."""
    ids, longest = tokenizer.vocabulary.ids, tokenizer.vocabulary.longest
    found: list[int] = []
    at = 0
    while at < len(data):
        size = next((n for n in range(min(longest, len(data) - at), 0, -1) if data[at : at + n] in ids), 0)
        if not size:
            break
        found.append(ids[data[at : at + size]])
        at += size
    return found
