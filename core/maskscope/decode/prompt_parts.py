"""A prompt as a row of control tokens and texts, which must not be mixed up.

In a string they look alike. Kept apart until they are ids, a text can never turn into a control token, whatever it
holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from maskscope.errors import VocabularyError
from maskscope.vocab.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Control:
    """A control token, by its printed name."""

    name: str


@dataclass(frozen=True, slots=True)
class Plain:
    """A text."""

    text: str


Part = Control | Plain


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a chat; `role` is system, user, assistant or what else the template knows."""

    role: str
    content: str


def text_of_parts(parts: Iterable[Part]) -> str:
    """The prompt as a text to look at; it cannot tell a control token from a text that spells one."""
    return "".join(part.name if isinstance(part, Control) else part.text for part in parts)


def ids_of_parts(parts: Iterable[Part], tokenizer: Tokenizer) -> list[int]:
    """The prompt as ids: control tokens by name, texts by plain BPE. VocabularyError names a control token missing."""
    ids: list[int] = []
    for part in _joined(parts):
        if isinstance(part, Control):
            ids.append(control_id(tokenizer, part.name))
        elif ids:
            ids += tokenizer.encode_plain(part.text, is_first=False)
        else:
            ids += tokenizer.encode_plain(part.text)
    return ids


def control_id(tokenizer: Tokenizer, name: str) -> int:
    """The id of a special or added token; VocabularyError if there is none of that name."""
    found = tokenizer.control_ids.get(name)
    if found is None:
        raise VocabularyError(tokenizer.vocabulary.name, None, f"the vocabulary has no token {name}")
    return found


def _joined(parts: Iterable[Part]) -> Iterator[Part]:
    """Texts side by side as one text, for merges may cross where they meet; empty ones left out."""
    text = ""
    for part in parts:
        if isinstance(part, Plain):
            text += part.text
            continue
        if text:
            yield Plain(text)
        text = ""
        yield part
    if text:
        yield Plain(text)
