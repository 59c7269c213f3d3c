"""A file read slice by slice: what is missing is asked for, in order, and the reader starts again."""

from __future__ import annotations

import json

import pytest

from maskscope.vocab.load import load_tokenizer
from maskscope_playground.slices import Missing, Slices

TOKENIZER = json.dumps(
    {
        "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]},
        "added_tokens": [{"id": 3, "content": "</s>", "special": True}],
    }
).encode()


def test_a_file_is_read_by_asking_for_what_is_missing() -> None:
    slices, asked = Slices("tokenizer.json", len(TOKENIZER)), []
    for _ in range(5):
        slices.again()
        try:
            tokenizer = load_tokenizer(slices.read, name=slices.name)
        except Missing as more:
            asked.append((more.offset, more.length))
            slices.add(more.offset, TOKENIZER[more.offset : more.offset + more.length])
        else:
            break
    assert tokenizer.vocabulary.token(2) == b"ab"
    assert asked == [(0, len(TOKENIZER))]


def test_only_the_head_of_a_large_file_is_asked_for() -> None:
    slices = Slices("model.gguf", 40_000_000_000)
    with pytest.raises(Missing) as missing:
        load_tokenizer(slices.read, name=slices.name)
    assert (missing.value.offset, missing.value.length) == (0, 1 << 20)


def test_a_slice_that_does_not_follow_is_dropped() -> None:
    slices = Slices("x", 10)
    slices.add(5, b"later")
    assert bytes(slices.held) == b""
