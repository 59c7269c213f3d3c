"""Rows of the public suites as groups: one schema with the texts of its values, each with the standard's answer.

The suites give values, not texts, so a value is written in the one spelling that we accept: compact, characters as
they are, integers without a fraction. The order of keys stays the row's own: it is either the declared one or one that
`order="any"` takes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Row = dict[str, Any]

DRAFT_URIS = {
    "draft4": "http://json-schema.org/draft-04/schema#",
    "draft6": "http://json-schema.org/draft-06/schema#",
    "draft7": "http://json-schema.org/draft-07/schema#",
}


@dataclass(frozen=True)
class Group:
    """A schema, and texts with whether each is valid."""

    name: str
    schema: Any
    texts: tuple[tuple[str, bool], ...]


def rows(path: Path) -> Iterator[Row]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)


def text_of(value: Any) -> str:
    """A value as compact JSON; characters are escaped only where one is half of a surrogate pair.

    >>> text_of({"é": [1.0, 0.5]})
    '{"é":[1,0.5]}'
    """
    value = _without_fractions(value)
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if any("\ud800" <= c <= "\udfff" for c in text):
        return json.dumps(value, separators=(",", ":"))
    return text


def _without_fractions(value: Any) -> Any:
    """1.0 as 1: how a number is written is the engine's choice (depth of test data is small: recursion will do)."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_without_fractions(item) for item in value]
        case dict():
            return {key: _without_fractions(item) for key, item in value.items()}
    return value


def with_draft(schema: Any, draft: str) -> Any:
    """The schema, saying which draft it is written in; from 2019-09 on the suite's schemas do so themselves."""
    uri = DRAFT_URIS.get(draft)
    return {"$schema": uri, **schema} if uri and isinstance(schema, dict) else schema


def official(data: Path, draft: str) -> Iterator[Group]:
    """The required tests of JSON-Schema-Test-Suite for one draft, but those that need other documents."""
    for row in rows(data / "jsts" / "json_schema_test_suite.jsonl"):
        if (row["draft"], row["class"], row["needs_remote"]) == (draft, "required", False):
            name = row["id"].removeprefix(f"{draft}/")
            yield Group(name, with_draft(row["schema"], draft), _values((t["data"], t["valid"]) for t in row["tests"]))


def maskbench(data: Path) -> Iterator[Group]:
    """The sample of MaskBench, less the instances whose label the oracle contradicts."""
    for row in rows(data / "jsonschemabench" / "sample.jsonl"):
        kept = ((t["data"], t["valid"]) for t in row["tests"] if t["rs_format"] == t["valid"])
        yield Group(row["id"], row["schema"], _values(kept))


def _values(values: Iterable[tuple[Any, bool]]) -> tuple[tuple[str, bool], ...]:
    return tuple((text_of(value), valid) for value, valid in values)
