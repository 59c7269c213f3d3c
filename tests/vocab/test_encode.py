"""Encoding with the vocabularies that ship: worked examples, golden rows, laws, and time."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.errors import VocabularyError
from maskscope.vocab.bpe import JoinedRules, Merge, merged
from maskscope.vocab.load import load_tokenizer
from support.golden import rows

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
def test_every_golden_row_encodes_and_decodes(name: str) -> None:
    tokenizer = load_tokenizer(name)
    for row in rows(GOLDEN / f"{name}.jsonl"):
        ids = tokenizer.encode(row["text"])
        # "the row with a literal special token": Hugging Face read it as the token, tiktoken was told not to
        assert row["ids"] in (ids, tokenizer.encode(row["text"], special=True)), row["text"]
        assert tokenizer.decode(ids) == row["text"]


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k", "bytes"])
@given(text=st.text())
def test_decoding_gives_the_text_back(name: str, text: str) -> None:
    tokenizer = load_tokenizer(name)
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_a_special_token_is_characters_unless_asked_for() -> None:
    gpt2 = load_tokenizer("gpt2")
    assert 50256 not in gpt2.encode("a<|endoftext|>b")
    assert gpt2.encode("a<|endoftext|>b", special=True) == [64, 50256, 65]


def test_the_trace_of_lower_shows_each_merge_and_the_symbols_before_it() -> None:
    (piece,) = load_tokenizer("gpt2").trace(" lower")
    assert [(step.pair, step.rank) for step in piece.steps()] == [
        ((b"e", b"r"), 7),
        ((b" ", b"l"), 44),
        ((b"o", b"w"), 66),
        ((b"ow", b"er"), 533),
        ((b" l", b"ower"), 2537),
    ]
    assert next(iter(piece.steps())).symbols == (b" ", b"l", b"o", b"w", b"e", b"r")
    assert piece.ids == (2793,)


def test_the_toy_takes_the_longest_token_and_says_where_none_fits() -> None:
    toy = load_tokenizer("toy")
    tokens = [toy.vocabulary.token(i) for i in toy.encode('{"name": 1}')]
    assert tokens == [b'{"', b"name", b'":', b" ", b"1", b"}"]
    with pytest.raises(VocabularyError, match=r"no token begins the text b'\\xc3\\xa9'"):
        toy.encode("caf\u00e9")


@given(st.text("ab", min_size=1, max_size=40), st.permutations(["ab", "aa", "aab", "ba", "bab", "aaaa", "abab"]))
def test_heap_and_scan_are_the_definition(text: str, tokens: list[str]) -> None:
    rules: JoinedRules[str] = JoinedRules({token: rank for rank, token in enumerate(tokens)})
    by_definition, n_merges = list(text), 0
    while fits := [(rules.rank(pair), i) for i, pair in enumerate(pairwise(by_definition))]:
        rank, i = min(fits)
        if rank >= len(tokens):
            break
        by_definition[i : i + 2] = ["".join(by_definition[i : i + 2])]
        n_merges += 1
    log: list[Merge] = []
    assert merged(list(text), rules) == merged(list(text), rules, log) == by_definition
    assert len(log) == n_merges


@pytest.mark.parametrize("text", ["a" * 100_000, "ab" * 50_000, " " * 100_000, "é" * 50_000, "1" * 100_000])
@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
def test_a_long_run_of_one_letter_takes_less_than_a_second(name: str, text: str) -> None:
    tokenizer = load_tokenizer(name)
    tokenizer.encode("")
    started = process_time()
    ids = tokenizer.encode(text)
    assert process_time() - started < 1
    assert tokenizer.decode(ids) == text
