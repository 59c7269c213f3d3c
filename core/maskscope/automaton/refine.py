"""The coarsest partition of an automaton's states that its steps respect: the heart of minimisation.

Hopcroft's refinement (1971): states fall into blocks; a block that is worth a look splits every other block into the
states that step into it and the rest, until nothing splits. Of two halves only the smaller one need be looked at
again, which is what gives n log n.
"""

from __future__ import annotations

Sources = list[list[list[int]]]  # for each class of symbols, for each state: the states that step into it


def refined(blocks: list[set[int]], sources: Sources) -> list[int]:
    """For each state the number of its block, once no block can be split any more; `blocks` is refined in place.

    States 0..1 step into state 2 by the one class there is, and only state 0 was set apart from the others:

    >>> refined([{0}, {1, 2}], [[[], [], [0, 1]]])
    [0, 2, 1]
    """
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
