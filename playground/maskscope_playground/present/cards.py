"""The gallery: one card a preset, with a drawing of its automaton."""

from __future__ import annotations

from functools import cache
from typing import Any

from maskscope.draw.svg import Theme, svg_of
from maskscope.pipeline import compile
from maskscope_playground.present.machine import machine_of
from maskscope_playground.present.pictures import whole_picture, window
from maskscope_presets import Preset, preset

KIND_NAMES = {"regex": "Regex", "gbnf": "GBNF", "json_schema": "JSON Schema"}
_MOST_NODES = 26  # a card has room for about as many
_MOST_STATES = 200  # of an automaton that is made for a card


def card_view(preset: Preset) -> dict[str, Any]:
    """A card as plain values, its drawing still missing."""
    return {
        "name": preset.name,
        "title": preset.title,
        "kind": KIND_NAMES[preset.kind],
        "teaches": preset.teaches,
        "svg": "",
    }


@cache
def preset_svg(name: str, theme: Theme) -> str:
    """The automaton of a preset: all of it where it fits a card, else the surroundings of its start."""
    chosen = preset(name)
    machine = machine_of(compile(chosen.kind, chosen.text, **dict(chosen.options)), _MOST_STATES)
    picture = whole_picture(machine, "auto")
    if picture is None or picture.graph.n > _MOST_NODES:
        picture = window(machine, b"", 1, "chains")
    return svg_of(picture.graph, picture.layout, theme, title=name, fluid=False)
