"""Which rules are compiled where they are used, and which are called with a frame on a stack.

A rule that can reach itself must be called. Any other rule is compiled in place when it is used once or is small:
then no stack is needed and more of the automaton is plain. Size is known when a rule is measured (`least`), with what
it uses put in place: so forty rules that each use the one before twice do not become 2^40 states, for from some rule
on they are called.

Recursion is found with Tarjan's strongly connected components (1972), without Python recursion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from maskscope.automaton.survey import Survey, survey
from maskscope.ir.nodes import Call, Node
from maskscope.ir.walk import children
from maskscope.text import Span


@dataclass(frozen=True, slots=True)
class CallPlan:
    """The rules that are needed: a survey of each, and an `order` in which each comes after the rules it uses, those
    that use each other in one group. `once` may be compiled in place whatever their size: they are called in one place
    that is not inside a scope. `has_scopes`: some node is a Scope or a Capture.
    """

    surveys: Mapping[str, Survey]
    order: Sequence[Sequence[str]]
    once: frozenset[str]
    recursive: frozenset[str]
    has_scopes: bool
    called_at: Mapping[str, Span | None]  # where each rule is called first


def plan_calls(rules: Mapping[str, Node], start: str) -> CallPlan:
    """What is to be known of every rule that `start` needs before any of them is measured.

    >>> from maskscope.ir.build import call, choice, concat, literal
    >>> plan = plan_calls({"a": choice([concat([literal("("), call("a")]), call("b")]), "b": literal("x")}, "a")
    >>> plan.order, plan.recursive, plan.once
    ([['b'], ['a']], frozenset({'a'}), frozenset({'b'}))
    """
    surveys = _surveys(rules, start)
    scopes = [scope for one in surveys.values() for scope in one.scopes]
    if not surveys[start].calls:
        return CallPlan(surveys, ((start,),), frozenset(), frozenset(), bool(scopes), {})
    uses = {rule: [call.rule for call in one.calls] for rule, one in surveys.items()}
    order = _components(uses, start)
    recursive = frozenset(r for group in order for r in group if len(group) > 1 or r in uses[r])
    counts = Counter(rule for used in uses.values() for rule in used)
    inside = _called_inside(scopes)
    once = frozenset(r for r, n in counts.items() if n == 1 and r not in recursive and r not in inside)
    called_at = {call.rule: call.span for one in reversed(surveys.values()) for call in reversed(one.calls)}
    return CallPlan(surveys, order, once, recursive, bool(scopes), called_at)


def _surveys(rules: Mapping[str, Node], start: str) -> dict[str, Survey]:
    found: dict[str, Survey] = {}
    waiting = [start]
    while waiting:
        rule = waiting.pop()
        if rule not in found:
            found[rule] = survey(rules[rule])
            waiting.extend(call.rule for call in found[rule].calls)
    return found


def _called_inside(scopes: list[Node]) -> frozenset[str]:
    """The rules called anywhere inside scopes, which may be nested: each node is looked at once.

    A call there keeps what it holds apart from the registers, for masks and for the search of an end.
    """
    seen: set[int] = set()
    found: set[str] = set()
    waiting = list(scopes)
    while waiting:
        node = waiting.pop()
        if id(node) not in seen:
            seen.add(id(node))
            found.update([node.rule] if isinstance(node, Call) else ())
            waiting.extend(children(node))
    return frozenset(found)


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
