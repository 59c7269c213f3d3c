"""Least bytes to the end of a body, for every state of an automaton with cycles.

Plain automata know their costs while they are built (`thompson`). With recursion or graphs the costs are a least
fixpoint: a call costs its callee's cheapest text plus what follows it. Every such function is monotone and never
cheaper than its arguments, so Dijkstra's method carries over: settle states cheapest first, a call when both its
parts are settled (Knuth, *A generalization of Dijkstra's algorithm*, 1977). O(edges · log states).

A state whose cost stays `INFINITE` can never end; nothing ever enters it.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import heapify, heappop, heappush

from maskscope.automaton.blocks import add_move
from maskscope.automaton.nfa import EXIT, INFINITE, Counter, Done, Enter, Loop, Move, Nfa, Scoped
from maskscope.automaton.ways import move_cost


def settle(nfa: Nfa) -> None:
    """Make every cost final, in place, and drop the minimum of counters whose body may be empty.

    What a scope costs depends on the calls inside it, which may depend on the scope: so scopes are measured again
    until nothing changes. Each round settles at least the scopes whose cheapest text nests one level less.
    """
    scopes = [m.region for m in nfa.moves.values() if isinstance(m, Enter) and isinstance(m.region, Scoped)]
    for scope in scopes:
        scope.cost.at_start = INFINITE
    relax(nfa)
    for state, move in list(nfa.moves.items()):
        counter = _empty_counter(nfa, move)
        if counter is not None:
            _drop_minimum(nfa, state, counter)
    before: list[int] = []
    while before != (costs := [scope.cost.measure() for scope in scopes]):
        before = costs
        relax(nfa)


def relax(nfa: Nfa, first: int = EXIT) -> None:
    """Work out the costs of the states from number `first` on; those before are taken as they are."""
    cost = nfa.cost
    cost[first:] = [INFINITE] * (len(cost) - first)
    before = _predecessors(nfa, first)
    waiting = [(known, s) for s in range(first, len(cost)) if (known := _cost_of(nfa, s)) < INFINITE]
    heapify(waiting)
    while waiting:
        least, state = heappop(waiting)
        if cost[state] <= least:
            continue
        cost[state] = least
        for earlier in before[state - first]:
            if cost[earlier] == INFINITE and (through := _cost_of(nfa, earlier)) < INFINITE:
                heappush(waiting, (through, earlier))


def _predecessors(nfa: Nfa, first: int) -> list[list[int]]:
    """For every state, the states whose cost depends on its own; both from number `first` on."""
    before: list[list[int]] = [[] for _ in range(first, len(nfa.label))]
    for state in range(first, len(nfa.label)):
        for needed in nfa.follow(state):
            if needed >= first:
                before[needed - first].append(state)
        move = nfa.moves.get(state)
        if isinstance(move, Enter) and move.region.entry >= first:
            before[move.region.entry - first].append(state)
    return before


def _cost_of(nfa: Nfa, state: int) -> int:
    """The cost of a state as its settled successors have it."""
    cost, move = nfa.cost, nfa.moves.get(state)
    if state == EXIT or isinstance(move, Loop | Done):
        return 0
    if isinstance(move, tuple):
        return min([cost[t] for t in move], default=INFINITE)
    (after,) = nfa.follow(state)
    return min(INFINITE, move_cost(nfa, move) + cost[after])


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
