"""Small tokenizer.json files with every normaliser and pre-tokenizer known here, against Hugging Face (make oracle)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maskscope.errors import VocabularyError
from maskscope.vocab.load import load_tokenizer
from support import tokenizer_files as files

SOME = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
words = st.sampled_from(["the", " ", "  ", "in", "▁", "é", "e\u0301", "\n", "x", "🙂", "T", "<a>", "<b>"])
texts = st.lists(words, max_size=9).map("".join)

MARKS = ["▁", "t", "h", "e", "i", "n", "▁t", "th", "▁th", "▁the", "in", "▁▁", "e▁"]
MERGES = ["▁ t", "t h", "▁t h", "▁th e", "i n", "▁ ▁", "e ▁"]
WAYS = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False}


def added(first: int) -> list[dict[str, Any]]:
    """A special token and a plain one, with the ids after the model's own, as Hugging Face will have them."""
    tokens = (("<a>", True), ("<b>", False))
    return [{"id": first + n, "content": text, "special": special, **WAYS} for n, (text, special) in enumerate(tokens)]


SPACED = {"type": "ByteLevel", "add_prefix_space": True, "use_regex": True, "trim_offsets": True}
REPLACE = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
PREPEND = {"type": "Prepend", "prepend": "▁"}
BACK = {"type": "Sequence", "decoders": [REPLACE | {"pattern": {"String": "▁"}, "content": " "}, {"type": "Fuse"}]}


def marked(byte_fallback: bool = True, **changes: Any) -> bytes:
    """A character-level tokenizer.json."""
    names = ["<unk>", *(f"<0x{b:02X}>" for b in range(256)), *MARKS] if byte_fallback else ["<unk>", *MARKS]
    model = {
        "type": "BPE",
        "unk_token": "<unk>",
        "fuse_unk": True,
        "byte_fallback": byte_fallback,
        "vocab": {name: token for token, name in enumerate(names)},
        "merges": MERGES,
    }
    top = {"added_tokens": added(len(names)), "pre_tokenizer": None, "normalizer": REPLACE, "decoder": BACK}
    return files.hf_json(model=model | changes.pop("model", {}), **(top | changes))


def metaspace(scheme: str, split: bool) -> dict[str, Any]:
    return {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}


PIPELINES = {
    "replace": marked(),
    "prepend and replace": marked(normalizer={"type": "Sequence", "normalizers": [PREPEND, REPLACE]}),
    "no byte tokens": marked(byte_fallback=False),
    "no byte tokens, unknowns kept apart": marked(byte_fallback=False, model={"fuse_unk": False}),
    **{
        f"metaspace {scheme}, split {split}": marked(normalizer=None, pre_tokenizer=metaspace(scheme, split))
        for scheme in ("always", "first", "never")
        for split in (True, False)
    },
    "bytes": files.hf_json(added_tokens=added(262)),
    "bytes, space before": files.hf_json(
        added_tokens=added(262),
        pre_tokenizer=SPACED,
    ),
    "bytes, NFC": files.hf_json(added_tokens=added(262), normalizer={"type": "NFC"}),
    "bytes, NFKD in a sequence": files.hf_json(
        added_tokens=added(262), normalizer={"type": "Sequence", "normalizers": [{"type": "NFKD"}]}
    ),
}


@pytest.mark.oracle
@pytest.mark.parametrize("name", PIPELINES)
def test_hugging_face_gives_the_same_ids(name: str) -> None:
    tokenizers = pytest.importorskip("tokenizers")
    ours, theirs = load_tokenizer(PIPELINES[name]), tokenizers.Tokenizer.from_str(PIPELINES[name].decode())

    @SOME
    @given(texts)
    def agree(text: str) -> None:
        assert ours.encode(text, special=True) == theirs.encode(text, add_special_tokens=False).ids

    agree()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"normalizer": {"type": "Lowercase"}}, "the normaliser Lowercase is not known here"),
        ({"pre_tokenizer": {"type": "Whitespace"}}, "the pre-tokenizer Whitespace is not known here"),
        ({"pre_tokenizer": metaspace("sometimes", True)}, "its way of writing spaces is not known here"),
        ({"model": {"end_of_word_suffix": "</w>"}}, "marks inside words are not supported"),
        ({"model": {"type": "Unigram", "vocab": [["▁a", -1.5], ["b", -2]]}}, "Unigram is not supported"),
        ({"model": {"type": "WordPiece"}}, "WordPiece is not supported"),
    ],
)
def test_what_is_not_known_gives_the_vocabulary_alone_and_says_so(changes: dict[str, Any], problem: str) -> None:
    tokenizer = load_tokenizer(marked(**changes))
    assert f"the vocabulary alone is read, text cannot be encoded: {problem}" in [
        note.text for note in tokenizer.vocabulary.notes
    ]
    assert b" a" in tokenizer.vocabulary.tokens or b" the" in tokenizer.vocabulary.tokens
    with pytest.raises(VocabularyError, match=problem):
        tokenizer.encode("a")


def test_the_file_is_what_its_parts_say() -> None:
    tokenizer = load_tokenizer(PIPELINES["prepend and replace"])
    assert json.loads(PIPELINES["prepend and replace"])["normalizer"]["normalizers"] == [PREPEND, REPLACE]
    assert [tokenizer.vocabulary.token(i) for i in tokenizer.encode("the in")] == [b" the", b" ", b"in"]
    assert tokenizer.decode(tokenizer.encode("the in")) == "the in"
