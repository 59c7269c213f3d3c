"""Least bytes to the end of a body, for every state of an automaton with cycles.

Most automata know their costs before they are built (`least`). Where rules that call each other have scopes inside,
the costs are a least fixpoint over the whole automaton: a call costs its callee's cheapest text plus what follows it.
Every such function is monotone and never cheaper than its arguments, so Dijkstra's method carries over: settle states
cheapest first, a call when both its parts are settled (Knuth, *A generalization of Dijkstra's algorithm*, 1977).
O(edges · log states).

A state whose cost stays `INFINITE` can never end; nothing ever enters it.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import heapify, heappop, heappush

from maskscope.automaton.blocks import add_move
from maskscope.automaton.nfa import EXIT, INFINITE, Counter, Done, Enter, Loop, Move, Nfa, Scoped
from maskscope.automaton.ways import inner_cost, move_cost


def settle(nfa: Nfa) -> None:
    """Make every cost final, in place, and drop the minimum of counters whose body may be empty.

    What a scope costs depends on the calls inside it, which may depend on the scope: so scopes are measured again
    until nothing changes. Each round settles at least the scopes whose cheapest text nests one level less.
    """
    entered = [m.region for m in nfa.moves.values() if isinstance(m, Enter) and isinstance(m.region, Scoped)]
    scopes = list({id(scope.cost): scope.cost for scope in entered}.values())
    for cost in scopes:
        cost.at_start = INFINITE
    relax(nfa)
    for state, move in list(nfa.moves.items()):
        counter = _empty_counter(nfa, move)
        if counter is not None:
            _drop_minimum(nfa, state, counter)
    before: list[int] = []
    while before != (costs := [cost.measure() for cost in scopes]):
        before = costs
        relax(nfa)


def relax(nfa: Nfa) -> None:
    """Work out the costs of all states from nothing."""
    cost, label, moves = nfa.cost, nfa.label, nfa.moves
    cost[:] = [INFINITE] * len(cost)
    before, waiting = _wires(nfa)
    heapify(waiting)
    while waiting:
        least, state = heappop(waiting)
        if cost[state] <= least:
            continue
        cost[state] = least
        for earlier in before[state]:
            if cost[earlier] == INFINITE:  # what is settled first is the cheapest, so a split need not look round
                through = least + 1 if label[earlier] else _through(nfa, moves[earlier], least)
                if through < INFINITE:
                    heappush(waiting, (through, earlier))


def _wires(nfa: Nfa) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """For every state the states whose cost depends on its own; and (cost, state) to begin with."""
    label, target = nfa.label, nfa.target
    before: list[list[int]] = [[] for _ in label]
    known: list[tuple[int, int]] = []
    for state in range(len(label)):
        if label[state]:  # most are
            before[target[state]].append(state)
            continue
        move = nfa.moves.get(state)
        if state == EXIT or isinstance(move, Loop | Done):
            known.append((0, state))
            continue
        for needed in nfa.follow(state):
            before[needed].append(state)
        if isinstance(move, Enter):
            before[move.region.entry].append(state)
    return before, known


def _through(nfa: Nfa, move: Move | None, least: int) -> int:
    """The cost of a state with this move, when the one it leads to has just been settled at `least`."""
    if isinstance(move, tuple):
        return least
    if isinstance(move, Enter):
        return min(INFINITE, inner_cost(nfa, move) + nfa.cost[move.ret])  # INFINITE until both parts are settled
    return min(INFINITE, move_cost(nfa, move) + least)


def _empty_counter(nfa: Nfa, move: Move) -> Counter | None:
    """The counter that a move enters, if it has a minimum and its body may be empty."""
    region = move.region if isinstance(move, Enter) else None
    return region if isinstance(region, Counter) and region.low and nfa.cost[region.entry] == 0 else None


def _drop_minimum(nfa: Nfa, state: int, old: Counter) -> None:
    """X{m,n} of an X that can be empty is (X without empty){0,n}."""
    counter = replace(old, low=0)
    end = next(s for s, move in nfa.moves.items() if isinstance(move, Loop) and move.counter is old)
    nfa.moves[end] = Loop(counter)
    enter = add_move(nfa, nfa.cost[state], nfa.origin[state])
    nfa.moves[enter] = Enter(counter, counter.ret)
    nfa.moves[state] = (enter, counter.ret)
