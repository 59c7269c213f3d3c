"""The gallery's cards: every preset with a drawing of its automaton, and the link that opens it."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup


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
    return []
