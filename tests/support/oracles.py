"""Slow twins: what the fast code means, said in the plainest way there is."""

from __future__ import annotations

from maskscope.automaton.language import DEAD, Language
from maskscope.guide.guide import Guide
from maskscope.vocab.vocabulary import Vocabulary


def by_definition(language: Language, vocabulary: Vocabulary, state: int) -> list[bool]:
    """What `mask` means, with no trie: every token is run through the language."""

    def allows(token: int) -> bool:
        if token in vocabulary.eos_ids:
            return language.is_accepting(state)
        return vocabulary.is_text(token) and language.run(state, vocabulary.token(token)) != DEAD

    return [allows(token) for token in range(vocabulary.size)]


def nearer_by_definition(guide: Guide, state: int) -> list[int]:
    """What `nearer` means: the allowed tokens of text whose next state is strictly nearer to an end."""
    now, ends = guide.distance(state), guide.vocabulary.eos_ids
    steps = ((token, guide.advance(state, token)) for token in range(guide.vocabulary.size) if token not in ends)
    return [token for token, there in steps if there != DEAD and guide.distance(there) < now]


def all_texts(language: Language, most: int) -> list[bytes]:
    """Every text of a finite language, shortest first; ValueError when there are more than `most`."""
    texts: list[bytes] = []
    todo = [(language.start, b"")]
    for state, text in todo:  # grows while it is walked: breadth-first
        if language.is_accepting(state):
            texts.append(text)
        todo.extend((there, text + bytes([b])) for b, there in language.live(state))
        if len(todo) > most:
            raise ValueError(f"more than {most} prefixes")
    return texts
