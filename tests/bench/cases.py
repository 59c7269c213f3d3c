"""What is measured: grammars as users write them, each with documents that walk through its states.

Beside the everyday ones stand those that cost most: a long enumeration, many optional keys, the hex digits after `\\u`,
a bound on length that is near, deep recursion.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_SHARED = Path(__file__).resolve().parents[3] / "shared" / "data" / "grammars" / "gbnf_files.jsonl"

JSON_IN_GBNF = r"""
root   ::= object
value  ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" ws ( pair ("," ws pair)* )? "}"
pair   ::= string ":" ws value ws
array  ::= "[" ws ( value ws ("," ws value ws)* )? "]"
string ::= "\"" ( [^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4}) )* "\""
number ::= "-"? ("0" | [1-9] [0-9]*) ("." [0-9]+)? ([eE] [-+]? [0-9]+)?
ws     ::= [ \t\n\r]*
"""


@dataclass(frozen=True, slots=True)
class Case:
    """A grammar and texts of its language; a schema is given parsed."""

    name: str
    kind: str
    text: Any
    documents: tuple[str, ...]


def cases() -> list[Case]:
    """All of them, in the order of the table."""
    return [*_schemas(), *_regexes(), *_grammars()]


def _schemas() -> list[Case]:
    user = _closed(
        name={"type": "string", "minLength": 1, "maxLength": 12},
        age={"type": "integer"},
        role={"enum": ["admin", "editor", "viewer"]},
        active={"type": "boolean"},
    )
    optional = {**_closed(**{f"field_{i}": {"type": "integer"} for i in range(30)}), "required": []}
    words = [f"{a}{b}{c}" for a in ("red", "green", "blue", "grey", "pink") for b in range(10) for c in "abcdefghij"]
    tree = {
        "$defs": {"node": {**_closed(value={"type": "integer"}, children={"type": "array", "items": _ref("node")})}},
        "$ref": "#/$defs/node",
    }
    item = _closed(sku={"type": "string", "pattern": "^[A-Z]{2}[0-9]{4}$"}, quantity={"type": "integer", "minimum": 1})
    return [
        Case("schema: user", "json_schema", user,
             _texts({"name": "Bobby", "age": 31, "role": "editor", "active": True})),
        Case(
            "schema: after \\u",
            "json_schema",
            _closed(note={"type": "string"}),
            ('{"note":"caf\\u00e9 \\ud83d\\ude00 \\n x"}', '{"note":"日本語のテキスト"}'),
        ),
        Case("schema: 30 optional", "json_schema", optional, _texts({"field_3": 1, "field_9": 27, "field_28": 5})),
        Case("schema: enum of 500", "json_schema", {"enum": words}, _texts("green7c", "pink9j")),
        Case(
            "schema: maxLength 200",
            "json_schema",
            _closed(text={"type": "string", "maxLength": 200}),
            _texts({"text": "The quick brown fox jumps over the lazy dog. " * 4}),
        ),
        Case("schema: maxLength 8, near", "json_schema", _closed(t={"type": "string", "maxLength": 8}),
             _texts({"t": "a bc déf"})),
        Case("schema: order", "json_schema", _closed(items={"type": "array", "items": item, "minItems": 1}),
             _texts({"items": [{"sku": "AB1234", "quantity": 3}, {"sku": "ZZ0001", "quantity": 12}]})),
        Case("schema: recursive tree", "json_schema", tree,
             _texts({"value": 1, "children": [{"value": 2, "children": [{"value": 3, "children": []}]}]})),
    ]  # fmt: skip


def _regexes() -> list[Case]:
    octet = r"(25[0-5]|2[0-4]\d|1?\d?\d)"
    return [
        Case("regex: date", "regex", r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", ("2026-11-30",)),
        Case("regex: e-mail", "regex", r"[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}", ("jane.doe+lists@mail.example.org",)),
        Case("regex: IPv4", "regex", rf"({octet}\.){{3}}{octet}", ("192.168.10.254",)),
        Case("regex: words", "regex", r"[A-Z][a-z]+( [a-z]+){2,40}\.", ("The mask of a state is its definition.",)),
        Case("regex: letters {1,200}", "regex", r"\p{L}{1,200}", ("Straßenbahnhaltestelle",)),
    ]  # fmt: skip


def _grammars() -> list[Case]:
    document = '{"a": [1, {"b": null}], "hello world": "x \\u00e9 y", "t": [true, [false, [-1.5e3]]]}'
    found = [Case("gbnf: json", "gbnf", JSON_IN_GBNF, (document,))]
    if _SHARED.exists():
        texts = {row["id"].rsplit("/", 1)[-1]: row["grammar"] for row in map(json.loads, _SHARED.open())}
        found.append(Case("gbnf: json.gbnf", "gbnf", texts["json.gbnf"], (document.replace("\n", ""),)))
        found.append(Case("gbnf: arithmetic", "gbnf", texts["arithmetic.gbnf"], ("a+b*(c-12)=7\n",)))
        found.append(Case("gbnf: chess", "gbnf", texts["chess.gbnf"], ("1. e4 e5\n2. Nf3 Nc6\n",)))
    return found


def _closed(**properties: Any) -> dict[str, Any]:
    """An object with exactly these properties."""
    names = list(properties)
    return {"type": "object", "properties": properties, "required": names, "additionalProperties": False}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/$defs/{name}"}


def _texts(*values: Any) -> tuple[str, ...]:
    return tuple(json.dumps(value, separators=(",", ":"), ensure_ascii=False) for value in values)
