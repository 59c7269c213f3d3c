"""The numpy sort of texts is Python's sort of byte strings, ids in order among equals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.vocab.byte_order import sorted_texts
from maskscope.vocab.load import load_vocabulary
from maskscope.vocab.vocabulary import Vocabulary

# Lengths round one block of seven bytes and two, few letters, and the byte that padding is made of.
texts = st.lists(st.text("ab\0", max_size=16).map(str.encode) | st.binary(max_size=9), max_size=20)


def by_definition(vocabulary: Vocabulary) -> list[int]:
    return sorted(vocabulary.text_ids(), key=vocabulary.tokens.__getitem__)


@given(texts)
def test_it_is_the_order_of_bytes(tokens: list[bytes]) -> None:
    vocabulary = Vocabulary("drawn", tuple(tokens))
    assert sorted_texts(vocabulary).ids.tolist() == by_definition(vocabulary)


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "toy", "bytes"])
def test_so_are_the_vocabularies_that_ship(name: str) -> None:
    vocabulary = load_vocabulary(name)
    assert sorted_texts(vocabulary).ids.tolist() == by_definition(vocabulary)


def test_a_text_is_found_at_its_place() -> None:
    found = sorted_texts(Vocabulary("v", (b"b", b"", b"abcdefghij", b"<end>", b"abcdefgh"), (3,), frozenset({3})))
    sliced = [bytes(found.data[at : at + n]) for at, n in zip(found.start.tolist(), found.length.tolist())]
    assert (found.ids.tolist(), sliced) == ([4, 2, 0], [b"abcdefgh", b"abcdefghij", b"b"])


def test_no_texts_have_no_order() -> None:
    assert sorted_texts(Vocabulary("v", ())).ids.tolist() == []
