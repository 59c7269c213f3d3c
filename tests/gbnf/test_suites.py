"""GBNF against the public suites: llama.cpp's own tests and files, bug reports, and XGrammar's recorded tests.

Each row that we answer otherwise stands below with its reason, and nothing else is skipped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from maskscope.errors import MaskscopeError
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary

pytestmark = pytest.mark.suite

Row = dict[str, Any]

# A hundred tokens to be named by their ids, then every byte, then the end
NAMED = tuple(f"<{i}>".encode() for i in range(100))
BYTES_AND_HUNDRED = Vocabulary(
    "bytes and a hundred names",
    (*NAMED, *(bytes([b]) for b in range(256)), b"<end>"),
    eos_ids=(356,),
    special_ids=frozenset({356}),
)

# What llama.cpp refuses and we take, each with a note of the kind "portability" (but for the last, where there is none)
TAKEN_HERE = {
    "llama.cpp/test-grammar-parser.cpp:156": "a minimum above 2,000 is exact here",
    "llama.cpp/test-grammar-parser.cpp:160": "a minimum above 2,000 is exact here",
    "llama.cpp/test-grammar-parser.cpp:164": "a minimum above 2,000 is exact here",
    "llama.cpp/test-grammar-integration.cpp:858": "plain left recursion is a repetition here",
    "llama.cpp/test-grammar-integration.cpp:865": "plain left recursion is a repetition here",
    "gb-left-rec-direct": "plain left recursion is a repetition here",
    "gb-left-rec-where": "plain left recursion is a repetition here",
    "gb-leading-bar-toplevel": "a | may begin a line here",
    "gb-underscore-name": "names may have underscores here",
    "llama.cpp/test-grammar-parser.cpp:148": "99 of 99 of 99 … are too many rules there, and counters here",
}

# XGrammar's dialect of EBNF, where it is not GBNF
NOT_GBNF = {
    "Regex(": "a macro of XGrammar",
    "rule7 ::= rule8": "indirect left recursion is an error here",
}


def rows(folder: Path, name: str, kind: str) -> Iterator[Row]:
    for line in (folder / name).read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["kind"] == kind:
            yield row


def wrong_answers(row: Row, grammar: str, root: str = "root") -> list[str]:
    language = compile("gbnf", grammar, root=root)
    texts = [(text, key == "accept") for key in ("accept", "reject") for text in row[key] if isinstance(text, str)]
    return [text for text, wanted in texts if language.accepts(text) != wanted]


def test_the_files_of_llama_cpp_accept_and_refuse_their_texts(
    shared_data: Path, suite_line: Callable[[str], None]
) -> None:
    found = {
        r["id"]: wrong_answers(r, r["grammar"]) for r in rows(shared_data, "grammars/gbnf_files_cases.jsonl", "gbnf")
    }
    assert len(found) == 9
    wrong = {key: texts for key, texts in found.items() if texts}
    suite_line(f"gbnf: llama.cpp's files {len(found) - len(wrong)} of {len(found)} right")
    assert wrong == {}


def test_the_integration_tests_of_llama_cpp_hold(shared_data: Path, suite_line: Callable[[str], None]) -> None:
    plain = [
        r for r in rows(shared_data, "grammars/llamacpp_integration.jsonl", "gbnf") if not r["uses_token_terminals"]
    ]
    assert len(plain) == 12
    wrong = {r["id"]: texts for r in plain if (texts := wrong_answers(r, r["grammar"]))}
    suite_line(f"gbnf: llama.cpp's integration tests {len(plain) - len(wrong)} of {len(plain)} right")
    assert wrong == {}


def test_what_llama_cpp_parses_is_parsed_and_what_it_refuses_is_refused(shared_data: Path) -> None:
    otherwise = {}
    for row in rows(shared_data, "grammars/llamacpp_gbnf_parse.jsonl", "gbnf"):
        taken, notes = outcome(row["grammar"])
        if row["parses"] is not None and row["parses"] != taken and row["id"] not in TAKEN_HERE:
            otherwise[row["id"]] = notes
    assert otherwise == {}


def test_bug_reports_about_grammars_are_answered(shared_data: Path) -> None:
    wrong: dict[str, object] = {}
    for row in rows(shared_data, "field/cases.jsonl", "gbnf"):
        if row["error"] is None:
            wrong[row["id"]] = wrong_answers(row, row["input"])
        elif row["id"] not in TAKEN_HERE:
            wrong[row["id"]] = outcome(row["input"])[0]
    assert {key: answer for key, answer in wrong.items() if answer} == {}


@pytest.mark.parametrize("name", ["grammars/llamacpp_gbnf_parse.jsonl", "field/cases.jsonl"])
def test_each_departure_from_llama_cpp_has_a_note(shared_data: Path, name: str) -> None:
    for row in rows(shared_data, name, "gbnf"):
        if row["id"] in TAKEN_HERE and not row["id"].endswith(":148"):
            taken, notes = outcome(row.get("grammar", row.get("input")))
            assert (taken, "portability" in notes) == (True, True), row["id"]


def test_the_grammars_that_llama_cpp_makes_of_schemas_compile(shared_data: Path) -> None:
    path = shared_data / "grammars/llamacpp_schema_to_gbnf.jsonl"
    made = [row for line in path.read_text("utf-8").splitlines() if (row := json.loads(line))["ok"]]
    assert len(made) == 78
    answers = {row["name"]: outcome(row["expected_gbnf"]) for row in made}
    assert {name: why for name, (taken, why) in answers.items() if not taken} == {}


def test_the_grammars_of_xgrammar_accept_and_refuse_their_texts(shared_data: Path) -> None:
    wrong, judged = {}, 0
    for row in rows(shared_data, "grammars/xgrammar.jsonl", "ebnf"):
        if "build_error" in row or any(mark in row["grammar"] for mark in NOT_GBNF):
            continue
        judged += 1
        texts = wrong_answers(row, row["grammar"], row["opts"].get("root_rule_name", "root"))
        if texts:
            wrong[row["id"]] = texts
    assert judged >= 38
    assert wrong == {}


def outcome(grammar: str) -> tuple[bool, set[str] | str]:
    """Whether the grammar compiles, and the kinds of its notes, or the error."""
    try:
        return True, {note.kind for note in compile("gbnf", grammar).notes}
    except MaskscopeError as problem:
        return False, str(problem)


def test_the_integration_tests_with_token_elements_hold(shared_data: Path) -> None:
    judged = 0
    for row in rows(shared_data, "grammars/llamacpp_integration.jsonl", "gbnf"):
        if row["uses_token_terminals"]:
            guide = Guide(compile("gbnf", row["grammar"]), BYTES_AND_HUNDRED)
            texts = [(text["segments"], key == "accept") for key in ("accept", "reject") for text in row[key]]
            assert [segments for segments, wanted in texts if takes(guide, segments) != wanted] == []
            judged += len(texts)
    assert judged >= 20


def takes(guide: Guide, segments: list[dict[str, Any]]) -> bool:
    """Whether the guide takes the tokens, and then the end; a text is taken byte by byte."""
    state = guide.start
    for segment in segments:
        ids = [segment["token"]] if "token" in segment else [100 + b for b in segment["text"].encode()]
        for token in ids:
            if state < 0 or token not in guide.allowed(state):
                return False
            state = guide.advance(state, token)
    return bool(guide.language.is_accepting(state))
