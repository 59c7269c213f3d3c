"""The tokenizer inside a GGUF header: `tokenizer.ggml.*`.

`tokenizer.ggml.model` says what kind it is. "gpt2" is byte-level BPE (`.merges`; `.pre` names the splitter), "llama" is
SentencePiece BPE (`.scores`). Of the others ("bert", "t5", "rwkv" …) the vocabulary is read, and a note says that text
cannot be encoded.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from maskscope.errors import Note
from maskscope.vocab.assemble import byte_listed
from maskscope.vocab.encoder import Normaliser
from maskscope.vocab.files.gguf import Header, read_header
from maskscope.vocab.files.merge_lines import pair_of_line, triples_of_pairs
from maskscope.vocab.files.pieces import NORMAL, Pieces
from maskscope.vocab.files.tokenizer_file import TokenizerFile
from maskscope.vocab.files.window import Window
from maskscope.vocab.split_patterns import OF_GGUF
from maskscope.vocab.tokenizer import Encoder, Tokenizer
from maskscope.vocab.vocabulary import Vocabulary

_KEY = "tokenizer.ggml."
_ENDS = ("eos_token_id", "eot_token_id", "eom_token_id")
_TAKE_WHOLE = frozenset({"llama3", "tekken"})  # splitters of models that take a piece whole if it is a token
_OTHERS = {"bert": "WordPiece", "t5": "a unigram model", "rwkv": "RWKV's longest match"}
_ALONE = "the vocabulary alone is read, text cannot be encoded: "


def read_gguf(window: Window) -> TokenizerFile:
    """The tokenizer of a GGUF file; VocabularyError if it has none or is broken."""
    header = read_header(window)
    model = header.text(_KEY + "model")
    size = header.count(_KEY + "tokens")
    if not size:
        raise window.error(None, f"the file has no {_KEY}tokens, so it has no tokenizer")
    pieces = Pieces(lambda: _texts(header), _types(header, size))
    ends = [end for end in (_token_id(header, key, size) for key in _ENDS) if end is not None]
    problem = _why_not_encoded(header, model)
    notes = (Note("warning", _ALONE + problem),) if problem else ()
    vocabulary = pieces.vocabulary(PurePath(window.name).name, ends, model == "gpt2", notes)
    kind = f"GGUF v{header.version} ({model or 'no tokenizer model named'})"
    return TokenizerFile(kind, vocabulary, partial(_make, header, model, pieces, vocabulary))


def _texts(header: Header) -> Iterator[str]:
    key = _KEY + "tokens"
    at = header.offsets.get(key, 0) + 12
    for data in header.strings(key):
        try:
            yield data.decode()
        except UnicodeDecodeError as error:
            raise header.window.error(at + 8 + error.start, "expected a token in UTF-8") from None
        at += 8 + len(data)


def _types(header: Header, n: int) -> NDArray[np.int32]:
    key = _KEY + "token_type"
    found = header.numbers(key)
    if found is None:
        return np.full(n, NORMAL, np.int32)
    if len(found) != n or found.dtype.kind not in "iu":
        problem = f"expected {n:,} token types, an integer for each token; found {len(found):,} of type {found.dtype}"
        raise header.window.error(header.offsets[key], problem)
    return found.astype(np.int32)


def _token_id(header: Header, name: str, n: int) -> int | None:
    token = header.integer(_KEY + name)
    if token is not None and not 0 <= token < n:
        raise header.window.error(header.offsets[_KEY + name], f"{name} is {token}, but there are {n:,} tokens")
    return token


def _why_not_encoded(header: Header, model: str) -> str:
    """Why text cannot be encoded with this file; empty if it can."""
    if model == "gpt2":
        pre = header.text(_KEY + "pre", "default")
        if pre not in OF_GGUF:
            return f"how {pre!r} splits text is not known here"
        return "" if header.count(_KEY + "merges") else "the file lists no merges"
    if model == "llama":
        return "" if header.count(_KEY + "scores") else "the file gives no scores"
    return f"{_OTHERS.get(model, f'the tokenizer model {model!r}')} is not supported"


def _make(header: Header, model: str, pieces: Pieces, vocabulary: Vocabulary) -> Tokenizer:
    added = pieces.added()
    spaced = model == "llama" and header.flag(_KEY + "add_space_prefix", True)
    return Tokenizer(
        vocabulary,
        None if vocabulary.notes else _encoder(header, model, pieces, vocabulary, spaced),
        added_ids=frozenset(added),
        added_names=added,
        strip_first_space=spaced,
        bos_id=_token_id(header, "bos_token_id", vocabulary.size),
        chat_template=header.text("tokenizer.chat_template"),
    )


def _encoder(header: Header, model: str, pieces: Pieces, vocabulary: Vocabulary, spaced: bool) -> Encoder:
    if model == "gpt2":
        splitter = OF_GGUF[header.text(_KEY + "pre", "default")]
        id_of_text = {text: token for token, text in enumerate(pieces.texts())}
        triples = triples_of_pairs(_merges(header), id_of_text)
        return byte_listed(vocabulary, triples, splitter, take_whole=splitter in _TAKE_WHOLE)
    scores = header.numbers(_KEY + "scores")
    if scores is None or len(scores) != vocabulary.size:
        raise header.window.error(header.offsets[_KEY + "scores"], f"expected {vocabulary.size:,} scores")
    normaliser = Normaliser(mark_spaces=True, prefix="every" if spaced else "never")
    return pieces.scored_encoder(vocabulary.name, scores, normaliser)


def _merges(header: Header) -> Iterator[tuple[str, str]]:
    key = _KEY + "merges"
    at = header.offsets[key] + 12
    for data in header.strings(key):
        pair = pair_of_line(data.decode(errors="replace"))
        if pair is None:
            raise header.window.error(at + 8, "expected a merge: two tokens with a space between")
        yield pair
        at += 8 + len(data)
