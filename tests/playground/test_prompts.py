"""A prompt before a grammar: laid out, cut into tokens, healed at its end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.load import load_tokenizer
from maskscope.vocab.tokenizer import Tokenizer
from maskscope_playground.present.pieces import LONGEST
from maskscope_playground.present.prompts import Prompt, healing_words, prompt_chips, prompt_tokens, prompt_words

MARKERS = [
    "<｜begin▁of▁sentence｜>",
    "<｜end▁of▁sentence｜>",
    "<｜User｜>",
    "<｜Assistant｜>",
    "<｜System｜>",
    "<think>",
    "</think>",
]


@pytest.fixture
def deepseek(tmp_path: Path) -> Tokenizer:
    """Letters, and the markers of DeepSeek's layout."""
    letters = {chr(code): at for at, code in enumerate(range(33, 127))}
    added = [{"id": len(letters) + i, "content": name, "special": True} for i, name in enumerate(MARKERS)]
    file = tmp_path / "tokenizer.json"
    file.write_text(
        json.dumps({
            "model": {"type": "BPE", "vocab": letters | {a["content"]: a["id"] for a in added}, "merges": []},
            "added_tokens": added,
            "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False},
            "decoder": {"type": "ByteLevel"},
        }),
        "utf-8",
    )  # fmt: skip
    return load_tokenizer(str(file))


def test_a_chat_is_laid_out_with_control_tokens_and_what_is_typed_stays_text(deepseek: Tokenizer) -> None:
    ids, problem = prompt_tokens(deepseek, Prompt("deepseek-v4", "Sys", "<a", begun="{"))
    assert problem == ""
    chips = prompt_chips(deepseek, ids)
    assert [c["said"] for c in chips if c.get("end")] == [MARKERS[0], MARKERS[2], MARKERS[3], "</think>"]
    assert chips[-1]["parts"] == [["tx", "{"]]
    assert prompt_words(deepseek, ids) == f"{len(ids)} tokens, 4 control tokens among them"


def test_a_vocabulary_without_the_markers_is_told_which_it_lacks() -> None:
    ids, problem = prompt_tokens(load_tokenizer("gpt2"), Prompt("deepseek-v4", user="Hi"))
    assert ids == []
    assert "gpt2" in problem
    assert MARKERS[0] in problem


@pytest.mark.parametrize(
    ("prompt", "words"),
    [
        (Prompt("template", user="Hi"), "no chat template"),
        (Prompt("deepseek-v4", user="Hi", think="max"), "effort paragraph"),
        (Prompt(user="x" * (LONGEST + 1)), "longer than 20,000 characters"),
    ],
)
def test_what_cannot_be_laid_out_is_said(prompt: Prompt, words: str) -> None:
    ids, problem = prompt_tokens(load_tokenizer("gpt2"), prompt)
    assert ids == []
    assert words in problem


def test_healing_takes_back_the_token_that_was_cut() -> None:
    tokenizer = load_tokenizer("gpt2")
    guide = Guide(compile("regex", 'me":"[a-z]+"'), tokenizer.vocabulary)
    ids, _ = prompt_tokens(tokenizer, Prompt(user="As JSON: ", begun='{"na'))
    assert tokenizer.vocabulary.token(ids[-1]) == b"na"
    words = healing_words(guide, ids)
    assert words.startswith("Token healing takes the last token, “na”, back")
    assert "“name”" in words


def test_after_a_token_that_begins_no_other_there_is_nothing_to_heal() -> None:
    tokenizer = load_tokenizer("bytes")
    guide = Guide(compile("regex", "[0-9]"), tokenizer.vocabulary)
    words = healing_words(guide, prompt_tokens(tokenizer, Prompt(user="n="))[0])
    assert words.startswith(
        "Nothing to heal: the grammar begins after the last token. 10 tokens may come first: “0”, “1”,"
    )
