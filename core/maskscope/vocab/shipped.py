"""The five vocabularies that come with the package.

`gpt2`, `cl100k` and `o200k` are real: OpenAI's merge tables (MIT; see data/LICENCES.md), from which all tokens follow.
`bytes` and `toy` can be read whole by a person: 256 bytes and an end; 159 short tokens and an end.

A merge table is pairs of ids, little-endian, in order of rank: merge r makes the token 256 + r out of two older ones.
"""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from maskscope.errors import VocabularyError
from maskscope.vocab.assemble import byte_listed, byte_ranked, triples_of
from maskscope.vocab.byte_level import BYTE_ORDER
from maskscope.vocab.longest_match import LongestMatch
from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary

Pairs = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class MergeTable:
    """Where a shipped vocabulary's merges are, and the special tokens that follow them."""

    file: str
    id_bytes: int  # bytes an id takes in the file
    special: tuple[tuple[str, int], ...]
    eos: str
    splitter: str


TABLES = {
    "gpt2": MergeTable("gpt2.merges.u16le.gz", 2, (("<|endoftext|>", 50256),), "<|endoftext|>", "gpt2"),
    "cl100k": MergeTable(
        "cl100k.merges.u24le.gz",
        3,
        (
            ("<|endoftext|>", 100257),
            ("<|fim_prefix|>", 100258),
            ("<|fim_middle|>", 100259),
            ("<|fim_suffix|>", 100260),
            ("<|endofprompt|>", 100276),
        ),
        "<|endoftext|>",
        "cl100k",
    ),
    "o200k": MergeTable(
        "o200k.merges.u24le.gz", 3, (("<|endoftext|>", 199999), ("<|endofprompt|>", 200018)), "<|endoftext|>", "o200k"
    ),
}

_ASCII = "".join(map(chr, range(32, 127)))
_WORDS = (
    '{" "} ": ", [" "] {} [] }, ], true false null name age id role type value items text number date city user admin '
    "guest active email price title the and of to in is it that for you was are with as he she they this have from not "
    "at by one two cat dog sun ing er ed ly"
)
TOY_TOKENS = (*_ASCII, "\n", *_WORDS.split())
NAMES = ("gpt2", "cl100k", "o200k", "toy", "bytes")


@cache
def shipped_vocabulary(name: str) -> Vocabulary:
    """One of NAMES, made when first asked for."""
    if name == "bytes":
        return _ended(name, [bytes([b]) for b in range(256)])
    if name == "toy":
        return _ended(name, [text.encode() for text in TOY_TOKENS])
    table = TABLES[name]
    special = {token: text.encode() for text, token in table.special}
    tokens = merged_tokens(shipped_merges(name))
    unused = frozenset(range(len(tokens), max(special))) - special.keys()
    tokens += [special.get(i, b"") for i in range(len(tokens), max(special) + 1)]
    eos = dict(table.special)[table.eos]
    return Vocabulary(name, tuple(tokens), (eos,), frozenset(special), unused)


@cache
def shipped_merges(name: str) -> Pairs:
    """The pairs of ids that a shipped vocabulary merges, in order of rank."""
    table = TABLES[name]
    try:
        packed = resources.files("maskscope.vocab.data").joinpath(table.file).read_bytes()
    except OSError as error:  # in the browser the file comes over the network, when it is first asked for
        raise VocabularyError(name, None, f"its file could not be read ({error.strerror})") from None
    raw = np.frombuffer(gzip.decompress(packed), np.uint8).reshape(-1, table.id_bytes).astype(np.int32)
    ids = raw @ np.array([1 << 8 * i for i in range(table.id_bytes)], np.int32)
    return list(zip(ids[0::2].tolist(), ids[1::2].tolist()))


@cache
def shipped_tokenizer(name: str) -> Tokenizer:
    """The tokenizer of one of NAMES."""
    vocabulary = shipped_vocabulary(name)
    if name == "toy":
        return Tokenizer(vocabulary, LongestMatch(vocabulary))
    if name == "bytes":
        return Tokenizer(vocabulary, byte_listed(vocabulary, triples_of([], 0), "none"))
    table = TABLES[name]
    if name == "gpt2":
        return Tokenizer(vocabulary, byte_listed(vocabulary, triples_of(shipped_merges(name), 256), table.splitter))
    return Tokenizer(vocabulary, byte_ranked(vocabulary, table.splitter))


def merged_tokens(pairs: Pairs) -> list[bytes]:
    """The bytes of ids 0 .. 255 + len(pairs): single bytes in BYTE_ORDER, then what each merge joins."""
    tokens = [bytes([b]) for b in BYTE_ORDER]
    for left, right in pairs:
        tokens.append(tokens[left] + tokens[right])
    return tokens


def _ended(name: str, tokens: list[bytes]) -> Vocabulary:
    """A small vocabulary: the tokens, and `<end>` as the last id."""
    end = len(tokens)
    return Vocabulary(name, (*tokens, b"<end>"), (end,), frozenset({end}))
