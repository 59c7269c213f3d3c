"""The readers on small files: what they read, what they say when a file is broken, and that nothing else goes wrong."""

from __future__ import annotations

import json
import random
import tracemalloc
from pathlib import Path

import pytest

from maskscope.errors import VocabularyError
from maskscope.vocab.files.detect import read_tokenizer_file
from maskscope.vocab.load import load_tokenizer, load_vocabulary
from maskscope.vocab.tokenizer import Tokenizer
from support import tokenizer_files as files

TEXT = "in the other Ether é\n"


@pytest.mark.parametrize("kind", ["gguf", "tokenizer.json", "tekken"])
def test_the_same_tokenizer_in_three_formats_encodes_alike(kind: str) -> None:
    tokenizer = load_tokenizer(files.ALL[kind])
    data = [tokenizer.vocabulary.token(i) for i in tokenizer.encode(TEXT)]
    assert data[:5] == [b"in", b" the", b" ", b"o", b"th"]
    assert tokenizer.decode(tokenizer.encode(TEXT)) == TEXT
    assert len(tokenizer.vocabulary.eos_ids) == 1


def test_a_tiktoken_file_needs_a_splitter_to_encode() -> None:
    alone = load_tokenizer(files.ALL["tiktoken"])
    with pytest.raises(VocabularyError, match="does not say how text is split"):
        alone.encode(TEXT)
    named = load_tokenizer(files.ALL["tiktoken"], splitter="llama3")
    assert named.decode(named.encode(TEXT)) == TEXT


@pytest.mark.parametrize("kind", ["gguf-spm", "sentencepiece"])
def test_sentencepiece_falls_back_to_bytes(kind: str) -> None:
    tokenizer = load_tokenizer(files.ALL[kind])
    assert [tokenizer.vocabulary.token(i) for i in tokenizer.encode("the é")] == [b" the", b" ", b"\xc3", b"\xa9"]
    assert tokenizer.decode(tokenizer.encode("the é")) == "the é"


def test_a_file_is_read_from_a_path_from_bytes_and_through_a_function(tmp_path: Path) -> None:
    data = files.ALL["gguf"]
    path = tmp_path / "model.bin"
    path.write_bytes(data)
    reads: list[tuple[int, int]] = []

    def read(offset: int, length: int) -> bytes:
        reads.append((offset, length))
        return data[offset : offset + length]

    tokens = load_vocabulary(data).tokens
    assert load_vocabulary(path).tokens == load_vocabulary(str(path)).tokens == load_vocabulary(read).tokens == tokens
    assert load_vocabulary(path).name == "model.bin"


def test_a_config_beside_tokenizer_json_names_the_end_and_the_template(tmp_path: Path) -> None:
    (tmp_path / "tokenizer.json").write_bytes(files.hf_json())
    config = {"eos_token": {"content": files.END}, "chat_template": "{{ messages }}"}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config))
    tokenizer = load_tokenizer(tmp_path / "tokenizer.json")
    assert tokenizer.chat_template == "{{ messages }}"
    assert tokenizer.vocabulary.token(tokenizer.vocabulary.eos_ids[0]).decode() == files.END
    assert tokenizer.vocabulary.notes == ()


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "expected a GGUF, tokenizer.json, .tiktoken, tekken or SentencePiece file"),
        (b"\x1f\x8b\x08\x00", "byte 0: this is a gzip file; unpack it first"),
        (b'{"hello": 1}', "byte 0: expected a JSON object with"),
        (b'{"model": {"vocab": {"a": 0,, "b": 1}}}', "byte 28: expected a token, a colon and its id"),
        (b'{"model": {"vocab": {"a": 999999999}}}', "beyond what the file can hold"),
        (b'{"model": {"vocab": {"\\ud800": 0}}}', "byte 21: expected a string in UTF-8"),
        (b'{"model": ' + b"[" * 100_000, "the file ends inside what began at byte 10"),
        (b"IQ== 0\nIg== 0\n", "byte 12: rank 0 comes twice"),
        (b"IQ== 0\nIg== 99999999\n", "byte 12: rank 99,999,999 is beyond"),
        (b"IQ== 0\nnot base64 1\n", "byte 7: expected a line with a token"),
        (b"GGUF\x03\x00\x00\x00" + b"\x00" * 8 + b"\xff" * 7 + b"\x7f", "pairs do not fit into the 0 bytes left"),
        (b"GGUF\x00\x00\x00\x03", "byte 4: the file is big-endian"),
        (b"GGUF\x01\x00\x00\x00", "byte 4: expected version 2 or 3, found 1"),
        (b"\x0a\xff\xff\xff\x7f", "bytes, but what it is in ends after 0"),
    ],
)
def test_a_broken_file_says_where_and_what_was_expected(data: bytes, message: str) -> None:
    with pytest.raises(VocabularyError) as caught:
        load_vocabulary(data)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"tokens": None}, "the file has no tokenizer.ggml.tokens"),
        ({"tokens": 3}, "the value of tokenizer.ggml.tokens is not an array"),
        ({"token_type": [1, 2]}, "expected 263 token types"),
        ({"eos_token_id": 5_000}, "eos_token_id is 5000, but there are 263 tokens"),
        ({"merges": ["nospace"]}, "expected a merge: two tokens with a space between"),
    ],
)
def test_a_gguf_that_contradicts_itself_is_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(VocabularyError, match=message):
        load_tokenizer(files.gguf(**changes))


