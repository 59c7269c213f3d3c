"""Least bytes to the end of a body, for every state of an automaton with cycles.

Plain automata know their costs while they are built (`thompson`). With recursion or graphs the costs are a least
fixpoint: a call costs its callee's cheapest text plus what follows it. Every such function is monotone and never
cheaper than its arguments, so Dijkstra's method carries over: settle states cheapest first, a call when both its
parts are settled (Knuth, *A generalization of Dijkstra's algorithm*, 1977). O(edges · log states).

A state whose cost stays `INFINITE` can never end; nothing ever enters it.
"""

from __future__ import annotations

from heapq import heappop, heappush

from maskscope.automaton.blocks import add_move
from maskscope.automaton.nfa import EXIT, INFINITE, Counter, Enter, Loop, Nfa, OneToken


def settle(nfa: Nfa) -> None:
    """Make every cost final, in place, and drop the minimum of counters whose body may be empty."""
    _relax(nfa)
    empty = [(s, move) for s, move in nfa.moves.items() if isinstance(move, Enter) and _is_empty_loop(nfa, move)]
    for state, move in empty:
        _without_minimum(nfa, state, move)
    if empty:
        _relax(nfa)


def _relax(nfa: Nfa) -> None:
    """Knuth's method over the whole automaton."""
    cost = nfa.cost
    cost[:] = [INFINITE] * len(cost)
    before = _predecessors(nfa)
    waiting = [(0, s) for s in (EXIT, *(s for s, move in nfa.moves.items() if isinstance(move, Loop)))]
    while waiting:
        least, state = heappop(waiting)
        if cost[state] <= least:
            continue
        cost[state] = least
        for earlier in before[state]:
            if cost[earlier] == INFINITE and (through := _cost_of(nfa, earlier)) < INFINITE:
                heappush(waiting, (through, earlier))


def _predecessors(nfa: Nfa) -> list[list[int]]:
    """For every state, the states whose cost depends on its own."""
    before: list[list[int]] = [[] for _ in nfa.label]
    for state, bits in enumerate(nfa.label):
        if bits:
            before[nfa.target[state]].append(state)
    for state, move in nfa.moves.items():
        for needed in _needs(move):
            before[needed].append(state)
    return before


def _needs(move: object) -> tuple[int, ...]:
    if isinstance(move, tuple):
        return move
    if isinstance(move, Enter):
        return move.region.entry, move.ret
    return (move.target,) if isinstance(move, OneToken) else ()


def _cost_of(nfa: Nfa, state: int) -> int:
    """The cost of a state as its settled successors have it."""
    cost = nfa.cost
    if nfa.label[state]:
        return cost[nfa.target[state]] + 1
    move = nfa.moves[state]
    if isinstance(move, tuple):
        return min(cost[t] for t in move)
    if isinstance(move, Enter):
        times = move.region.low if isinstance(move.region, Counter) else 1
        return min(INFINITE, times * cost[move.region.entry] + cost[move.ret])
    return cost[move.target] + 1 if isinstance(move, OneToken) else INFINITE


def _is_empty_loop(nfa: Nfa, move: Enter) -> bool:
    region = move.region
    return isinstance(region, Counter) and region.low > 0 and nfa.cost[region.entry] == 0


def _without_minimum(nfa: Nfa, state: int, move: Enter) -> None:
    """X{m,n} of an X that can be empty is (X without empty){0,n}."""
    old = move.region
    assert isinstance(old, Counter)
    counter = Counter(0, old.high, old.entry, old.ret)
    end = next(s for s, m in nfa.moves.items() if isinstance(m, Loop) and m.counter is old)
    nfa.moves[end] = Loop(counter)
    enter = add_move(nfa, INFINITE, nfa.origin[state])
    nfa.moves[enter] = Enter(counter, move.ret)
    nfa.moves[state] = (enter, move.ret)
