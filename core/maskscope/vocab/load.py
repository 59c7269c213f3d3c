"""Vocabularies by name, from a file, or from bytes.

    load_vocabulary("gpt2")            shipped with the package
    load_vocabulary("model.gguf")      from your own file

What kind of file it is, is told from its content (`files/detect.py`), never from its name.
"""

from __future__ import annotations

from pathlib import Path

from maskscope.errors import VocabularyError
from maskscope.vocab.shipped import NAMES, shipped_tokenizer, shipped_vocabulary
from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary


def load_vocabulary(source: str | Path | bytes) -> Vocabulary:
    """A vocabulary that ships (one of NAMES), or the one in a tokenizer file; VocabularyError says where it is broken.

    >>> load_vocabulary("gpt2").token(15496)
    b'Hello'
    """
    if isinstance(source, str) and source in NAMES:
        return shipped_vocabulary(source)
    raise VocabularyError(str(source), None, f"there is no such vocabulary; shipped are {', '.join(NAMES)}")


def load_tokenizer(source: str | Path | bytes) -> Tokenizer:
    """The tokenizer that ships under that name, or the one in a file.

    >>> load_tokenizer("cl100k").encode("Hello world")
    [9906, 1917]
    """
    if isinstance(source, str) and source in NAMES:
        return shipped_tokenizer(source)
    raise VocabularyError(str(source), None, f"there is no such vocabulary; shipped are {', '.join(NAMES)}")
