"""Does a preset do as it says? Every claim in its file, and what cannot be written down: that sampling ends well."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Any

from maskscope.automaton.language import DEAD, Language
from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.errors import MaskscopeError
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary
from maskscope_presets.preset import Preset, Refusal

_BUDGET = 64


def check_preset(preset: Preset, vocabulary: Vocabulary, samples: int = 50, seed: int = 42) -> tuple[str, ...]:
    """What is wrong with a preset, one sentence each; empty when all is well.

    It must compile, accept and refuse its texts (at the stated byte), and each of `samples` runs of monkey sampling
    must finish with a text that it accepts. For a schema, `jsonschema` must agree about every text.
    """
    try:
        language = compile(preset.kind, preset.text, **preset.options)
    except MaskscopeError as problem:
        return (str(problem),)
    return (*_claims(preset, language), *_samples(preset, language, vocabulary, range(seed, seed + samples)))


def refused_at(language: Language, text: str) -> int | None:
    """The byte at which a text is refused, its length when it only ends too soon, None when it is accepted."""
    data, state = text.encode(), language.start
    for index, b in enumerate(data):
        state = language.step(state, b)
        if state == DEAD:
            return index
    return None if language.is_accepting(state) else len(data)


def _claims(preset: Preset, language: Language) -> Iterator[str]:
    for text in preset.accepts:
        place = refused_at(language, text)
        if place is not None:
            yield f"refuses {text!r} at byte {place}, which it should accept"
        elif not _validates(preset, text):
            yield f"accepts {text!r}, which jsonschema refuses"
    for refusal in preset.refuses:
        yield from _refusal(language, refusal)


def _refusal(language: Language, refusal: Refusal) -> Iterator[str]:
    place = refused_at(language, refusal.text)
    if place is None:
        yield f"accepts {refusal.text!r}, which it should refuse"
    elif refusal.at not in (None, place):
        yield f"refuses {refusal.text!r} at byte {place}, not at byte {refusal.at}"


def _samples(preset: Preset, language: Language, vocabulary: Vocabulary, seeds: range) -> Iterator[str]:
    guide = Guide(language, vocabulary)
    for seed in seeds:
        run = monkey(guide, Rng(seed), _BUDGET)
        if not run.finished:
            yield f"sampling with seed {seed} does not finish: {run.stop} after {len(run.steps)} tokens"
        elif not language.accepts(run.data):
            yield f"sampling with seed {seed} gives {run.text!r}, which is not accepted"
        elif not _validates(preset, run.text):
            yield f"sampling with seed {seed} gives {run.text!r}, which jsonschema refuses"


def _validates(preset: Preset, text: str) -> bool:
    """Whether an independent validator agrees; texts of other kinds have none."""
    return preset.kind != "json_schema" or bool(_validator(preset.text).is_valid(_exactly(text)))


def _exactly(text: str) -> Any:
    """JSON with decimals: in binary floating point, 0.07 is no multiple of 0.01."""
    return json.loads(text, parse_float=Decimal)


@cache
def _validator(schema: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_exactly(schema), format_checker=Draft202012Validator.FORMAT_CHECKER)
