"""Splitters: what each cuts differently, where ds4's scanner departs from the patterns, and that nothing is lost."""

from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.vocab.load import load_tokenizer, load_vocabulary
from maskscope.vocab.split import splitter, splitter_of_patterns, translated
from maskscope.vocab.split_patterns import SPLITTERS


def cut(name: str, text: str) -> str:
    """The pieces with a bar between."""
    return "|".join(splitter(name).pieces(text))


@pytest.mark.parametrize(
    ("name", "text", "pieces"),
    [
        ("none", "Hello world", "Hello world"),
        ("gpt2", "don't  pay 12345€!", "don|'t| | pay| 12345|€!"),
        ("gpt2", "DON'T", "DON|'|T"),
        ("cl100k", "DON'T  pay 12345€!", "DON|'T| | pay| |123|45|€!"),
        ("cl100k", "a\n\n  b", "a|\n\n| | b"),
        ("llama3", ".foo(bar)\n", ".foo|(bar|)\n"),
        ("qwen2", "x 123", "x| |1|2|3"),
        ("qwen35", "e\u0301a", "e\u0301a"),
        ("qwen2", "e\u0301a", "e|\u0301a"),
        ("o200k", "HTTPServer don't path/", "HTTPServer| don't| path|/"),
        ("tekken", "HTTPServer don't 12", "HTTPServer| don|'t| |1|2"),
        ("o200k", "camelCase", "camel|Case"),
        ("deepseek-llm", "Hello 你好123\n!", "Hello| |你好|123|\n|!"),
        ("deepseek", "Hello 你好1234 .foo", "Hello| |你好|123|4| .|foo"),
        ("joyai-ds4", "x=1234;\n  y", "x|=|123|4|;\n| | y"),
        ("joyai-ds4", "a  \n b", "a|  \n| b"),
        ("joyai-ds4", "a  1", "a|  |1"),
        ("joyai-ds4", "\x00\x00a", "\x00|\x00a"),
    ],
)
def test_what_each_splitter_cuts(name: str, text: str, pieces: str) -> None:
    assert cut(name, text) == pieces


@pytest.mark.parametrize(
    ("text", "patterns", "scanner"),
    [
        ("a你b", "a|你|b", "a你b"),
        (" 你好", " |你好", " 你好"),
        ("a\u00a0b", "a|\u00a0b", "a\u00a0b"),
        ("🙂!", "🙂!", "🙂|!"),
        ("\u201chi\u201d", "\u201c|hi|\u201d", "\u201chi\u201d"),
    ],
)
def test_the_five_texts_that_ds4_cuts_in_its_own_way(text: str, patterns: str, scanner: str) -> None:
    assert (cut("joyai", text), cut("joyai-ds4", text)) == (patterns, scanner)


@pytest.mark.parametrize("name", SPLITTERS)
@given(st.text() | st.text(st.sampled_from("aAb1 \n\t.'你é\u0301🙂\u00a0"), max_size=30))
def test_the_pieces_joined_are_the_text(name: str, text: str) -> None:
    pieces = splitter(name).pieces(text)
    assert "".join(pieces) == text
    assert all(pieces)


@pytest.mark.parametrize("name", SPLITTERS)
@pytest.mark.parametrize("text", ["a", "A", " ", "\n", "1", "!", "é", "你", "aA", " \n", "\u0301"])
def test_no_text_makes_a_splitter_slow(name: str, text: str) -> None:
    started = process_time()
    splitter(name).pieces(text * 30_000)
    assert process_time() - started < 1


def test_white_space_is_unicodes_and_not_pythons() -> None:
    # U+001C is white space to Python's re, and to no tokenizer
    assert cut("gpt2", "a\x1c\x1cb") == "a|\x1c\x1c|b"
    assert translated(r"\s").count("-") == 10


def test_a_splitter_is_known_by_its_patterns() -> None:
    spelled = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\r\n]*"
    assert splitter_of_patterns((spelled + "|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",)) == "qwen2"
    assert splitter_of_patterns(("[a-z]+",)) is None


@pytest.mark.parametrize("name", ["gpt2", "cl100k", "o200k"])
def test_a_megabyte_of_english_takes_less_than_three_seconds(name: str) -> None:
    words = [data.decode() for data in load_vocabulary("gpt2").tokens[256:20_000] if data.isascii()]
    text = "".join(words[n * n % len(words)] + ("\n" if n % 12 == 0 else "") for n in range(200_000))[:1_000_000]
    tokenizer = load_tokenizer(name)
    tokenizer.encode("warm")
    started = process_time()
    ids = tokenizer.encode(text)
    assert process_time() - started < 3
    assert len(text) == 1_000_000
    assert tokenizer.decode(ids) == text
