"""Golden encodings: rows of `{text, ids}`, and where the test data of the workplace is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
SHARED = HERE.parents[2] / "shared" / "data"


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a .jsonl file."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def shared(name: str) -> Path:
    """A file of ../shared/data; the test is skipped where that is not there."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{path} is not there")
    return path


def shared_bytes(name: str) -> bytes:
    """The bytes of a file of ../shared/data, unpacked if it is packed; the test is skipped where it is not there."""
    data = shared(name).read_bytes()
    if not name.endswith(".xz"):
        return data
    import lzma  # which a browser's Python does not have

    return lzma.decompress(data)
