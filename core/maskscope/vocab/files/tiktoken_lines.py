"""`.tiktoken`: one token a line, in base64, and its rank.

    IQ== 0
    Ig== 1

The file says neither how text is split nor which tokens are special. Name a splitter and text can be encoded; if it
is one of OpenAI's (gpt2, cl100k, o200k), its special tokens come with it.
"""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import PurePath

from maskscope.errors import Note
from maskscope.vocab.assemble import byte_ranked
from maskscope.vocab.files.tokenizer_file import TokenizerFile
from maskscope.vocab.files.window import Window
from maskscope.vocab.shipped import TABLES
from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary

LINE = re.compile(rb"([A-Za-z0-9+/]+={0,2}) ([0-9]{1,9})\r?(?:\n|\Z)")
_BLANK_REST = re.compile(rb"\s*\Z")


def read_tiktoken(window: Window, splitter: str | None = None) -> TokenizerFile:
    """The vocabulary of a .tiktoken file, and its tokenizer if a splitter is named."""
    tokens = _tokens(window)
    table = TABLES.get(splitter or "")
    special = {i: name.encode() for name, i in table.special if i >= len(tokens)} if table else {}
    holes = frozenset(i for i, data in enumerate(tokens) if not data)
    size = max([len(tokens) - 1, *special]) + 1
    holes |= frozenset(range(len(tokens), size)) - special.keys()
    ends = tuple(i for i, name in special.items() if table and name == table.eos.encode())
    texts = (*tokens, *(special.get(i, b"") for i in range(len(tokens), size)))
    vocabulary = Vocabulary(
        PurePath(window.name).name, texts, ends, frozenset(special), holes, _notes(splitter, bool(ends))
    )

    def make() -> Tokenizer:
        return Tokenizer(vocabulary, byte_ranked(vocabulary, splitter) if splitter else None)

    return TokenizerFile("tiktoken ranks", vocabulary, make)


def _notes(splitter: str | None, has_end: bool) -> tuple[Note, ...]:
    notes = []
    if splitter is None:
        notes.append(
            Note("warning", "the vocabulary alone is read: the file does not say how text is split (splitter=…)")
        )
    if not has_end:
        notes.append(Note("warning", "the file names no token that ends a text"))
    return tuple(notes)


def _tokens(window: Window) -> list[bytes]:
    """The tokens by rank; empty where a rank is missing."""
    data, at = window.all(), 0
    tokens: list[bytes] = []
    while found := LINE.match(data, at):
        rank = int(found[2])
        if rank > len(data) // 4:  # a line has at least seven bytes, so there is room for some holes
            raise window.error(found.start(2), f"rank {rank:,} is beyond what a file of {len(data):,} bytes can hold")
        tokens += [b""] * (rank + 1 - len(tokens))
        if tokens[rank]:
            raise window.error(found.start(2), f"rank {rank:,} comes twice")
        try:
            tokens[rank] = b64decode(found[1], validate=True)
        except ValueError:
            raise window.error(at, "expected a token in base64") from None
        at = found.end()
    if not tokens or not _BLANK_REST.match(data, at):
        raise window.error(at, "expected a line with a token in base64, a space and its rank")
    return tokens
