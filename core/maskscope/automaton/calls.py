"""Which rules are compiled where they are used, and which are called with a frame on a stack.

A rule that can reach itself must be called. Any other rule is compiled in place when it is used once or is small:
then no stack is needed and more of the automaton is plain. Size is counted *after* what it uses is put in place, so
forty rules that each use the one before twice do not become 2^40 states: from some rule on they are called.

Recursion is found with Tarjan's strongly connected components (1972), without Python recursion.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from maskscope.ir.nodes import Call, Node, Scope
from maskscope.ir.walk import children, nodes

_SMALL = 16  # nodes: below this a copy costs no more than a call


@dataclass(frozen=True, slots=True)
class CallPlan:
    """`inline` names the rules to compile in place; `component` numbers the sets of mutually recursive rules."""

    inline: frozenset[str]
    component: Mapping[str, int]
    recursive: frozenset[str]


def plan_calls(rules: Mapping[str, Node], start: str) -> CallPlan:
    """Decide for every rule that `start` needs.

    >>> from maskscope.ir.build import call, choice, concat, literal
    >>> plan_calls({"a": choice([concat([literal("("), call("a")]), call("b")]), "b": literal("x")}, "a").inline
    frozenset({'b'})
    """
    uses, sizes, scoped = _uses(rules, start)
    order = _components(uses, start)
    recursive = {r for group in order for r in group if len(group) > 1 or r in uses[r]}
    counts: dict[str, int] = {}
    for used in uses.values():
        for rule in used:
            counts[rule] = counts.get(rule, 0) + 1
    inline: set[str] = set()
    for group in order:  # a rule comes after the rules it uses
        for rule in group:
            sizes[rule] += sum(sizes[used] for used in uses[rule] if used in inline)
            once = counts.get(rule, 0) <= 1 and rule not in scoped
            if rule not in recursive and (once or sizes[rule] <= _SMALL):
                inline.add(rule)
    component = {rule: i for i, group in enumerate(order) for rule in group}
    return CallPlan(frozenset(inline), component, frozenset(recursive))


def _uses(rules: Mapping[str, Node], start: str) -> tuple[dict[str, list[str]], dict[str, int], set[str]]:
    """For each rule that is needed the rules it calls, one entry a call; its own size in nodes; and the rules called
    inside a scope, where a call keeps what it holds apart from the registers, for masks and for the search of an end.
    """
    uses: dict[str, list[str]] = {}
    scoped: set[str] = set()
    sizes: dict[str, int] = {}
    waiting = [start]
    while waiting:
        rule = waiting.pop()
        if rule in uses:
            continue
        # subtle: a call node shared by two parents is compiled twice, so occurrences are counted, not objects
        tree = [rules[rule]]
        for node in nodes(rules[rule]):
            tree.extend(children(node))
        uses[rule] = [node.rule for node in tree if isinstance(node, Call)]
        scoped |= _called_inside([node for node in tree if isinstance(node, Scope)])
        sizes[rule] = len(tree)
        waiting.extend(uses[rule])
    return uses, sizes, scoped


def _called_inside(scopes: list[Node]) -> set[str]:
    """The rules called anywhere inside scopes, which may be nested: each node is looked at once."""
    seen: set[int] = set()
    found: set[str] = set()
    waiting = scopes
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            found.update([node.rule] if isinstance(node, Call) else ())
            waiting.extend(children(node))
    return found


def _components(uses: Mapping[str, list[str]], start: str) -> list[list[str]]:
    """Strongly connected components, each after the ones it uses (Tarjan, with an explicit stack)."""
    index: dict[str, int] = {start: 0}
    low = {start: 0}
    path, on_path = [start], {start}
    found: list[list[str]] = []
    walk: list[tuple[str, Iterator[str]]] = [(start, iter(uses[start]))]
    while walk:
        rule, rest = walk[-1]
        following = next(rest, None)
        if following is None:
            walk.pop()
            if walk:
                low[walk[-1][0]] = min(low[walk[-1][0]], low[rule])
            if low[rule] == index[rule]:
                found.append(_cut_off(path, on_path, rule))
        elif following not in index:
            index[following] = low[following] = len(index)
            path.append(following)
            on_path.add(following)
            walk.append((following, iter(uses[following])))
        elif following in on_path:
            low[rule] = min(low[rule], index[following])
    return found


def _cut_off(path: list[str], on_path: set[str], rule: str) -> list[str]:
    group: list[str] = []
    while not group or group[-1] != rule:
        group.append(path.pop())
    on_path.difference_update(group)
    return group
