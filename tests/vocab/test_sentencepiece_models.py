"""SentencePiece BPE models trained on the spot, with every option that matters, against the package (make oracle)."""

from __future__ import annotations

import io
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from maskscope.errors import VocabularyError
from maskscope.vocab.load import load_tokenizer

pytestmark = pytest.mark.oracle
SOME = settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
SENTENCES = [
    "the other day in the inner thinning thing",
    "  the   end ",
    "an inn in an inn",
    "ééé the café 123 1234",
] * 20
words = st.sampled_from(["the", "inn", " ", "  ", "▁", "é", "\n", "x", "🙂", "Th", "<u>", "1234", "thinning", "\t"])
texts = st.lists(words, max_size=9).map("".join)


def trained(**options: Any) -> bytes:
    sentencepiece = pytest.importorskip("sentencepiece")
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(SENTENCES),
        model_writer=model,
        model_type=options.pop("model_type", "bpe"),
        vocab_size=options.pop("vocab_size", 330),
        hard_vocab_limit=False,
        minloglevel=2,
        **{"normalization_rule_name": "identity", "byte_fallback": True, **options},
    )
    return model.getvalue()


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"remove_extra_whitespaces": False},
        {"add_dummy_prefix": False},
        {"byte_fallback": False, "vocab_size": 60},
        {"remove_extra_whitespaces": False, "user_defined_symbols": ["<u>"]},
        {"remove_extra_whitespaces": False, "allow_whitespace_only_pieces": True},
        {"split_by_whitespace": False, "remove_extra_whitespaces": False},
    ],
    ids=lambda options: ", ".join(options) or "defaults",
)
def test_sentencepiece_gives_the_same_ids(options: dict[str, Any]) -> None:
    sentencepiece = pytest.importorskip("sentencepiece")
    data = trained(**options)
    ours, theirs = load_tokenizer(data), sentencepiece.SentencePieceProcessor(model_proto=data)

    @SOME
    @given(texts)
    def agree(text: str) -> None:
        assert ours.encode(text) == theirs.encode(text)

    agree()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"model_type": "unigram", "vocab_size": 300}, "a unigram model is not supported"),
        ({"normalization_rule_name": "nmt_nfkc"}, "its normaliser rewrites characters by a table of its own"),
        ({"treat_whitespace_as_suffix": True}, "its way of writing spaces is not supported"),
    ],
)
def test_what_is_not_supported_is_said(options: dict[str, Any], problem: str) -> None:
    tokenizer = load_tokenizer(trained(**options))
    assert tokenizer.vocabulary.size > 256
    with pytest.raises(VocabularyError, match=problem):
        tokenizer.encode("the")
