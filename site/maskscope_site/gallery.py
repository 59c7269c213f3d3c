"""The gallery's cards: every preset with a drawing of its automaton, and the link that opens it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

import maskscope as ms
from maskscope_playground.address import address_of
from maskscope_playground.session import Session
from maskscope_presets import Preset, presets

_KINDS = {"regex": "Regex", "gbnf": "GBNF", "json_schema": "JSON Schema"}


@dataclass(frozen=True, slots=True)
class Card:
    """One preset as the page shows it; `hash` is what follows `index.html#`, `svg` the drawing."""

    title: str
    kind: str
    teaches: str
    hash: str
    svg: Markup


def cards() -> list[Card]:
    """A card a preset, in the gallery's order."""
    return [_card(preset) for preset in presets()]


def _card(preset: Preset) -> Card:
    language = ms.compile(preset.kind, preset.text, **preset.options)
    session = Session(preset=preset.name)
    return Card(preset.title, _KINDS[preset.kind], preset.teaches, address_of(session), Markup(language._repr_html_()))
