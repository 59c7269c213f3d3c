"""The tape as numbers over its steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from maskscope_playground.present.words import counted, percent
from maskscope_playground.tape import Move, Tape

_MOST_POINTS = 300
Plot = dict[str, Any]  # title, logarithmic, budget; steps, values and what each point says, one entry a point


def plots_of(tape: Tape, moves: tuple[Move, ...]) -> list[Plot]:
    """What can be plotted: nothing before the first step; mass only where every step had a model's opinion."""
    if not moves:
        return []
    distances = [tape.guide.distance(tape.guide.start), *(move.step.distance for move in moves)]
    counts = [move.step.n_allowed for move in moves]
    found = [
        _plot("bytes to a complete text", 0, distances, lambda n: counted(n, "byte")),
        _plot("tokens allowed (log)", 1, counts, lambda n: counted(n, "token"), logarithmic=True),
    ]
    masses = [move.effect.feasible_mass for move in moves if move.effect is not None]
    if len(masses) == len(moves):
        found.append(_plot("model's mass allowed", 1, masses, lambda mass: percent(mass, 1.0)))
    return [{**plot, "budget": tape.budget} for plot in found]


def _plot(title: str, first: int, values: list[Any], say: Callable[[Any], str], logarithmic: bool = False) -> Plot:
    """One plot, from step `first` on; of a long tape every so many points."""
    every = range(first, first + len(values))
    shown = [*range(0, len(values) - 1, 1 + len(values) // _MOST_POINTS), len(values) - 1]
    return {
        "title": title,
        "logarithmic": logarithmic,
        "steps": [every[i] for i in shown],
        "values": [values[i] for i in shown],
        "said": [say(values[i]) for i in shown],
    }
