"""A preset, and how the TOML files in `data/` become presets.

A file holds one preset and its name is the file's name. Its keys are the fields of `Preset`; `place` orders the list,
and only the list. A key that is missing, of another type, or not known is an error that names file and key: the files
are ours, so it is a `ValueError`, not a problem of the user's. The static site carries the same tables as JSON, which
Python reads in a twentieth of the time.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

KINDS = ("regex", "gbnf", "json_schema")
_KEYS = {"place", "kind", "title", "teaches", "text", "accepts", "refuses", "options"}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A text that is refused; `at` is the byte where, or its length in bytes when it only ends too soon."""

    text: str
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Preset:
    """One grammar to start from, with what it teaches and the texts that show it."""

    name: str
    kind: str
    title: str
    teaches: str
    text: str
    options: Mapping[str, Any]
    accepts: tuple[str, ...]
    refuses: tuple[Refusal, ...]
    place: int = 0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"preset {self.name}: kind {self.kind!r} is none of {', '.join(KINDS)}")
        if not (self.title and self.teaches and self.accepts and self.refuses):
            raise ValueError(f"preset {self.name}: title, teaches, accepts and refuses must not be empty")


@cache
def presets() -> tuple[Preset, ...]:
    """All presets: regexes first, then GBNF, then JSON Schemas, each kind from the simple to the involved.

    >>> [p.name for p in presets()][:1]
    ['iso-date']
    """
    folder = files("maskscope_presets").joinpath("data")
    read = [
        parse_preset(name, entry.read_text("utf-8"), kind)
        for entry in folder.iterdir()
        for name, _, kind in [entry.name.rpartition(".")]
        if kind in ("toml", "json")
    ]
    return tuple(sorted(read, key=lambda p: (KINDS.index(p.kind), p.place, p.name)))


def preset(name: str) -> Preset:
    """The preset of that name; KeyError when there is none.

    >>> preset("iso-date").kind
    'regex'
    """
    for one in presets():
        if one.name == name:
            return one
    raise KeyError(name)


def parse_preset(name: str, text: str, kind: str = "toml") -> Preset:
    """The preset that a TOML or JSON text describes; ValueError when it describes none."""
    table = json.loads(text) if kind == "json" else _read_toml(text)
    wrong = (table.keys() - _KEYS) | (_KEYS - {"options"} - table.keys())
    if wrong:
        raise ValueError(f"preset {name}: keys missing or not known: {', '.join(sorted(wrong))}")
    return Preset(
        name=name,
        kind=_typed(name, table, "kind", str),
        title=_typed(name, table, "title", str),
        teaches=" ".join(_typed(name, table, "teaches", str).split()),
        text=_typed(name, table, "text", str),
        options=MappingProxyType(_typed(name, {"options": {}, **table}, "options", dict)),
        accepts=tuple(_typed(name, table, "accepts", list)),
        refuses=tuple(_refusal(name, one) for one in _typed(name, table, "refuses", list)),
        place=_typed(name, table, "place", int),
    )


def _read_toml(text: str) -> dict[str, Any]:
    import tomllib  # no use to the static site

    return tomllib.loads(text)


def _typed(name: str, table: dict[str, Any], key: str, kind: type) -> Any:
    if not isinstance(table[key], kind):
        raise ValueError(f"preset {name}: {key} must be of type {kind.__name__}")
    return table[key]


def _refusal(name: str, value: Any) -> Refusal:
    """A plain string, or a table with the byte where it is refused: `{ text = "2026-13", at = 6 }`."""
    if isinstance(value, str):
        return Refusal(value)
    if not isinstance(value, dict) or value.keys() != {"text", "at"}:
        raise ValueError(f"preset {name}: a refusal is a text, or {{ text = …, at = … }}")
    return Refusal(_typed(name, value, "text", str), _typed(name, value, "at", int))
