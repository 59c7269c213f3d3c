"""Two other validators as judges of our texts, and where one of them is known to be wrong.

Numbers are given to both as `Decimal`, in the schema and in the document: binary floats would make
3523885257140016.1 an integer and 0.07 no multiple of 0.01. `jsonschema_rs` has the last word. `jsonschema` is asked as
well; where it alone objects, and by a keyword of `FAULTS`, that is one of its known faults. An objection comes by a
keyword if that is on its path, or decided what a keyword of `DECIDED` above it found: not, of what matches by mistake.
"""

from __future__ import annotations

import decimal
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

import jsonschema
import pytest

jsonschema_rs = pytest.importorskip("jsonschema_rs", reason="a compiled package, which Pyodide has not")

# Where `jsonschema` differs from the standard, by a keyword on the way to its error (all but `format` only in schemas
# that have patterns)
FAULTS = {
    "pattern": "is Python's re: no \\p, another \\w and \\s, and $ before a last line feed",
    "patternProperties": "is Python's re, as for pattern",
    "additionalProperties": "leaves out the keys of patternProperties by Python's re",
    "unevaluatedProperties": "counts the keys of patternProperties by Python's re",
    "format": "knows other editions of the formats, and regex is Python's",
}

_PATTERNS = ("pattern", "patternProperties")

# Keywords whose objection says nothing of the keywords below that decided it
DECIDED = {"not", "oneOf", "contains", "unevaluatedProperties", "unevaluatedItems"}

# CJK Extension J is letters since Unicode 17, which our tables are of; those of `jsonschema_rs` are of 16
_NEW_LETTERS = re.compile("[\U000323b0-\U00033479]")

# Exact remainders of long numbers by small steps
EXACT = decimal.Context(prec=20_000, Emax=decimal.MAX_EMAX, Emin=decimal.MIN_EMIN)


def value_of(text: str) -> Any:
    """The value of a JSON text, numbers exact; ValueError for what Python reads and JSON has not, as NaN."""
    return json.loads(text, parse_float=_number, parse_constant=_no_constant)


def _number(digits: str) -> Decimal:
    """The number; one whose exponent is beyond Decimal's own is written only where any number will do."""
    try:
        return Decimal(digits)
    except decimal.InvalidOperation:
        return Decimal("1e400")


def _no_constant(name: str) -> Decimal:
    raise ValueError(f"{name} is no JSON")


@dataclass(frozen=True)
class Judges:
    """Both validators for one schema, given as its text; `formats` tells whether formats are asserted."""

    schema: str
    formats: bool = True

    @cached_property
    def rust(self) -> Any:
        """None where it does not take the schema: an unknown dialect, a document it has not, half a surrogate pair."""
        try:
            return jsonschema_rs.validator_for(value_of(self.schema), validate_formats=self.formats)
        except (jsonschema_rs.ValidationError, ValueError):
            return None

    @cached_property
    def python(self) -> Any:
        schema = value_of(self.schema)
        kind = jsonschema.validators.validator_for(schema, default=jsonschema.Draft202012Validator)
        return kind(schema, format_checker=kind.FORMAT_CHECKER if self.formats else None)

    def objections(self, text: str) -> list[str]:
        """Why the text is not a valid document, in the words of either; none if it is one."""
        try:
            value = value_of(text)
        except ValueError as error:
            return [f"no JSON: {error}"]
        first = self.rust.iter_errors(value) if self.rust and not _NEW_LETTERS.search(text) else ()
        found = [f"jsonschema_rs: {error.message}" for error in first]
        theirs = self._of_python(value)
        return found + [f"jsonschema: {error.message}" for error in theirs if found or not self._is_fault(error)]

    def _of_python(self, value: Any) -> list[jsonschema.ValidationError]:
        """Its errors; none where it gives up: at \\p{L}, on a reference round and round, dividing 2e63854 by a step."""
        try:
            with decimal.localcontext(EXACT):
                return list(self.python.iter_errors(value))
        except (re.error, RecursionError, decimal.InvalidOperation):
            return []

    def _is_fault(self, error: jsonschema.ValidationError) -> bool:
        """Whether the objection, or one below it, comes by a keyword that `jsonschema` gets wrong in this schema."""
        faults = set(FAULTS) if '"pattern' in self.schema else {"format"}
        if "/2019-09/" in self.schema:  # there it forgets the additionalProperties that stands beside it
            faults |= {"unevaluatedProperties"}
        todo = [error]
        for one in todo:  # grows while it is walked
            todo.extend(one.context or ())
        return any(
            faults & set(map(str, one.absolute_schema_path)) or self._is_decided(one, faults & {"format", *_PATTERNS})
            for one in todo
        )

    def _is_decided(self, error: jsonschema.ValidationError, faults: set[str]) -> bool:
        """Whether one of the keywords stands where it may have decided the objection."""
        if "if" in error.absolute_schema_path:
            part = self.schema  # the condition stands beside what objects
        elif error.validator in DECIDED:
            part = json.dumps(error.schema, default=str)
        else:
            return False
        where = self.schema if "Ref" in part or '"$ref"' in part else part
        return any(f'"{keyword}"' in where for keyword in faults)
