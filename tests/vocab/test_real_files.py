"""Real tokenizer files against recorded encodings of the models' own tools: every row of ../shared/data/vocab."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskscope.errors import VocabularyError
from maskscope.vocab.load import load_tokenizer
from maskscope.vocab.tokenizer import Tokenizer
from support.golden import rows, shared, shared_bytes

pytestmark = pytest.mark.suite


def load(name: str) -> Tokenizer:
    return load_tokenizer(shared_bytes(f"vocab/{name}"), name)


@pytest.mark.parametrize(
    ("file", "golden"),
    [
        ("llama3_1.tokenizer.json.xz", "llama3_1_golden.jsonl"),
        ("qwen3.tokenizer.json.xz", "qwen3_golden.jsonl"),
        ("deepseek_v4.tokenizer.json.xz", "deepseek_v4_golden.jsonl"),
        ("gemma3.tokenizer.json.xz", "gemma3_golden.jsonl"),
        ("tekken_240911.json.xz", "tekken_240911_golden.jsonl"),
        ("mistral_v7.spm.model", "mistral_v7_golden.jsonl"),
    ],
)
def test_every_row_of_a_model_file(file: str, golden: str) -> None:
    tokenizer = load(file)
    for row in rows(shared(f"vocab/{golden}")):
        ids = tokenizer.encode(row["text"])
        if "<|" in row["text"] and ids != row["ids"]:  # the row with literal special tokens, which HF reads as such
            ids = tokenizer.encode(row["text"], special=True)
        assert ids == row["ids"], row["text"]
        if "qwen3" not in file:  # its normaliser composes characters, so that text does not come back
            assert tokenizer.decode(ids) == row["text"]


@pytest.mark.parametrize(
    "file",
    [
        "ggml-vocab-gpt-2.gguf",
        "ggml-vocab-llama-spm.gguf",
        "ggml-vocab-phi-3.gguf",
        "ggml-vocab-llama-bpe.gguf.xz",
        "ggml-vocab-qwen35.gguf.xz",
        "ggml-vocab-deepseek-llm.gguf.xz",
    ],
)
def test_every_row_of_a_gguf_file(file: str) -> None:
    tokenizer = load(f"gguf/{file}")
    of_file = [row for row in rows(shared("vocab/gguf/llamacpp_golden.jsonl")) if row["vocab"] == file.split(".")[0]]
    assert len(of_file) >= 46
    for row in of_file:
        ids = tokenizer.encode(row["text"])
        assert ids == row["ids"], row["text"]
        assert tokenizer.decode(ids) == row["text"]


def test_bert_is_read_as_a_vocabulary_and_says_so() -> None:
    bert = load("gguf/ggml-vocab-bert-bge.gguf")
    assert bert.vocabulary.size == 30_522
    assert [note.text for note in bert.vocabulary.notes] == [
        "the vocabulary alone is read, text cannot be encoded: WordPiece is not supported"
    ]
    with pytest.raises(VocabularyError, match="WordPiece is not supported"):
        bert.encode("hello")


def test_the_shipped_tables_are_the_tables_of_the_test_data() -> None:
    here = Path(__file__).parents[2] / "core/maskscope/vocab/data"
    for ours, theirs in (
        ("gpt2.merges.u16le.gz", "gpt2.merges.u16le.gz"),
        ("cl100k.merges.u24le.gz", "cl100k_base.merges.u24le.gz"),
        ("o200k.merges.u24le.gz", "o200k_base.merges.u24le.gz"),
    ):
        assert (here / ours).read_bytes() == shared(f"vocab/{theirs}").read_bytes()
