"""The smallest automaton with the same language, in one canonical numbering.

Hopcroft's refinement (`refine`) over blocks that begin as (accepting, steps to accept), which no two equal states can
differ in, so that the chains that counted repetitions make hardly have to be refined at all.
"""

from __future__ import annotations

import numpy as np

from maskscope.automaton.chars import DEAD, CharDfa
from maskscope.automaton.refine import Sources, refined
from maskscope.sets.codepoints import CodePoints


def minimize(dfa: CharDfa) -> CharDfa:
    """The smallest equal automaton: states in breadth-first order, classes by their first code point.

    Two automata have the same language exactly when their minimal forms are the same arrays over the same classes.
    """
    # the dead state takes part as the last one, so that every state has a successor for every class
    rows = [*dfa.next.tolist(), [DEAD] * len(dfa.classes)]
    sources = _sources(rows, len(dfa.classes))
    owner = refined(_first_blocks(dfa, sources), sources)
    rows = [[DEAD if owner[target] == owner[-1] else owner[target] for target in row] for row in rows]
    rows_of = dict(zip(reversed(owner), reversed(rows)))
    ends = {block for block, end in zip(owner, dfa.accepting.tolist()) if end}
    return _canonical(dfa.classes, rows_of, ends, owner[0])


def _sources(rows: list[list[int]], n_classes: int) -> Sources:
    sources: Sources = [[[] for _ in rows] for _ in range(n_classes)]
    for state, row in enumerate(rows):
        for c, target in enumerate(row):
            sources[c][target].append(state)
    return sources


def _first_blocks(dfa: CharDfa, sources: Sources) -> list[set[int]]:
    """States by the number of code points to the nearest accepting state; the last block never accepts."""
    blocks: list[set[int]] = []
    left = set(range(dfa.n_states + 1))
    front = set(np.flatnonzero(dfa.accepting).tolist())
    while front:
        blocks.append(front)
        left -= front
        front = {s for into in sources for state in front for s in into[state]} & left
    return [*blocks, left]


def _canonical(classes: tuple[CodePoints, ...], rows: dict[int, list[int]], ends: set[int], start: int) -> CharDfa:
    """Columns that are alike become one class; states are numbered as they are met from the start."""
    columns: dict[tuple[int, ...], list[int]] = {}
    for c, column in enumerate(zip(*rows.values())):
        columns.setdefault(column, []).append(c)
    merged = sorted((CodePoints.of(r for c in cs for r in classes[c].ranges).ranges, cs[0]) for cs in columns.values())
    numbers, order = {start: 0, DEAD: DEAD}, [start]
    for state in order:  # grows while it is walked
        for target in (rows[state][c] for _, c in merged):
            if target not in numbers:
                numbers[target] = len(order)
                order.append(target)
    kept = [[numbers[rows[state][c]] for _, c in merged] for state in order]
    ending = [state in ends for state in order]
    return CharDfa(
        tuple(CodePoints(ranges) for ranges, _ in merged),
        np.array(kept, dtype=np.int32),
        np.array(ending, dtype=np.bool_),
    )
