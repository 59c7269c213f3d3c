"""In which column a state stands: edges point right wherever the automaton has no loop.

Method: a depth-first search from the start finds the edges that close a loop (those that lead to a state still being
visited); turned round, the rest has no loop, and a state's column is the longest way to it. States that could stand
further right without lengthening anything then move there, so that short ends stay near what follows them.
After the layered drawings of Sugiyama, Tagawa and Toda (1981).
"""

from __future__ import annotations

from collections.abc import Sequence

Pair = tuple[int, int]


def back_edges(n: int, edges: Sequence[Pair], start: int) -> list[bool]:
    """For each edge, whether it closes a loop in a depth-first search from `start` (self-loops included)."""
    leaving: list[list[int]] = [[] for _ in range(n)]
    for i, (source, _) in enumerate(edges):
        leaving[source].append(i)
    closes = [False] * len(edges)
    visiting, done = [False] * n, [False] * n
    for root in [start, *range(n)]:
        if not done[root]:
            _search(root, edges, leaving, closes, visiting, done)
    return closes


def _search(
    root: int,
    edges: Sequence[Pair],
    leaving: list[list[int]],
    closes: list[bool],
    visiting: list[bool],
    done: list[bool],
) -> None:
    visiting[root] = True
    stack = [(root, iter(leaving[root]))]
    while stack:
        state, rest = stack[-1]
        for i in rest:
            target = edges[i][1]
            if visiting[target]:
                closes[i] = True
            elif not done[target]:
                visiting[target] = True
                stack.append((target, iter(leaving[target])))
                break
        else:
            stack.pop()
            visiting[state], done[state] = False, True


def columns(n: int, edges: Sequence[Pair], start: int) -> list[int]:
    """The column of every node, the start's being 0; `edges` must have no loop.

    >>> columns(4, [(0, 1), (1, 2), (0, 2), (0, 3)], 0)
    [0, 1, 2, 1]
    """
    after: list[list[int]] = [[] for _ in range(n)]
    before: list[list[int]] = [[] for _ in range(n)]
    for source, target in edges:
        after[source].append(target)
        before[target].append(source)
    column = [0] * n
    order = _topological(n, after, before)
    for node in order:
        column[node] = max((column[p] + 1 for p in before[node]), default=0)
    for node in reversed(order):
        if node != start and after[node] and len(after[node]) >= len(before[node]):
            column[node] = max(column[node], min(column[t] for t in after[node]) - 1)
    return column


def spine(n: int, edges: Sequence[Pair], closes: Sequence[bool]) -> frozenset[int]:
    """For every node the edge with the longest way on behind it: the ones that a drawing keeps straight.

    >>> spine(4, [(0, 1), (1, 2), (0, 3)], [False] * 3)
    frozenset({0, 1})
    """
    after: list[list[int]] = [[] for _ in range(n)]
    before: list[list[int]] = [[] for _ in range(n)]
    for (source, target), back in zip(edges, closes):
        if not back:
            after[source].append(target)
            before[target].append(source)
    height = [0] * n
    for node in reversed(_topological(n, after, before)):
        height[node] = max((height[t] + 1 for t in after[node]), default=0)
    best: dict[int, int] = {}
    for i, (source, target) in enumerate(edges):
        if not closes[i] and (source not in best or height[target] > height[edges[best[source]][1]]):
            best[source] = i
    return frozenset(best.values())


def _topological(n: int, after: list[list[int]], before: list[list[int]]) -> list[int]:
    waiting = [len(before[node]) for node in range(n)]
    order = [node for node in range(n) if not waiting[node]]
    for node in order:  # grows while it is walked
        for target in after[node]:
            waiting[target] -= 1
            if not waiting[target]:
                order.append(target)
    if len(order) != n:
        raise ValueError("columns need edges without a loop")
    return order
