"""What every reader gives back: the vocabulary at once, the tokenizer when asked for.

Most of a tokenizer file is merges, which only encoding needs. `make` reads and builds them; it may find a fault there
and raise VocabularyError.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class TokenizerFile:
    """A tokenizer file that was read: `kind` is what it is, in words."""

    kind: str
    vocabulary: Vocabulary
    make: Callable[[], Tokenizer]
