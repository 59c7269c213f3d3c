"""`maskscope lint`: what is odd, where, and an exit code for CI."""

import json
from pathlib import Path

from maskscope_presets import preset
from support.cli import run


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def test_white_space_without_end_is_a_warning(tmp_path: Path) -> None:
    schema = written(tmp_path, "list.json", '{"type": "array", "items": {"type": "integer"}}')
    code, out, err = run("lint", "json_schema", schema, "--whitespace", "json")
    assert (code, err) == (1, "")
    assert "warning: white space may repeat without end" in out
    assert "whitespace=2 allows two in a row" in out


def test_forced_stretches_are_told_and_no_fault(tmp_path: Path) -> None:
    grammar = written(tmp_path, "order.gbnf", 'root ::= "SELECT " [a-z]+ " FROM orders"')
    code, out, err = run("lint", "gbnf", grammar)
    assert (code, err) == (0, "")
    assert "bytes are forced" in out
    assert "tokens can be used somewhere" in out


def test_a_vocabulary_that_cannot_finish_is_named_with_the_place(tmp_path: Path) -> None:
    vocabulary = written(
        tmp_path,
        "tokenizer.json",
        json.dumps({
            "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "<|endoftext|>": 2}, "merges": []},
            "added_tokens": [{"id": 2, "content": "<|endoftext|>", "special": True}],
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False},
            "decoder": {"type": "ByteLevel"},
        }),
    )  # fmt: skip
    code, out, _ = run("lint", "regex", written(tmp_path, "x.txt", "a(b|c)d"), "--vocab", vocabulary)
    assert code == 1
    assert "no token of tokenizer.json spells" in out
    assert "cannot finish the text" in out


def test_lint_for_programs(tmp_path: Path) -> None:
    code, out, _ = run("lint", "regex", written(tmp_path, "x.txt", "[0-9]{2}"), "--json")
    found = json.loads(out)
    assert (code, found["vocabulary"]) == (0, "gpt2")
    assert [set(note) for note in found["findings"]] == [{"kind", "text"}]


def test_where_nothing_is_odd_it_says_so(tmp_path: Path) -> None:
    name = written(tmp_path, "json.gbnf", preset("json").text)
    code, out, _ = run("lint", "gbnf", name)
    assert (code, out) == (0, f"{name}: nothing odd with gpt2\n")
