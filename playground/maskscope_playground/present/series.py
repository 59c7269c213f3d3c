"""The tape as numbers over its steps."""

from __future__ import annotations

from typing import Any

from maskscope_playground.present.words import counted, percent
from maskscope_playground.tape import Move, Tape

Plot = dict[str, Any]  # title, logarithmic, budget; steps, values and what each point says, one entry a point


def plots_of(tape: Tape, moves: tuple[Move, ...]) -> list[Plot]:
    """What can be plotted: nothing before the first step; mass only where every step had a model's opinion."""
    if not moves:
        return []
    distances = [tape.guide.distance(tape.guide.start), *(move.step.distance for move in moves)]
    counts = [move.step.n_allowed for move in moves]
    found = [
        _plot("bytes to a complete text", 0, distances, [counted(n, "byte") for n in distances]),
        _plot("tokens allowed (log)", 1, counts, [counted(n, "token") for n in counts], logarithmic=True),
    ]
    masses = [move.effect.feasible_mass for move in moves if move.effect is not None]
    if len(masses) == len(moves):
        found.append(_plot("model's mass allowed", 1, masses, [percent(mass, 1.0) for mass in masses]))
    return [{**plot, "budget": tape.budget} for plot in found]


def _plot(title: str, first: int, values: list[int] | list[float], said: list[str], logarithmic: bool = False) -> Plot:
    steps = list(range(first, first + len(values)))
    return {"title": title, "logarithmic": logarithmic, "steps": steps, "values": values, "said": said}
