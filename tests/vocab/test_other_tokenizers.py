"""The same ids as the tokenizers of others, on random Unicode text (make oracle).

Random text keeps to characters that Python's own Unicode (14) has, with the category they have in ours (17): the
others' tables lie between, and a character that a table does not know is cut differently. That is the only difference
allowed.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maskscope.sets.unicode_tables import property_set
from maskscope.vocab.byte_level import spelled
from maskscope.vocab.load import load_tokenizer, load_vocabulary
from maskscope.vocab.shipped import shipped_merges
from support.golden import shared, shared_bytes

pytestmark = pytest.mark.oracle
MANY = settings(max_examples=5_000, deadline=None, suppress_health_check=list(HealthCheck))


CATEGORIES = [
    "Lu",
    "Ll",
    "Lt",
    "Lm",
    "Lo",
    "Mn",
    "Mc",
    "Me",
    "Nd",
    "Nl",
    "No",
    "Pc",
    "Pd",
    "Ps",
    "Pe",
    "Pi",
    "Pf",
    "Po",
    "Sm",
    "Sc",
    "Sk",
    "So",
    "Zs",
    "Zl",
    "Zp",
    "Cc",
    "Cf",
]


@cache
def settled_characters() -> str:
    """Characters whose category has been the same since Unicode 14."""
    settled = [
        chr(point)
        for category in CATEGORIES
        for point in property_set(category)
        if unicodedata.category(chr(point)) == category
    ]
    return "".join(sorted(settled))


words = st.sampled_from(
    ["don't", "WE'LL", " the", "naïve", "  ", "\r\n", "4567", "你好", "e\u0301", "🙂!", "'ſ", "\u212a"]
)
texts = st.lists(st.text(st.sampled_from(settled_characters()), max_size=8) | words, max_size=12).map("".join)


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
def test_tiktoken_gives_the_same_ids(name: str) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    vocabulary = load_vocabulary(name)
    ranks = {vocabulary.token(i): i for i in vocabulary.text_ids()}
    theirs = tiktoken.Encoding(name, pat_str=PATTERNS[name], mergeable_ranks=ranks, special_tokens={})
    ours = load_tokenizer(name)

    @MANY
    @given(texts)
    def agree(text: str) -> None:
        ids = ours.encode(text)
        assert ids == theirs.encode_ordinary(text)
        assert ours.decode(ids) == text

    agree()


# As tiktoken_ext writes them, which is not how split_patterns.py does.
_CUT = r"|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
PATTERNS = {
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s",
    "cl100k": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++" + _CUT,
    "o200k": "|".join(
        (
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?",
            r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
        )
    ),
}


@pytest.mark.parametrize("name", ["llama3_1", "qwen3", "deepseek_v4", "gemma3"])
def test_hugging_face_gives_the_same_ids(name: str) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    data = shared_bytes(f"vocab/{name}.tokenizer.json.xz")
    ours, theirs = load_tokenizer(data, name), tokenizers.Tokenizer.from_str(data.decode())

    @MANY
    @given(texts)
    def agree(text: str) -> None:
        ids = ours.encode(text, special=True)
        assert ids == theirs.encode(text, add_special_tokens=False).ids
        if name != "qwen3":  # NFC does not come back
            assert ours.decode(ids) == (text.replace("▁", " ") if name == "gemma3" else text)

    agree()


def test_sentencepiece_gives_the_same_ids() -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    path = shared("vocab/mistral_v7.spm.model")
    ours, theirs = load_tokenizer(path), sentencepiece.SentencePieceProcessor(model_file=str(path))

    @MANY
    @given(texts.filter(lambda text: "\0" not in text))
    def agree(text: str) -> None:
        ids = ours.encode(text)
        assert ids == theirs.encode(text)
        assert ours.decode(ids) == text.replace("▁", " ")  # which the model cannot tell apart

    agree()


@pytest.mark.parametrize("model", ["gpt2", "llama"])
def test_what_the_gguf_package_writes_is_read_back(model: str, tmp_path: Path) -> None:
    path = tmp_path / "written.gguf"
    tokens, kinds = written(path, model)
    read = load_vocabulary(path)
    assert (read.size, read.eos_ids) == (len(tokens), (len(tokens) - 1,))
    assert sorted(read.special_ids) == [i for i, kind in enumerate(kinds) if kind == 3]
    if model == "gpt2":
        assert read.tokens[:-1] == load_vocabulary("gpt2").tokens[:-1]
        assert load_tokenizer(path).encode("Hello world") == load_tokenizer("gpt2").encode("Hello world")
    else:
        assert read.tokens[:3] == (b" the", b" ", b"a")


def written(path: Path, model: str, sparse: int = 0) -> tuple[list[str], list[int]]:
    """A vocabulary written by the gguf package; with `sparse`, the file is grown to so many bytes."""
    gguf: Any = pytest.importorskip("gguf")
    gpt2 = load_vocabulary("gpt2")
    if model == "gpt2":
        tokens = [*(spelled(data) for data in gpt2.tokens[:-1]), "<|endoftext|>"]
        pairs = shipped_merges("gpt2")
        merges = [f"{spelled(gpt2.tokens[a])} {spelled(gpt2.tokens[b])}" for a, b in pairs]
    else:
        tokens, merges = ["▁the", "▁", "a", "</s>"], []
    kinds = [1] * (len(tokens) - 1) + [3]
    writer = gguf.GGUFWriter(str(path), "llama")
    writer.add_tokenizer_model(model)
    writer.add_tokenizer_pre("gpt-2")
    writer.add_token_list(tokens)
    writer.add_token_types(kinds)
    if merges:
        writer.add_token_merges(merges)
    else:
        writer.add_token_scores([0.0, -1.0, -2.0, 0.0])
    writer.add_eos_token_id(len(tokens) - 1)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    if sparse:
        with path.open("r+b") as file:
            file.truncate(sparse)
    return tokens, kinds


def test_a_three_gigabyte_model_opens_at_once_and_little_of_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "large.gguf"
    written(path, "gpt2", sparse=3_000_000_000)
    asked = [0]
    with path.open("rb") as file:

        def read(offset: int, length: int) -> bytes:
            file.seek(offset)
            data = file.read(length)
            asked[0] += len(data)
            return data

        assert load_vocabulary(read).size == 50_257
    assert asked[0] < 32_000_000
    times = []
    for _ in range(3):
        started = process_time()
        load_vocabulary(path)
        times.append(process_time() - started)
    assert min(times) < 0.3
