"""The case files of `tests/cases/json_schema`, read into values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "cases" / "json_schema"


@dataclass(frozen=True)
class Case:
    """One schema with the texts that it must accept and refuse, or the whole message of its error.

    `unwritten` are texts that are valid and that we do not write: another order or spelling than ours.
    """

    name: str
    text: str
    options: dict[str, Any] = field(default_factory=dict)
    accepts: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()
    unwritten: tuple[str, ...] = ()
    notes: tuple[str, ...] | None = None
    error: str = ""
    sort: str = "GrammarError"


def cases() -> list[Case]:
    """All cases, in the order of the files' names."""
    tables = [tomllib.loads(path.read_text("utf-8"))["case"] for path in sorted(FOLDER.glob("*.toml"))]
    return [Case(**{k: tuple(v) if isinstance(v, list) else v for k, v in one.items()}) for t in tables for one in t]


def good_cases() -> list[Case]:
    """Those that are schemas with texts."""
    return [case for case in cases() if not case.error]


def bad_cases() -> list[Case]:
    """Those that are errors."""
    return [case for case in cases() if case.error]
