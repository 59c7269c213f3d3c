"""What has to be remembered of the text so far, so that every look-behind can be answered at once.

A look-behind asks whether the text up to here is in some language (`^`: it is empty; the left side of `\\b`: it ends
in a word character). Each is an automaton that reads the text from its start; here they all run side by side as one.
Most of them forget quickly: what stood before the last character does not matter to `\\b`. `memory` says how many
characters that takes, so that states need not be kept apart by what nobody can ask for any more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from maskscope.automaton.chars import DEAD, CharDfa, explore
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints

_FEW = 40  # states whose pairs are looked at, at most


@dataclass(frozen=True, slots=True, eq=False)
class Monitor:
    """Reads the whole text; state 0 is its start.

    rows    for each state and class, the next state
    holds   for each state, the names of the languages that the text read so far is in
    memory  after so many characters the state does not depend on what was before them; None: it always may
    """

    rows: list[list[int]]
    holds: list[frozenset[str]]
    memory: int | None


def watch(languages: Mapping[str, CharDfa], classes: Sequence[CodePoints], limits: Limits) -> Monitor:
    """One monitor for all the (minimal) languages; each of their classes must be a union of `classes`."""
    if not languages:
        return Monitor([[0] * len(classes)], [frozenset()], 0)
    together = _together(languages)
    tables = [rows_over(dfa, classes) for dfa, _ in together]
    ends = [[*dfa.accepting.tolist(), False] for dfa, _ in together]  # the last one answers for DEAD

    def follow(states: tuple[int, ...]) -> list[tuple[int, ...]]:
        return list(zip(*(table[state] for table, state in zip(tables, states))))

    rows, found = explore((0,) * len(tables), follow, (), limits)
    holds = [
        frozenset(name for (_, names), end, state in zip(together, ends, states) if end[state] for name in names)
        for states in found
    ]
    return Monitor(rows, holds, _memory(rows))


def _together(languages: Mapping[str, CharDfa]) -> list[tuple[CharDfa, list[str]]]:
    """Each language once, with all its names: minimal automata are equal when their arrays are."""
    found: dict[object, tuple[CharDfa, list[str]]] = {}
    for name, dfa in languages.items():
        key = (dfa.classes, dfa.next.tobytes(), dfa.accepting.tobytes())
        found.setdefault(key, (dfa, []))[1].append(name)
    return list(found.values())


def rows_over(dfa: CharDfa, classes: Sequence[CodePoints]) -> list[list[int]]:
    """The automaton's table with a column for each of `classes`, and a last row for the dead state."""
    columns = [dfa.class_of(points.ranges[0][0]) for points in classes]
    return [*([row[c] for c in columns] for row in dfa.next.tolist()), [DEAD] * len(columns)]


def _memory(rows: list[list[int]]) -> int | None:
    """How many characters lead any two states to the same one; None if some never do (or there are too many to tell).

    Pairs that are still apart after n characters: they become fewer with each n, or never do again.
    """
    if len(rows) > _FEW:
        return None
    apart = {(a, b) for b in range(len(rows)) for a in range(b)}
    n = 0
    while apart:
        after = {(min(x, y), max(x, y)) for a, b in apart for x, y in zip(rows[a], rows[b]) if x != y}
        if after == apart:
            return None
        apart, n = after, n + 1
    return n
