"""`maskscope tokenize` and `maskscope vocab`."""

import json
from base64 import b64encode
from pathlib import Path

from support.cli import run


def test_tokenize_gives_ids_and_texts() -> None:
    assert run("tokenize", "Hello wörld") == (
        0,
        "   15496  `Hello`\n     266  ` w`\n   30570  `ör`\n     335  `ld`\n",
        "",
    )
    assert json.loads(run("tokenize", "--json", stdin="Hello")[1]) == {"ids": [15496], "tokens": ["Hello"]}


def test_tokenize_shows_the_merges() -> None:
    assert run("tokenize", "--trace", " to")[1].splitlines() == [
        "` to`  ` ` `t` `o`",
        "    rank      0  ` t` `o`",
        "    rank     28  ` to`",
        "    ids  284",
    ]


def test_user_text_is_special_only_when_asked_for() -> None:
    assert json.loads(run("tokenize", "--json", "<|endoftext|>")[1])["ids"] != [50256]
    assert json.loads(run("tokenize", "--json", "--special", "<|endoftext|>")[1])["ids"] == [50256]


def test_a_tiktoken_file_needs_a_splitter(tmp_path: Path) -> None:
    path = tmp_path / "letters.tiktoken"
    path.write_bytes(b"".join(b64encode(bytes([b])) + f" {b}\n".encode() for b in range(256)))
    code, _, err = run("tokenize", "--vocab", str(path), "ab")
    assert (code, "cannot encode text" in err) == (1, True)
    assert json.loads(run("tokenize", "--vocab", str(path), "--splitter", "gpt2", "--json", "ab")[1])["ids"] == [97, 98]
    assert run("tokenize", "--splitter", "nothing", "ab")[0] == 2


def test_vocab_says_what_a_vocabulary_is() -> None:
    assert run("vocab", "gpt2") == (
        0,
        "gpt2\n"
        "  kind            ships with maskscope\n"
        "  tokens          50,257, of which 50,256 are text and 0 are unused\n"
        "  longest         128 bytes\n"
        "  end of text     50256 `<|endoftext|>`\n"
        "  special         50256 `<|endoftext|>`\n"
        "  encodes text    yes\n"
        "  chat template   no\n",
        "",
    )


def test_vocab_for_programs() -> None:
    value = json.loads(run("vocab", "bytes", "--json")[1])
    assert (value["tokens"], value["text_tokens"], value["end_of_text"]) == (257, 256, [256])
    assert list(value["special"]) == ["256"]


def test_vocab_of_what_is_not_there_says_what_ships() -> None:
    code, _, err = run("vocab", "nothing.gguf")
    assert code == 1
    assert "nothing.gguf" in err


def test_vocab_of_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00")
    code, out, err = run("vocab", str(path))
    assert (code, out) == (1, "")
    assert "model.gguf" in err
