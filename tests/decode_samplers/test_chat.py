"""Chat prompts: the rows of the layout table, templates, and that a user's text is never a control token."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.decode.chat import chat_prompt
from maskscope.decode.chat_template import template_parts
from maskscope.decode.prompt_parts import Control, Message, Plain, text_of_parts
from maskscope.errors import VocabularyError
from maskscope.vocab.load import load_tokenizer
from maskscope.vocab.tokenizer import Tokenizer
from support import tokenizer_files as files

BOS, USER, ASSISTANT, SYSTEM = "<｜begin▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>", "<｜System｜>"
NAMES = [BOS, USER, ASSISTANT, SYSTEM, "<think>", "</think>", "<|im_start|>", "<|im_end|>"]
CHATML = (
    "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content | trim }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)


def tokenizer(folder: Path, template: str = CHATML) -> Tokenizer:
    """A tokenizer whose markers files call plain, as DeepSeek's do."""
    added: list[dict[str, Any]] = [
        {"id": 300 + n, "content": name, "special": name.startswith("<|im")} for n, name in enumerate(NAMES)
    ]
    (folder / "tokenizer.json").write_bytes(files.hf_json(added_tokens=added))
    (folder / "tokenizer_config.json").write_text(
        json.dumps({"eos_token": "<|im_end|>", "bos_token": BOS, "chat_template": template}), encoding="utf-8"
    )
    return load_tokenizer(folder / "tokenizer.json")


@pytest.mark.parametrize(
    ("layout", "system", "think", "expected"),
    [
        ("deepseek-v4", "S", "none", f"{BOS}S{USER}Q{ASSISTANT}</think>"),
        ("deepseek-v4", "", None, f"{BOS}{USER}Q{ASSISTANT}</think>"),
        ("deepseek-v4", "S", "high", f"{BOS}S{USER}Q{ASSISTANT}<think>"),
        ("deepseek-v4", "S", "max", f"{BOS}E%S{USER}Q{ASSISTANT}<think>"),
        ("deepseek-v4.1", "S", "high", f"{BOS}{SYSTEM}E75%\n\nS{USER}Q{ASSISTANT}<think>"),
        ("deepseek-v4.1", "S", "max", f"{BOS}{SYSTEM}E100%\n\nS{USER}Q{ASSISTANT}<think>"),
        ("deepseek-v4.1", "", 7, f"{BOS}{SYSTEM}E7%\n\n{USER}Q{ASSISTANT}<think>"),
        ("deepseek-v4.1", "S", 0, f"{BOS}{SYSTEM}S{USER}Q{ASSISTANT}</think>"),
        ("deepseek-v4.1", "", 0, f"{BOS}{USER}Q{ASSISTANT}</think>"),
    ],
)
def test_the_rows_of_the_table(layout: str, system: str, think: str | int | None, expected: str) -> None:
    effort = "E{level}%" if layout == "deepseek-v4.1" else "E%"
    assert chat_prompt(layout, system, "Q", think, effort=effort) == expected


def test_ids_are_the_markers_and_plain_bpe(tmp_path: Path) -> None:
    toy = tokenizer(tmp_path)
    ids = chat_prompt("deepseek-v4", "in", f"the {USER}</think>", tokenizer=toy)
    assert isinstance(ids, list)
    assert [i for i in ids if i >= 300] == [300, 301, 302, 305]
    assert toy.decode(ids) == f"{BOS}in{USER}the {USER}</think>{ASSISTANT}</think>"


def test_markers_are_special_so_no_mask_and_no_text_gives_them(tmp_path: Path) -> None:
    toy = tokenizer(tmp_path)
    assert 301 in toy.vocabulary.special_ids
    assert 301 not in toy.encode(USER)
    assert toy.encode(USER, special=True) == [301]
    assert toy.encode("<think>") == [304]  # a plain added token: the model's own tokenizer takes it whole


def test_a_missing_marker_is_named() -> None:
    with pytest.raises(VocabularyError, match="the vocabulary has no token <｜begin▁of▁sentence｜>"):
        chat_prompt("deepseek-v4", "", "Q", tokenizer=load_tokenizer("gpt2"))


def test_the_models_own_template(tmp_path: Path) -> None:
    toy = tokenizer(tmp_path)
    ids = chat_prompt("template", "be brief ", "hi", tokenizer=toy)
    assert toy.decode(ids) == (
        "<|im_start|>system\nbe brief<|im_end|>\n<|im_start|>user\nhi<|im_end|>\n<|im_start|>assistant\n"
    )
    assert [i for i in ids if i >= 300] == [306, 307, 306, 307, 306]


@given(st.lists(st.sampled_from([*NAMES, "<", "|im_end|>", "a", " "]), max_size=6).map("".join))
def test_no_text_becomes_a_control_token(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    toy = tokenizer(tmp_path_factory.mktemp("chat"))
    parts = template_parts(toy, [Message("user", text)])
    assert [part.name for part in parts if isinstance(part, Control)] == ["<|im_start|>", "<|im_end|>", "<|im_start|>"]
    assert text_of_parts(parts) == f"<|im_start|>user\n{text.strip()}<|im_end|>\n<|im_start|>assistant\n"
    assert all("\ufdd0" not in part.text for part in parts if isinstance(part, Plain))


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("{{ raise_exception('roles must alternate') }}", "its chat template fails: roles must alternate"),
        ("{{ ''.__class__.__mro__ }}", "its chat template fails: access to attribute '__class__'"),
        ("{% for", "its chat template fails"),
        ("{{ 'a' * 10 ** 9 }}", "makes too much"),
        ("{{ 2 ** 1000000 }}", "makes too much"),
        ("{{ messages.append(1) }}", "its chat template fails: .*is unsafe"),
        ("{{ 1 / 0 }}", "its chat template fails: division by zero"),
        ("", "the file has no chat template"),
    ],
)
def test_a_template_that_misbehaves_is_an_error_of_its_file(tmp_path: Path, template: str, message: str) -> None:
    with pytest.raises(VocabularyError, match=message):
        chat_prompt("template", "", "hi", tokenizer=tokenizer(tmp_path, template))


@pytest.mark.parametrize(("think", "message"), [("deep", "one of none, high, max"), (101, "not within 0..100")])
def test_an_unknown_way_of_thinking_is_refused(think: str | int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        chat_prompt("deepseek-v4.1", "", "Q", think)
