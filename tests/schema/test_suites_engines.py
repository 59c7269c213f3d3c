"""The tests of XGrammar, llguidance and llama.cpp about schemas, wherever the standard shares their answer.

The rows carry the standard's answer beside the engine's; where the two differ (a policy of that engine) the standard's
counts, or nothing if it has none. White space is as JSON allows, since those engines write some.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from maskscope import MaskscopeError, UnsatisfiableError, compile
from support.suite_report import Sort, fate, not_right, one_line
from support.suite_rows import Group, Row, rows, text_of

pytestmark = pytest.mark.suite

SLASH = "an enumerated string has one spelling: / is not written as \\/"
TWICE = "a declared key is written once"
ZERO = "a number with a bound has one spelling: 0 is not written as -0"
TUPLE = "items as an array is no 2020-12, and the row says nothing of an older draft"
LEAST_ONE = "prefixItems holds at least one schema"

EXPECTED: dict[str, dict[str, tuple[Sort, str]]] = {
    "xgrammar.jsonl": {
        "xgrammar/0061": ("refused", LEAST_ONE),
        "xgrammar/0989": ("narrowed", SLASH),
        "xgrammar/0990": ("narrowed", SLASH),
        "xgrammar/0991": ("narrowed", TWICE),
        "xgrammar/0995": ("narrowed", TWICE),
    },
    "llguidance.jsonl": {},
    "llamacpp_integration.jsonl": {
        "llama.cpp/test-grammar-integration.cpp:196": ("narrowed", ZERO),
        "llama.cpp/test-grammar-integration.cpp:943": ("refused", TUPLE),
        "llama.cpp/test-grammar-llguidance.cpp:129": ("narrowed", ZERO),
        "llama.cpp/test-grammar-llguidance.cpp:588": ("refused", TUPLE),
    },
}
GROUPS = {"xgrammar.jsonl": 360, "llguidance.jsonl": 77, "llamacpp_integration.jsonl": 65}

# Texts on which the rows' oracle and we read a standard differently
DISPUTED = {
    ("xgrammar/0855", '"w--ww.git---hub.co----m"'): "RFC 1123 has no word against -- in a host name; IDNA has for xn--",
}

# What another engine refuses to build, and is a schema with texts
TAKEN = {
    "xgrammar/err008": "propertyNames that no key meets leaves {}",
    "llguidance/test_lark.rs:948": "patterns of keys may overlap",
    "llguidance/test_lark.rs:959": "patterns of keys may overlap",
    "llguidance/test_lark.rs:970": "patterns of keys may overlap",
    "llguidance/test_lark.rs:1247": "members are counted, declared or not",
    "llguidance/test_lark.rs:1258": "members are counted, declared or not",
}


def schemas(data: Path, name: str) -> Iterator[Row]:
    for row in rows(data / "grammars" / name):
        if row["kind"] == "json_schema" and "json_format" not in row.get("opts", {}):
            given = row["schema"]
            yield {**row, "schema": json.loads(given) if isinstance(given, str) else given}


def texts(row: Row) -> tuple[tuple[str, bool], ...]:
    """Each text with the standard's answer; a text it calls no JSON (null) is to be refused."""
    if "tests" in row:
        return tuple((text_of(test["data"]), test["spec"]) for test in row["tests"])
    sides = [zip(row[side], row.get(f"{side}_spec", ()), strict=False) for side in ("accept", "reject")]
    answers = [(text, bool(spec)) for side in sides for text, spec in side]
    return tuple(answer for answer in answers if (row["id"], answer[0]) not in DISPUTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_schemas_of_other_engines(shared_data: Path, suite_line: Callable[[str], None], name: str) -> None:
    judged = [row for row in schemas(shared_data, name) if "build_error" not in row]
    fates = [fate(Group(row["id"], row["schema"], texts(row)), whitespace="json") for row in judged]
    suite_line(one_line(f"schemas of {name}", fates))
    assert {one.name: one.why for one in fates if one.sort == "false accept"} == {}
    assert not_right(fates) == {key: sort for key, (sort, _) in EXPECTED[name].items()}
    assert len(fates) == GROUPS[name]


def outcome(schema: Any) -> str:
    try:
        compile("json_schema", schema)
    except UnsatisfiableError:
        return "unsatisfiable"
    except MaskscopeError as error:
        return type(error).__name__
    return "taken"


def test_what_other_engines_refuse_to_build_is_refused_or_has_texts(shared_data: Path) -> None:
    refused = [row for name in EXPECTED for row in schemas(shared_data, name) if "build_error" in row]
    outcomes = [(row["id"], outcome(row["schema"])) for row in refused]
    assert len(outcomes) == 41
    assert {name for name, end in outcomes if end == "taken"} == set(TAKEN)
    assert {end for _, end in outcomes} == {"taken", "unsatisfiable", "GrammarError"}
