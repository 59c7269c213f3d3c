"""Bug reports about other engines, with the standard's answer: schemas and regexes (tests/gbnf has the grammars).

A row with an error is malformed or empty, and must be refused, or match nothing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from maskscope import GrammarError, MaskscopeError, UnsatisfiableError, compile
from support.suite_report import Fate, fate, not_right, one_line
from support.suite_rows import Group, Row, rows

pytestmark = pytest.mark.suite

# Disputed beyond the texts of the rows: what we chose, told by one more text each
DISPUTED: dict[str, tuple[str, bool]] = {
    "sch-empty-properties": ('{"a":1}', True),  # an object is open unless it says otherwise
    "sch-pattern-half-anchored-alt": ('"xBx"', True),  # ^ belongs to the first branch alone, $ to the last
    "sch-pattern-identity-escape": ('"hello there indeed!"', True),  # \! is !, with a note
}

# Errors that may also be said of what compiles, since the answer is an empty language
EMPTY = {"unsatisfiable", "unsatisfiable-or-unsupported"}


def reports(data: Path, kind: str) -> Iterator[Row]:
    return (row for row in rows(data / "field" / "cases.jsonl") if row["kind"] == kind)


def texts(row: Row) -> tuple[tuple[str, bool], ...]:
    return tuple((text, key == "accept") for key in ("accept", "reject") for text in row[key])


def error_of(kind: str, given: Any) -> MaskscopeError | None:
    try:
        compile(kind, given)
    except MaskscopeError as error:
        return error
    return None


def test_schemas_of_bug_reports_are_answered(shared_data: Path, suite_line: Callable[[str], None]) -> None:
    judged = [row for row in reports(shared_data, "schema") if row["error"] is None]
    fates = [fate(Group(row["id"], row["input"], texts(row))) for row in judged]
    suite_line(one_line("field schemas", fates))
    assert not_right(fates) == {}
    assert len(fates) == 48


def test_malformed_and_empty_inputs_of_bug_reports_are_refused(shared_data: Path) -> None:
    wrong = {}
    for kind, name in (("schema", "json_schema"), ("regex", "regex")):
        for row in reports(shared_data, kind):
            error = error_of(name, row["input"]) if row["error"] else None
            if row["error"] and not isinstance(error, UnsatisfiableError if row["error"] in EMPTY else GrammarError):
                wrong[row["id"]] = (row["error"], str(error))
    assert wrong == {}


def test_regexes_of_bug_reports_are_answered(shared_data: Path, suite_line: Callable[[str], None]) -> None:
    fates: list[Fate] = []
    for row in reports(shared_data, "regex"):
        if row["error"] is None:
            language = compile("regex", row["input"])
            wrong = [text for text, valid in texts(row) if language.accepts(text) != valid]
            fates.append(Fate(row["id"], "narrowed" if wrong else "right", " · ".join(wrong)))
    suite_line(one_line("field regexes", fates))
    assert not_right(fates) == {}


@pytest.mark.parametrize("name", DISPUTED)
def test_where_a_report_is_disputed_we_chose(shared_data: Path, name: str) -> None:
    row = next(row for row in reports(shared_data, "schema") if row["id"] == name)
    text, accepted = DISPUTED[name]
    assert compile("json_schema", row["input"]).accepts(text) == accepted
