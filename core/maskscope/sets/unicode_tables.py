"""Unicode properties as ECMA-262 names them in `\\p{…}`, from a table that is pinned to Unicode 17.

Python's own `unicodedata` is not used: its version differs between CPython and a browser's Python, and a grammar must
mean the same in both. `unicode_data.json` (written by `tests/regex/build_unicode.mjs`, which names its sources) holds
each set as numbers in base 36: how many code points are left out, how many follow in the set, and so on.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from maskscope.sets.codepoints import ANY, CodePoints

_MADE_OF = {"LC": ("Lu", "Ll", "Lt")}  # the one union that is not simply "every category with this first letter"


class PropertyError(ValueError):
    """There is no such property."""

    def __init__(self, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.hint = hint


def property_set(name: str) -> CodePoints:
    """The set that `\\p{name}` stands for; names are case-sensitive and have no blanks, as in ECMA-262.

    >>> [len(property_set(name)) for name in ("Nd", "General_Category=Decimal_Number", "ASCII")]
    [770, 770, 128]
    """
    prefix, equals, value = name.partition("=")
    if not equals:
        return _lone(name)
    if prefix in ("General_Category", "gc"):
        return _category(value)
    if prefix in ("Script", "sc"):
        return _script(value, extensions=False)
    if prefix in ("Script_Extensions", "scx"):
        return _script(value, extensions=True)
    raise PropertyError(f"there is no property {prefix} that takes a value", "write \\p{L}, \\p{gc=L} or \\p{sc=Greek}")


def _lone(name: str) -> CodePoints:
    """A category or a property that a code point has or has not."""
    data = table()
    if name in ("Any", "ASCII", "Assigned"):
        return CodePoints.of([(0, 0x7F)]) if name == "ASCII" else ANY if name == "Any" else ~_category("Cn")
    if name in data["category_names"]:
        return _category(name)
    canonical = data["binary_names"].get(name, name)
    if canonical in data["binary"]:
        return _decoded("binary", canonical)
    if name in data["script_names"]:
        raise PropertyError(f"there is no property {name}", f"write \\p{{sc={name}}} for the script")
    known = [*data["category_names"], *data["binary"], *data["binary_names"], "Any", "ASCII", "Assigned"]
    like = next((other for other in known if other.lower() == name.lower()), None)
    hint = f"write \\p{{{like}}}" if like else "write \\p{L}, \\p{Lu}, \\p{Nd}, \\p{sc=Greek} …"
    raise PropertyError(f"there is no property {name}", hint)


@cache
def _category(alias: str) -> CodePoints:
    data = table()
    name = data["category_names"].get(alias)
    if name is None:
        raise PropertyError(f"there is no general category {alias}", "write \\p{L}, \\p{Lu}, \\p{Nd} …")
    if name == "Cs":
        return CodePoints()
    if name == "Cn":
        return ~_union(tuple(data["category"]))
    if name in data["category"]:
        return _decoded("category", name)
    parts = _MADE_OF.get(name) or tuple(leaf for leaf in data["category"] if leaf[0] == name)
    return _union(parts) | _category("Cn") if name == "C" else _union(parts)


def _union(leaves: tuple[str, ...]) -> CodePoints:
    return CodePoints.of(r for leaf in leaves for r in _decoded("category", leaf).ranges)


def _script(alias: str, extensions: bool) -> CodePoints:
    data = table()
    name = data["script_names"].get(alias)
    if name is None:
        raise PropertyError(f"there is no script {alias}", "write \\p{sc=Greek} or \\p{sc=Grek}")
    wider = extensions and name in data["script_extensions"]
    return _decoded("script_extensions" if wider else "script", name)


@cache
def _decoded(kind: str, name: str) -> CodePoints:
    numbers = [int(number, 36) for number in table()[kind][name].split()]
    ranges, at = [], 0
    for gap, length in zip(numbers[::2], numbers[1::2]):
        ranges.append((at + gap, at + gap + length - 1))
        at += gap + length
    return CodePoints.of(ranges)


@cache
def table() -> dict[str, Any]:
    """The whole data file, read once (3 ms)."""
    found: dict[str, Any] = json.loads(files("maskscope.sets").joinpath("unicode_data.json").read_bytes())
    return found
