"""Lines of the libraries that a page's start spends much time in, replaced by lines that come to the same sooner.

A started page has made some six hundred classes and two hundred models that nobody has looked at yet. What the
libraries do for each of them counts, so a few lines are exchanged in the page's bundle, and there only: a first visit
is ready 0.9 s sooner (5.0 s, then 4.1; of it `late_methods` 0.3). `quicken.toml` lists the lines, each with its reason.
The libraries' versions are pinned; an edit whose line is not there (any more) fails the build. The document that comes
of it is the same, but for the numbers in the names of its parts.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from maskscope_site.fetch import SiteError
from maskscope_site.pins import SITE


@dataclass(frozen=True, slots=True)
class Edit:
    """One exchange of lines; `old` stands in the file exactly once."""

    file: str
    old: str
    new: str
    why: str = ""  # empty where it goes with the one before


@cache
def edits() -> tuple[Edit, ...]:
    """All of them, in the order in which they are made."""
    return tuple(Edit(**row) for row in tomllib.loads((SITE / "quicken.toml").read_text("utf-8"))["edit"])


def quickened(tree: Mapping[str, bytes]) -> dict[str, bytes]:
    """The tree with every edit made; SiteError names the file whose lines are others."""
    edited = dict(tree)
    for edit in edits():
        source = edited[edit.file].decode()
        if source.count(edit.old) != 1:
            raise SiteError(f"{edit.file}: what quicken.toml exchanges is not there once")
        new = edit.new.replace("@version@", _version(edit.file.partition("/")[0], tree))
        edited[edit.file] = source.replace(edit.old, new).encode()
    return edited


def _version(package: str, tree: Mapping[str, bytes]) -> str:
    """The version of the wheel that a package came from, by the name of the folder that says so."""
    found = (re.match(rf"{package}-([^/]+)\.dist-info/", name) for name in tree)
    return next(match[1] for match in found if match)


def with_late_methods(source: bytes) -> bytes:
    """A package's `__init__` that imports the shim `late_methods` before it imports anything else."""
    module = ast.parse(source)
    head = n_heading(module)
    module.body[head:head] = ast.parse("import late_methods").body
    return ast.unparse(module).encode()


def n_heading(module: ast.Module) -> int:
    """How many statements have to stay in front: the docstring, and imports from the future."""
    return next(
        (
            i
            for i, s in enumerate(module.body)
            if not (isinstance(s, ast.ImportFrom) and s.module == "__future__")
            and not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))
        ),
        len(module.body),
    )
