"""More than 20,000 samples over all schemas of the shared data that compile: every one is a valid document."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from maskscope import Guide, MaskscopeError, Rng, Vocabulary, compile, load_vocabulary, monkey
from support.oracles_schema import Judges
from support.schema_strategies import spelled
from support.suite_rows import maskbench, official, rows

pytestmark = pytest.mark.suite

DRAFTS = ("draft4", "draft6", "draft7", "draft2019-09", "draft2020-12")
RUNS, BUDGET = 13, 10


@cache
def all_bytes() -> Vocabulary:
    return load_vocabulary("bytes")


def of_official(data: Path) -> Iterator[Any]:
    return (group.schema for draft in DRAFTS for group in official(data, draft))


def of_maskbench(data: Path) -> Iterator[Any]:
    return (group.schema for group in maskbench(data))


def of_engines(data: Path) -> Iterator[Any]:
    for name in ("llguidance.jsonl", "llamacpp_integration.jsonl"):
        yield from (row["schema"] for row in rows(data / "grammars" / name) if row["kind"] == "json_schema")


def wrong_samples(schema: str) -> tuple[int, list[tuple[str, list[str]]]]:
    """How many samples were judged, and those that are no valid documents; none where the schema does not compile."""
    try:
        guide = Guide(compile("json_schema", schema), all_bytes())
    except MaskscopeError:
        return 0, []
    judges, wrong = Judges(schema), []
    for number in range(RUNS):
        run = monkey(guide, Rng(f"{schema} {number}"), BUDGET)
        text = b"".join(step.data for step in run.steps).decode()
        objections = judges.objections(text) if run.stop == "finished" else [run.stop]
        wrong += [(text, objections)] if objections else []
    return RUNS, wrong


@pytest.mark.parametrize(
    ("title", "source", "least"),
    [
        ("JSON-Schema-Test-Suite", of_official, 14_000),
        ("MaskBench", of_maskbench, 5_000),
        ("llguidance and llama.cpp", of_engines, 1_000),
    ],
)
def test_samples_of_public_schemas_are_valid_documents(
    shared_data: Path,
    suite_line: Callable[[str], None],
    title: str,
    source: Callable[[Path], Iterator[Any]],
    least: int,
) -> None:
    schemas = dict.fromkeys(map(spelled, source(shared_data)))
    judged = {schema: wrong_samples(schema) for schema in schemas}
    count = sum(n for n, _ in judged.values())
    wrong = {schema: texts for schema, (_, texts) in judged.items() if texts}
    suite_line(f"samples of the schemas of {title}: {count:,} valid, {len(wrong)} schemas with others")
    assert wrong == {}
    assert count >= least
