"""Sources of logits: uniform, the n-gram model, tables from files."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from maskscope.decode.logits import ngram_logits, read_logits, uniform_logits
from maskscope.errors import VocabularyError
from maskscope.vocab.load import load_vocabulary


def npy(array: np.ndarray) -> bytes:
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def test_uniform_logits_are_all_alike() -> None:
    assert uniform_logits(3)([1, 2]).tolist() == [0, 0, 0]


def test_the_ngram_model_speaks_gpt2_only() -> None:
    assert ngram_logits(load_vocabulary("gpt2"))([]).shape == (50_257,)
    with pytest.raises(ValueError, match="not those of toy"):
        ngram_logits(load_vocabulary("toy"))


@pytest.mark.parametrize("data", [b"[1, 2.5, null]", b'[1, 2.5, "-inf"]', npy(np.array([1, 2.5, -np.inf]))])
def test_one_row_serves_every_step(data: bytes) -> None:
    logits = read_logits(data, 3)
    assert logits([]).tolist() == logits([5, 5]).tolist() == [1, 2.5, -np.inf]


def test_of_several_rows_each_step_has_its_own_and_the_last_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "rows.json"
    path.write_text("[[1, 2], [3, 4]]")
    logits = read_logits(path, 2)
    assert [logits([0] * n).tolist() for n in range(3)] == [[1, 2], [3, 4], [3, 4]]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"[1, 2]", r"rows of 3 numbers, one a token, are needed; the shape is \(1, 2\)"),
        (b"[1, 2, true]", "True is no number"),
        (b"[1, 2, 1e999]", "logit 2 is inf"),
        (b"{}", "neither a .npy file nor a JSON array"),
        (b"[1, 2", "expected logits"),
        (b"[" * 100_000, "expected logits"),
        (b"[[1, 2, 3], [1]]", "expected logits"),
        (npy(np.array([1, 2]))[:70], "expected logits"),
        (npy(np.array([{}], object)), "expected logits"),
    ],
)
def test_a_file_that_holds_no_logits_says_why(data: bytes, message: str) -> None:
    with pytest.raises(VocabularyError, match=message):
        read_logits(data, 3)


def test_a_file_that_is_not_there_says_so() -> None:
    with pytest.raises(VocabularyError, match="cannot be read: No such file"):
        read_logits("/nowhere/logits.npy", 3)
