"""A grammar in a file, for every test of the command line."""

from pathlib import Path

import pytest


@pytest.fixture
def date(tmp_path: Path) -> str:
    """The path of a regex: year and month."""
    path = tmp_path / "date.txt"
    path.write_text("[0-9]{4}-[0-9]{2}" + "\n", "utf-8")
    return str(path)
