"""The case files of `tests/cases/regex`, read into values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "cases" / "regex"


@dataclass(frozen=True)
class Case:
    """One regex with the texts that it must accept and refuse, or the whole message of its error.

    `notes` are all there are, but for those about ASCII, which are left out where they are not the point. `walk` is a
    story in tokens: each is taken, or (with ✖) refused where it stands, and END says that the text may end there.
    """

    name: str
    text: str
    search: bool = False
    accepts: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    walk: str = ""
    error: str = ""
    sort: str = "GrammarError"


def cases() -> list[Case]:
    """All cases, in the order of the files' names."""
    tables = [tomllib.loads(path.read_text("utf-8"))["case"] for path in sorted(FOLDER.glob("*.toml"))]
    return [Case(**{k: tuple(v) if isinstance(v, list) else v for k, v in one.items()}) for t in tables for one in t]


def good_cases() -> list[Case]:
    """Those that are regexes."""
    return [case for case in cases() if not case.error]


def bad_cases() -> list[Case]:
    """Those that are errors."""
    return [case for case in cases() if case.error]