@pytest.mark.parametrize(
    ("changes", "message"),
    [({"model": "bert", "pre": None}, "WordPiece is not supported"), ({"pre": "new"}, "how 'new' splits text")],
)
def test_a_tokenizer_not_known_here_gives_its_vocabulary_and_says_so(changes: dict[str, object], message: str) -> None:
    tokenizer = load_tokenizer(files.gguf(**changes))
    assert tokenizer.vocabulary.size == 263
    with pytest.raises(VocabularyError, match=message):
        tokenizer.encode("a")


@pytest.mark.parametrize("kind", files.ALL)
def test_a_file_cut_anywhere_is_read_or_refused(kind: str) -> None:
    data = files.ALL[kind]
    for end in range(0, len(data), max(1, len(data) // 400)):
        _read_all(data[:end])


@pytest.mark.suite
@pytest.mark.parametrize("kind", files.ALL)
def test_a_file_cut_at_every_byte_is_read_or_refused(kind: str) -> None:
    data = files.ALL[kind]
    for end in range(len(data)):
        _read_all(data[:end])


@pytest.mark.parametrize("kind", files.ALL)
def test_a_mutated_file_is_read_or_refused(kind: str) -> None:
    fuzz(kind, 150, seed=1)


@pytest.mark.suite
@pytest.mark.parametrize("kind", files.ALL)
def test_twenty_thousand_mutated_files_are_read_or_refused(kind: str) -> None:
    fuzz(kind, 3_334, seed=2)


@pytest.mark.parametrize("kind", files.ALL)
def test_reading_takes_at_most_four_times_the_file_in_memory(kind: str) -> None:
    rng = random.Random(3)
    load_vocabulary(files.ALL[kind])  # tables that are made once are not the file's
    for n in range(40):
        data = mutated(files.ALL[kind], rng) if n else files.ALL[kind]
        tracemalloc.start()
        try:
            load_vocabulary(data)
        except VocabularyError:
            pass
        finally:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        assert peak < 4 * len(data) + 40_000


def fuzz(kind: str, times: int, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(times):
        _read_all(mutated(files.ALL[kind], rng))


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The file with a few bytes changed, cut out, doubled, or replaced by extreme numbers."""
    out = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(out) + 1)
        length = rng.choice((1, 1, 2, 8, 40))
        way = rng.randrange(5)
        if way == 0:
            out[at : at + length] = rng.randbytes(length)
        elif way == 1:
            del out[at : at + length]
        elif way == 2:
            out[at:at] = out[at : at + length]
        elif way == 3:
            out[at : at + 8] = rng.choice((b"\xff" * 8, b"\x00" * 8, (1 << 40).to_bytes(8, "little")))
        else:
            out[at : at + 1] = rng.choice((b'"', b"[", b"{", b"\\", b"9", b"]", b"\x80"))
    return bytes(out)


def _read_all(data: bytes) -> None:
    """Read a file and use it: nothing but VocabularyError may come of it."""
    try:
        tokenizer: Tokenizer = read_tokenizer_file(data).make()
        tokenizer.decode(tokenizer.encode(TEXT))
    except VocabularyError as error:
        assert str(error)
