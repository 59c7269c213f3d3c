"""The keyword table and the readers are one list; every keyword of the table stands in a case file."""

from __future__ import annotations

import pytest
from jsonschema_specifications import REGISTRY

from maskscope.syntax.schema.drafts import DRAFT2019, DRAFT2020, DRAFTS, Draft, draft_of
from maskscope.syntax.schema.reader import READERS
from maskscope.syntax.schema.support import TABLE, keywords_of, nearest_keyword
from support.schema_cases import CASES

BY_NAME = {row.name: row for row in TABLE}
ASSERTIONS = [name for name, row in BY_NAME.items() if row.level in ("exact", "conditional")]


def test_every_reader_is_in_the_table() -> None:
    assert set(READERS) - set(BY_NAME) == set()


def test_every_assertion_has_a_reader() -> None:
    assert [name for name in ASSERTIONS if name not in READERS] == []


def test_every_assertion_has_a_case() -> None:
    texts = " ".join(case.text for case in CASES.all())
    assert [name for name in ASSERTIONS if f'"{name}"' not in texts] == []


@pytest.mark.parametrize("draft", DRAFTS, ids=lambda draft: draft.name)
def test_the_table_has_every_keyword_of_the_meta_schema(draft: Draft) -> None:
    """2020-12 lists `dependencies`, `definitions` and two others only as what they once were."""
    known = set(keywords_of(draft)) | (
        {"$recursiveAnchor", "$recursiveRef", "definitions"} if draft is DRAFT2020 else set()
    )
    assert meta_keywords(draft) - known == set()


def meta_keywords(draft: Draft) -> set[str]:
    meta = REGISTRY.contents(draft.uri if draft.number >= 2019 else draft.uri + "#")
    found = set(meta.get("properties", {}))
    if draft in (DRAFT2019, DRAFT2020):
        base = draft.uri.rsplit("/", 1)[0]
        for part in meta["allOf"]:
            found |= set(REGISTRY.contents(f"{base}/{part['$ref']}").get("properties", {}))
    return found


def test_a_draft_is_known_however_its_name_is_written() -> None:
    for uri in ("http://json-schema.org/draft-07/schema#", "https://json-schema.org/draft-07/schema"):
        draft = draft_of(uri)
        assert draft is not None and draft.name == "draft-07"
    assert draft_of("https://example.com/schema") is None


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("requird", "required"),
        ("minlength", "minLength"),
        ("additionalPropertes", "additionalProperties"),
        ("itmes", None),
        ("x-order", None),
        ("anyof", "anyOf"),
    ],
)
def test_a_misspelt_keyword_is_known_by_its_letters(word: str, meant: str | None) -> None:
    assert nearest_keyword(word, DRAFT2020) == meant


def test_every_row_says_something() -> None:
    assert [row.name for row in TABLE if not row.what] == []
