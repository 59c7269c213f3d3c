"""The sample of MaskBench: 412 schemas of the real world with instances, right and wrong ones.

What we do not answer fully is named with its reason. Nothing wrong may be accepted, and no schema may take long.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.suite_report import Sort, fate, not_right, one_line
from support.suite_rows import maskbench

pytestmark = pytest.mark.suite

SCHEMAS, LEAST_RIGHT = 412, 398
SECONDS = 5  # of processor time, for one compile

EXPECTED: dict[str, tuple[Sort, str]] = {
    "JsonSchemaStore---filespec-schema": ("narrowed", "a value of any kind inside unique items has no undeclared keys"),
    "JsonSchemaStore---statamic.blueprint.schema": (
        "refused",
        "unique arrays and objects inside unique items: each level would be an automaton inside the other",
    ),
}


def test_real_schemas_are_answered_rightly_or_named(shared_data: Path, suite_line: Callable[[str], None]) -> None:
    fates = [fate(group) for group in maskbench(shared_data)]
    suite_line(one_line("MaskBench sample", fates))
    assert {one.name: one.why for one in fates if one.sort == "false accept"} == {}
    assert not_right(fates) == {name: sort for name, (sort, _) in EXPECTED.items()}
    assert len(fates) == SCHEMAS
    assert sum(one.sort == "right" for one in fates) >= LEAST_RIGHT
    assert {one.name: one.seconds for one in fates if one.seconds > SECONDS} == {}
