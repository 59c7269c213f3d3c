"""The tape as numbers over its steps."""

from __future__ import annotations

from dataclasses import dataclass

from maskscope_playground.present.words import counted, percent
from maskscope_playground.tape import Move, Tape


@dataclass(frozen=True, slots=True)
class Spec:
    """One plot."""

    title: str
    logarithmic: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """Points of one plot, and what each says."""

    steps: tuple[int, ...]
    values: tuple[float, ...]
    said: tuple[str, ...]


SERIES = {
    "distance": Spec("bytes to a complete text"),
    "allowed": Spec("tokens allowed (log)", logarithmic=True),
    "feasible": Spec("model's mass allowed"),
}


def series_of(tape: Tape, moves: tuple[Move, ...]) -> dict[str, Series]:
    """The series there are; mass only where every step had a model's opinion."""
    if not moves:
        return {}
    distances = [tape.guide.distance(tape.guide.start), *(move.step.distance for move in moves)]
    found = {
        "distance": Series(tuple(range(len(distances))), tuple(map(float, distances)), _said(distances, "byte")),
        "allowed": _allowed(moves),
    }
    masses = [move.effect.feasible_mass for move in moves if move.effect is not None]
    if len(masses) == len(moves):
        words = tuple(percent(mass, 1.0) for mass in masses)
        found["feasible"] = Series(tuple(range(1, len(moves) + 1)), tuple(masses), words)
    return found


def _allowed(moves: tuple[Move, ...]) -> Series:
    counts = [move.step.n_allowed for move in moves]
    return Series(tuple(range(1, len(moves) + 1)), tuple(map(float, counts)), _said(counts, "token"))


def _said(numbers: list[int], noun: str) -> tuple[str, ...]:
    return tuple(counted(n, noun) for n in numbers)
