"""The vocabularies that ship, and what a vocabulary knows."""

from __future__ import annotations

import pytest

from maskscope.errors import VocabularyError
from maskscope.vocab.load import load_vocabulary
from maskscope.vocab.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("name", "size", "eos"),
    [
        ("gpt2", 50_257, 50_256),
        ("cl100k", 100_277, 100_257),
        ("o200k", 200_019, 199_999),
        ("bytes", 257, 256),
        ("toy", 160, 159),
    ],
)
def test_sizes_and_ends_of_what_ships(name: str, size: int, eos: int) -> None:
    vocabulary = load_vocabulary(name)
    assert (vocabulary.name, vocabulary.size, vocabulary.eos_ids) == (name, size, (eos,))
    assert eos in vocabulary.special_ids
    assert vocabulary is load_vocabulary(name)


def test_gpt2_tokens_are_bytes() -> None:
    gpt2 = load_vocabulary("gpt2")
    assert gpt2.token(15496) == b"Hello"
    assert gpt2.token(220) == b" "
    assert gpt2.token(50256) == b"<|endoftext|>"
    assert gpt2.missing_bytes == ()


def test_the_holes_of_cl100k_are_unused() -> None:
    cl100k = load_vocabulary("cl100k")
    assert 100256 in cl100k.unused_ids
    assert cl100k.token(100256) == b""
    assert not cl100k.is_text(100256)


def test_toy_is_readable_and_has_no_token_twice() -> None:
    toy = load_vocabulary("toy")
    assert all(data.decode().isprintable() or data == b"\n" for data in toy.tokens)
    assert len(set(toy.tokens)) == toy.size


def test_an_id_out_of_range_is_an_error_and_minus_one_is_no_last_token() -> None:
    toy = load_vocabulary("toy")
    for token in (-1, toy.size):
        with pytest.raises(IndexError, match="out of range: toy has 160 tokens"):
            toy.token(token)


def test_of_two_ids_with_the_same_bytes_the_last_is_looked_up() -> None:
    assert Vocabulary("v", (b"a", b"b", b"a")).ids[b"a"] == 2


def test_an_end_of_sequence_id_must_be_special() -> None:
    with pytest.raises(ValueError, match="must be special"):
        Vocabulary("v", (b"a",), eos_ids=(0,))


def test_an_unknown_name_says_what_ships() -> None:
    with pytest.raises(VocabularyError, match="that ship are gpt2, cl100k, o200k, toy, bytes"):
        load_vocabulary("gpt-2")
