"""JSON-Schema-Test-Suite, the required tests of five drafts: nothing wrong is accepted, and what is not right is named.

Remote documents are left out: a reference to one is an error here, by design. `format` is an annotation, as the
required tests take it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from support.suite_report import Sort, fate, not_right, one_line
from support.suite_rows import official

pytestmark = pytest.mark.suite

UNIQUE = "uniqueItems over arrays and objects of any kind: their equality needs unbounded memory"
META = "the meta-schema of draft-04, which itself asks for unique items of any kind in an enum"
DIALECT = "a dialect without the validation vocabulary, whose meta-schema is not at hand: minimum is kept, and narrows"

Expected = dict[str, tuple[Sort, str]]
EVERY: Expected = {
    "uniqueItems#0": ("refused", UNIQUE),
    "uniqueItems#1": ("refused", UNIQUE),
}
EXPECTED: dict[str, Expected] = {
    "draft2020-12": {**EVERY, "vocabulary#0": ("narrowed", DIALECT)},
    "draft2019-09": {**EVERY, "vocabulary#0": ("narrowed", DIALECT)},
    "draft7": EVERY,
    "draft6": EVERY,
    "draft4": {**EVERY, "definitions#0": ("refused", META), "ref#7": ("refused", META)},
}
GROUPS = {"draft2020-12": 359, "draft2019-09": 353, "draft7": 243, "draft6": 218, "draft4": 149}
LEAST_RIGHT = {"draft2020-12": 345 / 359, "draft2019-09": 0.93, "draft7": 234 / 243, "draft6": 0.93, "draft4": 0.93}


@pytest.mark.parametrize("draft", EXPECTED)
def test_the_required_tests_of_a_draft(shared_data: Path, suite_line: Callable[[str], None], draft: str) -> None:
    fates = [fate(group, formats="annotate") for group in official(shared_data, draft)]
    suite_line(one_line(f"JSON-Schema-Test-Suite {draft} required", fates))
    assert {one.name: one.why for one in fates if one.sort == "false accept"} == {}
    assert not_right(fates) == {name: sort for name, (sort, _) in EXPECTED[draft].items()}
    assert len(fates) == GROUPS[draft]
    assert sum(one.sort == "right" for one in fates) >= LEAST_RIGHT[draft] * len(fates)
