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
