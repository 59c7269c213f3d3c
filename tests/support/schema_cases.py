"""The case files of `tests/cases/json_schema`, read into values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from support.case_files import Folder


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


CASES = Folder("json_schema", Case)
