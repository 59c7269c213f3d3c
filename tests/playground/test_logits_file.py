"""Logits of the reader's own: NumPy and JSON files, and what is refused."""

from __future__ import annotations

import io

import numpy as np
import pytest

from maskscope_playground.present.logits_file import is_logits, read_logits
from maskscope_playground.session import Session


def npy(values: object) -> bytes:
    file = io.BytesIO()
    np.save(file, np.asarray(values))
    return file.getvalue()


def test_both_forms_are_read() -> None:
    for data in (npy([1.0, -2.5]), b"[1, -2.5]"):
        assert is_logits(data)
        assert read_logits(data).tolist() == [1.0, -2.5]


@pytest.mark.parametrize("data", [b"[1, ", b'["a"]', b"[[1]]", npy([np.nan]), npy([np.inf]), b"[" * 50_000])
def test_what_is_no_row_of_numbers_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        read_logits(data)


def test_greedy_follows_them() -> None:
    session = Session(kind="regex", grammar="a|b", vocabulary="bytes", strategy="greedy")
    logits = np.zeros(session.compiled.guide.vocabulary.size, np.float32)
    logits[ord("b")] = 1
    session.use_logits(logits)
    session.step()
    assert session.data == b"b"
    assert session.model_note == ""
