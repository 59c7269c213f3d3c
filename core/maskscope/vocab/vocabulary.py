"""A vocabulary: the bytes that every token id stands for, and which ids are no text at all.

A language model speaks in ids. Most ids are plain strings of bytes (not characters: a token may end in the middle of
an emoji); a few are *special* (control) tokens such as `<|endoftext|>`, which mark a place and are never text, and
some ids are holes that nobody uses. A mask may allow plain tokens only, and end-of-sequence ids where a text may end.

Two ids may stand for the same bytes. Masks treat them alike; looking bytes up gives the *last* such id.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from maskscope.errors import Note


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Token id → bytes. Two vocabularies are equal only if they are one object, so they can key caches.

    >>> v = Vocabulary("tiny", (b"a", b"b", b"<end>"), eos_ids=(2,), special_ids=frozenset({2}))
    >>> v.size, v.token(0), v.is_text(2)
    (3, b'a', False)
    """

    name: str
    tokens: tuple[bytes, ...]  # of a special token: its printed name
    eos_ids: tuple[int, ...] = ()  # ascending; every one of them is special
    special_ids: frozenset[int] = frozenset()
    unused_ids: frozenset[int] = frozenset()
    notes: tuple[Note, ...] = ()  # what was not supported in the file it came from

    def __post_init__(self) -> None:
        if list(self.eos_ids) != sorted(set(self.eos_ids)):
            raise ValueError("eos_ids must ascend")
        if not self.special_ids.issuperset(self.eos_ids):
            raise ValueError("an end-of-sequence id must be special")
        for token in (*self.special_ids, *self.unused_ids):
            self.token(token)

    def __repr__(self) -> str:
        return f"Vocabulary({self.name!r}, size={self.size})"

    @property
    def size(self) -> int:
        """How many ids there are, special and unused ones included: the length of a row of logits."""
        return len(self.tokens)

    def token(self, token: int) -> bytes:
        """The bytes of one id; for a special id its printed name. IndexError when there is no such id."""
        if not 0 <= token < len(self.tokens):
            raise IndexError(f"token id {token} is out of range: {self.name} has {len(self.tokens):,} tokens")
        return self.tokens[token]

    def is_text(self, token: int) -> bool:
        """Whether the id stands for at least one byte of text: neither special, unused nor empty."""
        return bool(self.token(token)) and token not in self.special_ids and token not in self.unused_ids

    def text_ids(self) -> Iterator[int]:
        """All ids that stand for text, ascending: exactly those that a mask may allow before the end."""
        refused = self.special_ids | self.unused_ids
        return (i for i, data in enumerate(self.tokens) if data and i not in refused)

    @cached_property
    def ids(self) -> dict[bytes, int]:
        """Bytes → id over the tokens that are text; the last id wins among tokens with the same bytes."""
        return {self.tokens[i]: i for i in self.text_ids()}

    @cached_property
    def special_tokens(self) -> dict[bytes, int]:
        """Printed name → id of the special tokens, ascending by id."""
        return {self.tokens[i]: i for i in sorted(self.special_ids) if self.tokens[i]}

    @cached_property
    def longest(self) -> int:
        """Bytes in the longest token that is text."""
        return max((len(self.tokens[i]) for i in self.text_ids()), default=0)

    @cached_property
    def missing_bytes(self) -> tuple[int, ...]:
        """The byte values that no token spells alone; with none missing, any text can be written."""
        return tuple(b for b in range(256) if bytes([b]) not in self.ids)
