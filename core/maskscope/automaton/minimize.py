"""The smallest automaton of a language: states that have the same future become one.

Hopcroft's refinement (`refine`) begins from what two equal states cannot differ in and what is known already: whether
the text may end, how far the end is, and which bytes may come next. The distance alone tells the links of long chains
apart, so that there is often nothing left to refine.
"""

from __future__ import annotations

from dataclasses import dataclass

from maskscope.automaton.refine import Sources, refined
from maskscope.text import Span


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """An automaton in plain lists, one entry a state; state 0 is the start.

    `moves[s]` are the (byte, target) pairs that are not dead, by byte. Every state can reach an accepting one.
    """

    moves: list[list[tuple[int, int]]]
    accepting: list[bool]
    distance: list[int]
    origins: list[tuple[Span, ...]]


def minimize(machine: Machine) -> Machine:
    """The smallest equal automaton, its states breadth-first; merged states unite their origins."""
    if not machine.moves:
        return machine
    owner = refined(_first_blocks(machine), _sources(machine))
    members: dict[int, list[int]] = {}
    for state, block in enumerate(owner):
        members.setdefault(block, []).append(state)
    order = [owner[0]]
    numbers = {owner[0]: 0}
    moves = []
    for block in order:  # grows while it is walked
        here = []
        for b, target in machine.moves[members[block][0]]:
            number = numbers.setdefault(owner[target], len(order))
            if number == len(order):
                order.append(owner[target])
            here.append((b, number))
        moves.append(here)
    first = [members[block][0] for block in order]
    origins = [_united([machine.origins[s] for s in members[block]]) for block in order]
    return Machine(moves, [machine.accepting[s] for s in first], [machine.distance[s] for s in first], origins)


def _first_blocks(machine: Machine) -> list[set[int]]:
    """States by what equal states must agree in, in the order met."""
    blocks: dict[tuple[bool, int, tuple[int, ...]], set[int]] = {}
    for state, moves in enumerate(machine.moves):
        key = machine.accepting[state], machine.distance[state], tuple([b for b, _ in moves])
        blocks.setdefault(key, set()).add(state)
    return list(blocks.values())


def _sources(machine: Machine) -> Sources:
    """For each class of bytes and each state, the states that step into it.

    Bytes that lead to the same target from every state are one class; there are a dozen or two, not 256.
    """
    columns: dict[int, list[tuple[int, int]]] = {}
    for state, moves in enumerate(machine.moves):
        for b, target in moves:
            columns.setdefault(b, []).append((state, target))
    sources: Sources = []
    for column in dict.fromkeys(tuple(column) for column in columns.values()):
        into: list[list[int]] = [[] for _ in machine.moves]
        for state, target in column:
            into[target].append(state)
        sources.append(into)
    return sources


def _united(origins: list[tuple[Span, ...]]) -> tuple[Span, ...]:
    return tuple(sorted({span for spans in origins for span in spans}))
