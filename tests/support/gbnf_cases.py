"""The case files of `tests/cases/gbnf`, read into values."""

from __future__ import annotations

from dataclasses import dataclass

from support.case_files import Folder


@dataclass(frozen=True)
class Case:
    """One grammar with the texts that it must accept and refuse, or the whole message of its error."""

    name: str
    text: str
    root: str = "root"
    accepts: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""


CASES = Folder("gbnf", Case)
