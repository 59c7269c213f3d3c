"""Case files: TOML tables called `case`, each with a text and what it must accept and refuse, read into values.

Every language has a folder of them under `tests/cases` and a frozen class of its own for what a case may say; the
fields `name`, `text` and `error` are common to all.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar

_ROOT = Path(__file__).parent.parent / "cases"


class Judged(Protocol):
    """What every case has: an error, if it is about one."""

    @property
    def error(self) -> str: ...


Case = TypeVar("Case", bound=Judged)


@dataclass(frozen=True)
class Folder(Generic[Case]):
    """The cases of one language."""

    name: str
    sort: type[Case]

    def all(self) -> list[Case]:
        """All cases, in the order of the files' names."""
        tables = [tomllib.loads(path.read_text("utf-8"))["case"] for path in sorted((_ROOT / self.name).glob("*.toml"))]
        return [self.sort(**{k: _frozen(v) for k, v in one.items()}) for table in tables for one in table]

    def good(self) -> list[Case]:
        """Those that compile."""
        return [case for case in self.all() if not case.error]

    def bad(self) -> list[Case]:
        """Those that are errors."""
        return [case for case in self.all() if case.error]


def _frozen(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
