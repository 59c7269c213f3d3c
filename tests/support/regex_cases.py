"""The case files of `tests/cases/regex`, read into values."""

from __future__ import annotations

from dataclasses import dataclass

from support.case_files import Folder


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


CASES = Folder("regex", Case)
