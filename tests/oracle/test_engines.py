"""Masks over GPT-2, token by token along random walks, beside llguidance and XGrammar.

Three engines written apart agree on which of 50,257 tokens may come next, wherever a grammar means the same to all.
Where one departs by policy or by fault it is said below, and only that departure is allowed:

* llguidance allows one token, its canonical one, where the next bytes are forced;
* llguidance writes no DEL and no \\/ in strings, and no escapes at all in strings with a pattern or format;
* XGrammar loses some tokens that end several levels of a recursion whose rest may be empty.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from bench.cases import JSON_IN_GBNF, Case
from bench.engines import Engine, Llguidance, Xgrammar
from maskscope import Guide, Rng, Vocabulary, compile, load_vocabulary, monkey

pytestmark = pytest.mark.oracle

WALKS, BUDGET = 4, 24

REGEXES = (
    "[a-z]+@[a-z]+\\.(com|org)",
    "25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9]",
    "(ab|ba)*c{2,5}",
    "[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",
    "(foo|foobar)(bar)?",
    "[^a-z]{1,20}",
    "é+ü?[\\u0430-\\u044f]*",
    "a{3}(b?c){0,40}",
    "(x?){3,5}y",
    '"([^"\\\\]|\\\\["\\\\/bfnrt])*"',
    "[ab]*a[ab]{12}",
    "😀|👍🏽|[\\u4e00-\\u9fff]{2}",
)
GRAMMARS = {
    "json": JSON_IN_GBNF,
    "balanced": 'root ::= "(" root ")" root | ""',
    "sums": 'root ::= term (("+" | "-") term)*\nterm ::= [0-9]+ | "(" root ")"',
    "two stacks": 'root ::= "a" root "x" | "a" root "y" | "b"',
    "words": 'root ::= word (" " word){0,9} "."\nword ::= [A-Za-z]+ | [0-9]{1,3}',
    "code points": 'root ::= [α-ω]+ ("·" [α-ω]+)* [^a-zα-ω]?',
}
XGRAMMAR_LOSES = {"balanced", "two stacks"}
SCHEMAS: tuple[dict[str, Any], ...] = (
    {"type": "boolean"},
    {"enum": ["red", "green", "blue", 7, None]},
    {"type": "array", "items": {"type": "boolean"}, "minItems": 1, "maxItems": 3},
    {
        "type": "object",
        "properties": {"a": {"type": "null"}, "b": {"enum": ["x", "xy"]}},
        "required": ["a", "b"],
        "additionalProperties": False,
    },
    {
        "type": "object",
        "properties": {name: {"type": "boolean"} for name in ("first", "second", "third")},
        "additionalProperties": False,
    },
    {
        "$defs": {"tree": {"type": "array", "items": {"$ref": "#/$defs/tree"}}},
        "$ref": "#/$defs/tree",
    },
    {"type": "string", "maxLength": 12},
    {"type": "string", "pattern": "^[A-Z]{2}[0-9]{4}$"},
    {"type": "string", "format": "date"},
    {"type": "integer", "minimum": -7, "maximum": 1234},
    {"type": "number", "exclusiveMinimum": 0.5, "maximum": 10},
    {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}},
    {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["b"]},
    {"type": "object", "additionalProperties": {"type": "number"}},
)


@cache
def gpt2() -> Vocabulary:
    return load_vocabulary("gpt2")


@cache
def peer(name: str) -> Engine:
    """Another engine; the test is skipped where it is not installed."""
    pytest.importorskip(name)
    return {"llguidance": Llguidance, "xgrammar": Xgrammar}[name](gpt2())


Disagreements = list[tuple[str, list[bytes], list[bytes]]]


def disagreements(engine: Engine, case: Case, seed: str) -> Disagreements:
    """Where along one walk of ours the masks differ: the text so far, tokens only we allow, tokens only they do."""
    guide, text = Guide(compile(case.kind, case.text), gpt2()), b""
    theirs, found = engine.compile(case)(), []
    for step in monkey(guide, Rng(seed), BUDGET).steps:
        theirs.mask()
        ours = guide.mask(step.state)
        other = np.unpackbits(theirs.bits().view(np.uint8), bitorder="little")[: len(ours)].astype(bool)
        only_ours = [token for token in tokens(ours & ~other) if not is_departure(engine, case, other, token)]
        if only_ours or tokens(other & ~ours):
            found.append((text.decode("utf-8", "replace"), only_ours[:5], tokens(other & ~ours)[:5]))
        if not other[step.token] or step.token in gpt2().eos_ids:
            break
        theirs.take(step.token)
        text += step.data
    return found


def tokens(mask: NDArray[np.bool_]) -> list[bytes]:
    return [gpt2().token(i) for i in np.flatnonzero(mask).tolist()]


def is_departure(engine: Engine, case: Case, other: NDArray[np.bool_], token: bytes) -> bool:
    """Whether the other engine is known not to allow this token here."""
    if engine.name == "xgrammar":
        return case.name in XGRAMMAR_LOSES
    forced = np.count_nonzero(other) == 1
    return forced or (case.kind == "json_schema" and (b"\\" in token or b"\x7f" in token))


def all_disagreements(name: str, kind: str, text: Any, title: str = "") -> Disagreements:
    case = Case(title or str(text), kind, text, ())
    return [one for i in range(WALKS) for one in disagreements(peer(name), case, f"{case.name} {i}")]


@pytest.mark.parametrize("name", ["llguidance", "xgrammar"])
@pytest.mark.parametrize("text", REGEXES)
def test_masks_of_regexes_agree(name: str, text: str) -> None:
    assert all_disagreements(name, "regex", text) == []


@pytest.mark.parametrize("name", ["llguidance", "xgrammar"])
@pytest.mark.parametrize("title", GRAMMARS)
def test_masks_of_grammars_agree(name: str, title: str) -> None:
    assert all_disagreements(name, "gbnf", GRAMMARS[title], title) == []


@pytest.mark.parametrize("schema", SCHEMAS, ids=str)
def test_masks_of_schemas_agree(schema: dict[str, Any]) -> None:
    assert all_disagreements("llguidance", "json_schema", schema) == []
