"""A tokenizer: text to ids and back, for one model.

    >>> from maskscope.vocab.load import load_tokenizer
    >>> gpt2 = load_tokenizer("gpt2")
    >>> gpt2.encode("Hello world"), gpt2.decode([15496, 995])
    ([15496, 995], 'Hello world')

Special tokens are never read out of a text unless asked for: a user who types `<|endoftext|>` has typed thirteen
characters. *Added* tokens are another matter: files list some plain words (`<think>`, runs of blanks) that the model's
own tokenizer always takes whole, and so do we, unless a caller says the text is to be plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from maskscope.errors import VocabularyError
from maskscope.vocab.encoder import PLAIN, Normaliser, PieceTrace
from maskscope.vocab.vocabulary import Vocabulary


class Encoder(Protocol):
    """Text without special tokens to ids: `BpeEncoder`, or the toy vocabulary's."""

    def encode(self, text: str, is_first: bool = True) -> list[int]: ...

    def trace(self, text: str, is_first: bool = True) -> list[PieceTrace]: ...


@dataclass(frozen=True, slots=True, eq=False)
class Verbatim:
    """Tokens that are found in a text as they are: the leftmost first, of those the longest."""

    ids: Mapping[str, int]
    lengths: Mapping[str, tuple[int, ...]]  # first character → lengths, longest first
    start: re.Pattern[str]  # any of the first characters

    @staticmethod
    def of(ids: Mapping[str, int]) -> Verbatim:
        """The finder of these texts."""
        lengths: dict[str, set[int]] = {}
        for text in ids:
            lengths.setdefault(text[0], set()).add(len(text))
        start = re.compile("|".join(map(re.escape, sorted(lengths))) or "(?!)")
        return Verbatim(ids, {c: tuple(sorted(n, reverse=True)) for c, n in lengths.items()}, start)

    def stretches(self, text: str) -> Iterator[str | int]:
        """The text in order as ids and the stretches between them."""
        at = looked = 0
        while found := self.start.search(text, looked):
            begin = found.start()
            length = self._longest(text, begin)
            looked = begin + (length or 1)
            if length:
                if begin > at:
                    yield text[at:begin]
                yield self.ids[text[begin:looked]]
                at = looked
        if at < len(text):
            yield text[at:]

    def _longest(self, text: str, begin: int) -> int:
        return next((n for n in self.lengths[text[begin]] if text[begin : begin + n] in self.ids), 0)


@dataclass(frozen=True, eq=False)
class Tokenizer:
    """A vocabulary and the way from text to its ids; without an `encoder`, the vocabulary's notes say why."""

    vocabulary: Vocabulary
    encoder: Encoder | None = None
    before: Normaliser = PLAIN  # done to a whole text before added tokens are looked for in it
    added_ids: frozenset[int] = frozenset()  # text tokens that are always taken whole
    added_names: Mapping[int, str] = field(default_factory=dict)  # their spelling in a text, if not their bytes
    strip_first_space: bool = False  # the encoder puts a space before the text, which decoding takes away
    bos_id: int | None = None
    chat_template: str = ""  # Jinja source, if the file has one

    def encode(self, text: str, special: bool = False, added: bool = True) -> list[int]:
        """The ids of a text. `special` finds special tokens in it, too; without `added` the text is plain."""
        ids: list[int] = []
        for stretch, is_first in self._stretches(text, special, added):
            ids += [stretch] if isinstance(stretch, int) else self._encoder.encode(stretch, is_first)
        return ids

    def encode_plain(self, text: str, is_first: bool = True) -> list[int]:
        """The ids of a text in which nothing is special or added, for example what a user typed into a chat.

        `is_first` says that no token stands before it: some models then put a space before the text.
        """
        text = self.before.text(text, is_first)
        return self._encoder.encode(text, is_first) if text else []

    def trace(self, text: str, special: bool = False, added: bool = True) -> list[PieceTrace]:
        """How the text was merged, piece by piece; a special or added token is a piece without merges."""
        traces: list[PieceTrace] = []
        for stretch, is_first in self._stretches(text, special, added):
            if isinstance(stretch, int):
                data = self.vocabulary.token(stretch)
                traces.append(PieceTrace(data.decode(errors="replace"), (data,), (), (stretch,)))
            else:
                traces += self._encoder.trace(stretch, is_first)
        return traces

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of the tokens, joined; IndexError for an id that is none."""
        return b"".join(map(self.vocabulary.token, ids))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of the tokens; what is not UTF-8 shows as U+FFFD."""
        text = self.decode_bytes(ids).decode(errors="replace")
        return text.removeprefix(" ") if self.strip_first_space else text

    @cached_property
    def control_ids(self) -> dict[str, int]:
        """Printed name → id of the special and the added tokens."""
        return self._names(sorted(self.added_ids | self.vocabulary.special_ids))

    @property
    def _encoder(self) -> Encoder:
        if self.encoder is None:
            why = "; ".join(note.text for note in self.vocabulary.notes) or "the file does not say how"
            raise VocabularyError(self.vocabulary.name, None, f"this vocabulary cannot encode text: {why}")
        return self.encoder

    def _stretches(self, text: str, special: bool, added: bool) -> Iterator[tuple[str | int, bool]]:
        text = self.before.text(text, True)
        finder = self._found_special if special else self._found_added
        found: Iterable[str | int] = finder.stretches(text) if special or added else ([text] if text else [])
        for n, stretch in enumerate(found):
            yield stretch, n == 0

    @cached_property
    def _found_added(self) -> Verbatim:
        return Verbatim.of(self._names(sorted(self.added_ids)))

    @cached_property
    def _found_special(self) -> Verbatim:
        return Verbatim.of(self.control_ids)

    def _names(self, ids: Iterable[int]) -> dict[str, int]:
        named = ((self.added_names.get(i) or self.vocabulary.token(i).decode(errors="replace"), i) for i in ids)
        return {name: i for name, i in named if name}
