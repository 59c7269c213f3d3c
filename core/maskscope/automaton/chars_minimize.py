"""The smallest automaton with the same language, in one canonical numbering.

Hopcroft's refinement (1971): states fall into blocks; a block that is worth a look splits every other block into the
states that step into it and the rest, until nothing splits. Of two halves only the smaller one need be looked at
again, which is what gives n log n. The blocks begin as (accepting, steps to accept), which no two equal states can
differ in, so that the chains that counted repetitions make hardly have to be refined at all.
"""

from __future__ import annotations

import numpy as np

from maskscope.automaton.chars import DEAD, CharDfa
from maskscope.sets.codepoints import CodePoints

_Sources = list[list[list[int]]]  # for each class, for each state: the states that step into it


def minimize(dfa: CharDfa) -> CharDfa:
    """The smallest equal automaton: states in breadth-first order, classes by their first code point.

    Two automata have the same language exactly when their minimal forms are the same arrays over the same classes.
    """
    # the dead state takes part as the last one, so that every state has a successor for every class
    rows = [*dfa.next.tolist(), [DEAD] * len(dfa.classes)]
    sources = _sources(rows, len(dfa.classes))
    owner = _refined(_first_blocks(dfa, sources), sources)
    rows = [[DEAD if owner[target] == owner[-1] else owner[target] for target in row] for row in rows]
    rows_of = dict(zip(reversed(owner), reversed(rows)))
    ends = {block for block, end in zip(owner, dfa.accepting.tolist()) if end}
    return _canonical(dfa.classes, rows_of, ends, owner[0])


def _sources(rows: list[list[int]], n_classes: int) -> _Sources:
    sources: _Sources = [[[] for _ in rows] for _ in range(n_classes)]
    for state, row in enumerate(rows):
        for c, target in enumerate(row):
            sources[c][target].append(state)
    return sources


def _first_blocks(dfa: CharDfa, sources: _Sources) -> list[set[int]]:
    """States by the number of code points to the nearest accepting state; the last block never accepts."""
    blocks: list[set[int]] = []
    left = set(range(dfa.n_states + 1))
    front = set(np.flatnonzero(dfa.accepting).tolist())
    while front:
        blocks.append(front)
        left -= front
        front = {s for into in sources for state in front for s in into[state]} & left
    return [*blocks, left]


def _refined(blocks: list[set[int]], sources: _Sources) -> list[int]:
    """For each state the number of its block, once no block can be split any more."""
    owner = [0] * sum(map(len, blocks))
    for b, block in enumerate(blocks):
        for state in block:
            owner[state] = b
    waiting = dict.fromkeys(range(len(blocks)))  # blocks still to be looked at, in order
    while waiting:
        splitter = list(blocks[waiting.popitem()[0]])
        for into in sources:
            for b, inside in _touched(splitter, into, owner).items():
                if len(inside) < len(blocks[b]):
                    _split(b, inside, blocks, owner, waiting)
    return owner


def _touched(splitter: list[int], into: list[list[int]], owner: list[int]) -> dict[int, list[int]]:
    """The states that step into the splitter, by their block."""
    touched: dict[int, list[int]] = {}
    for state in splitter:
        for source in into[state]:
            touched.setdefault(owner[source], []).append(source)
    return touched


def _split(b: int, inside: list[int], blocks: list[set[int]], owner: list[int], waiting: dict[int, None]) -> None:
    """Makes `inside` a block of its own."""
    new = len(blocks)
    blocks[b].difference_update(inside)
    blocks.append(set(inside))
    for state in inside:
        owner[state] = new
    smaller = new if len(inside) <= len(blocks[b]) else b
    waiting[new if b in waiting else smaller] = None


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
