"""Masks over large vocabularies, those of files among them, equal a scan of the vocabulary (20 states each)."""

from __future__ import annotations

import json
import random

import pytest

from maskscope.automaton.language import DEAD, Language
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.load import load_vocabulary
from maskscope.vocab.vocabulary import Vocabulary
from support.golden import shared_bytes

pytestmark = pytest.mark.suite

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 12},
        "tags": {"type": "array", "items": {"enum": ["naïve", "né", "🙂", "plain"]}},
        "when": {"type": "string", "format": "date"},
        "n": {"type": "integer", "minimum": -5, "maximum": 1234},
    },
    "required": ["name", "n"],
}
VALUE = {"name": "Zoë 🙂 x", "tags": ["né", "🙂"], "when": "2026-11-30", "n": 123}
TEXT = json.dumps(VALUE, ensure_ascii=False, separators=(",", ":"))


def load(name: str) -> Vocabulary:
    return load_vocabulary(shared_bytes(f"vocab/{name}"), name) if "." in name else load_vocabulary(name)


def by_definition(language: Language, vocabulary: Vocabulary, state: int) -> list[int]:
    text = [i for i in vocabulary.text_ids() if language.run(state, vocabulary.token(i)) != DEAD]
    return sorted([*text, *(vocabulary.eos_ids if language.is_accepting(state) else ())])


@pytest.mark.parametrize(
    "name",
    ["cl100k", "o200k", "llama3_1.tokenizer.json.xz", "deepseek_v4.tokenizer.json.xz", "mistral_v7.spm.model"],
)
def test_masks_equal_a_scan_of_the_vocabulary(name: str) -> None:
    vocabulary = load(name)
    language = compile("json_schema", SCHEMA)
    guide = Guide(language, vocabulary)
    states = [language.start]
    for byte in TEXT.encode():
        states.append(language.step(states[-1], byte))
    assert states[-1] != DEAD
    for state in [states[-1], *random.Random(7).sample(states, 19)]:
        assert guide.allowed(state).tolist() == by_definition(language, vocabulary, state)
