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
    """One monitor for all the languages; each of their classes must be a union of `classes`."""
    tables = [rows_over(dfa, classes) for dfa in languages.values()]
    ends = [[*dfa.accepting.tolist(), False] for dfa in languages.values()]  # the last one answers for DEAD

    if not languages:
        return Monitor([[0] * len(classes)], [frozenset()], 0)

    def follow(states: tuple[int, ...]) -> list[tuple[int, ...]]:
        return list(zip(*(table[state] for table, state in zip(tables, states))))

    rows, found = explore((0,) * len(tables), follow, (), limits)
    names = list(languages)
    holds = [frozenset(n for n, end, s in zip(names, ends, states) if end[s]) for states in found]
    return Monitor(rows, holds, _memory(rows))


def rows_over(dfa: CharDfa, classes: Sequence[CodePoints]) -> list[list[int]]:
    """The automaton's table with a column for each of `classes`, and a last row for the dead state."""
    columns = [dfa.class_of(points.ranges[0][0]) for points in classes]
    return [*([row[c] for c in columns] for row in dfa.next.tolist()), [DEAD] * len(columns)]


def _memory(rows: list[list[int]]) -> int | None:
    """How many characters lead any two states to the same one; None if some never do."""
    pairs = {(a, b) for b in range(len(rows)) for a in range(b)}
    n, most = 0, len(pairs)
    while pairs:
        if n > most:
            return None
        after = {(min(x, y), max(x, y)) for a, b in pairs for x, y in zip(rows[a], rows[b]) if x != y}
        if after == pairs:
            return None
        pairs, n = after, n + 1
    return n
