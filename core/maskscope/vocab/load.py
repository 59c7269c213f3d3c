"""Vocabularies and tokenizers by name, from a file, or from bytes.

    load_vocabulary("gpt2")            shipped with the package
    load_vocabulary("model.gguf")      from your own file

What kind of file it is, is told from its content (`files/detect.py`), never from its name.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from maskscope.errors import VocabularyError
from maskscope.vocab.shipped import NAMES, shipped_tokenizer, shipped_vocabulary
from maskscope.vocab.split_patterns import SPLITTERS
from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary

if TYPE_CHECKING:
    from maskscope.vocab.files.tokenizer_file import TokenizerFile
    from maskscope.vocab.files.window import Read

    VocabularySource = str | Path | bytes | Read


def load_vocabulary(source: VocabularySource, name: str | None = None, splitter: str | None = None) -> Vocabulary:
    """A vocabulary that ships (one of NAMES), or the one in a tokenizer file; VocabularyError says where it is broken.

    `source` may be a path, the file's bytes, or a function `read(offset, length)`. `name` is what the vocabulary is to
    be called in messages; `splitter` is for .tiktoken files, which do not say how text is split.

    >>> load_vocabulary("gpt2").token(15496)
    b'Hello'
    """
    if isinstance(source, str) and source in NAMES:
        return shipped_vocabulary(source)
    return _read(source, name, splitter).vocabulary


def load_tokenizer(source: VocabularySource, name: str | None = None, splitter: str | None = None) -> Tokenizer:
    """The tokenizer that ships under that name, or the one in a file; the arguments are those of `load_vocabulary`.

    >>> load_tokenizer("cl100k").encode("Hello world")
    [9906, 1917]
    """
    if isinstance(source, str) and source in NAMES:
        return shipped_tokenizer(source)
    return _read(source, name, splitter).make()


def _read(source: VocabularySource, name: str | None, splitter: str | None) -> TokenizerFile:
    # Imported when a file is read: the readers of all kinds of files are of no use to a vocabulary that ships.
    from maskscope.vocab.files.detect import read_tokenizer_file

    _check(source, splitter)
    return read_tokenizer_file(source, name, splitter)


def _check(source: VocabularySource, splitter: str | None) -> None:
    if splitter is not None and splitter not in SPLITTERS:
        raise ValueError(f"unknown splitter {splitter!r}: one of {', '.join(SPLITTERS)}")
    if isinstance(source, str) and not Path(source).exists():
        problem = f"there is no such file, and the vocabularies that ship are {', '.join(NAMES)}"
        raise VocabularyError(source, None, problem)
