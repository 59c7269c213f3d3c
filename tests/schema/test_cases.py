"""Every case file of `tests/cases/json_schema`: what a schema accepts and refuses, and its exact errors."""

from __future__ import annotations

import json

import pytest

from maskscope.automaton.language import Language
from maskscope.errors import MaskscopeError
from maskscope.pipeline import compile
from support.schema_cases import CASES, Case

NO_CONSTANTS: dict[str, float] = {}


def language(case: Case) -> Language:
    return compile("json_schema", case.text, **case.options)


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_a_schema_accepts_and_refuses_what_its_case_says(case: Case) -> None:
    built = language(case)
    assert [text for text in case.accepts if not built.accepts(text)] == []
    assert [text for text in (*case.refuses, *case.unwritten) if built.accepts(text)] == []


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_the_case_says_what_the_standard_says(case: Case) -> None:
    """The expected answers above, checked by another implementation."""
    if case.options.get("closed") or case.options.get("formats") == "annotate":
        pytest.skip("the option changes what the schema means")
    jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="a compiled package, which Pyodide has not")
    schema = json.loads(case.text)
    try:
        oracle = jsonschema_rs.validator_for(schema, validate_formats=True)
    except (jsonschema_rs.ValidationError, ValueError):  # ValueError: half of a surrogate pair
        pytest.skip("the other implementation does not take this schema")
    assert [text for text in (*case.accepts, *case.unwritten) if not oracle.is_valid(json.loads(text))] == []
    assert [text for text in case.refuses if is_json(text) and oracle.is_valid(json.loads(text))] == []


def is_json(text: str) -> bool:
    """Whether a text is JSON in Unicode, which has no NaN and no half of a surrogate pair."""
    try:
        json.dumps(json.loads(text, parse_constant=NO_CONSTANTS.__getitem__), ensure_ascii=False).encode()
    except (ValueError, KeyError):
        return False
    return True


@pytest.mark.parametrize("case", [case for case in CASES.good() if case.notes is not None], ids=lambda case: case.name)
def test_the_notes_are_those_of_the_case(case: Case) -> None:
    assert tuple(note.text for note in language(case).notes) == case.notes


@pytest.mark.parametrize("case", CASES.bad(), ids=lambda case: case.name)
def test_a_wrong_schema_has_the_whole_message_of_its_case(case: Case) -> None:
    with pytest.raises(MaskscopeError) as error:
        language(case)
    assert (str(error.value), type(error.value).__name__) == (case.error.strip("\n"), case.sort)
