"""`maskscope tokenize` and `maskscope vocab`."""

import json
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


def test_vocab_says_what_a_vocabulary_is() -> None:
    code, out, _ = run("vocab", "gpt2")
    assert code == 0
    assert "tokens          50257" in out
    assert "end of text     50256 `<|endoftext|>`" in out


def test_vocab_of_a_file_that_is_none_says_so(tmp_path: Path) -> None:
    path = tmp_path / "model.gguf"
    path.write_bytes(b"GGUF\x03\x00\x00\x00")
    code, out, err = run("vocab", str(path))
    assert (code, out) == (1, "")
    assert err.startswith(str(path)) or "model.gguf" in err
