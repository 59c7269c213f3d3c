"""What recursion an automaton has: endless without reading (refused), or growing with the text (no finite automaton).

Both are cycles in the graph of called bodies. A body that calls itself before it reads anything would push frames for
ever; the grammar parsers rewrite or refuse left recursion by name, and this is the net under them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from maskscope.automaton.calls import CallPlan
from maskscope.automaton.least import Leasts
from maskscope.automaton.nfa import INFINITE, Enter, Loop, Nfa, OneToken, Rule, Take
from maskscope.automaton.ways import inner_cost
from maskscope.errors import GrammarError
from maskscope.ir.nodes import Call, Capture, Concat, Deferred, Node
from maskscope.ir.walk import children
from maskscope.text import Source, Span

Follow = Callable[[int], Iterable[int]]


def refuse_empty_recursion(nfa: Nfa, source: Source) -> None:
    """Raise GrammarError when some body can call itself without reading a byte."""
    nfa = nfa.completed()
    calls = [move for move in nfa.moves.values() if isinstance(move, Enter)]
    if not any(isinstance(move.region, Rule) for move in calls):
        return
    bodies = dict.fromkeys([nfa.start, *(move.region.entry for move in calls)])
    call = _call_on_a_cycle(nfa, bodies, lambda state: _unread(nfa, state))
    if call is not None:
        span = nfa.origin[call] or Span(0, 0)
        raise GrammarError("this leads to itself without reading anything", source, span, "read something before it")


def may_repeat_unread(rules: Mapping[str, Node], plan: CallPlan, leasts: Leasts) -> bool:
    """Whether some rule might call itself before it reads a byte; if not, the automaton need not be asked.

    Rules are taken off until only those are left that begin with one another.
    """
    left = {rule: _first_calls(rules[rule], plan, leasts) for rule in plan.recursive}
    if not leasts.is_known:
        return bool(left)
    while ended := [rule for rule, calls in left.items() if left.keys().isdisjoint(calls)]:
        for rule in ended:
            del left[rule]
    return bool(left)


def _first_calls(root: Node, plan: CallPlan, leasts: Leasts) -> set[str]:
    """The recursive rules that a tree may call before it reads anything."""
    found: set[str] = set()
    met: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in met:
            continue
        met.add(id(node))
        if isinstance(node, Call):
            found.update({node.rule} & plan.recursive)
        elif isinstance(node, Concat):
            empty = next((i for i, part in enumerate(node.parts) if leasts.of(part)), len(node.parts))
            waiting += node.parts[: empty + 1]
        elif not isinstance(node, Capture | Deferred):  # read by an automaton of its own; calls nothing
            waiting += children(node)
    return found


def has_growing_stacks(nfa: Nfa) -> bool:
    """Whether some body calls itself other than by a tail call."""
    nfa = nfa.completed()
    return _call_on_a_cycle(nfa, [nfa.start], nfa.follow) is not None


def has_cycle(nfa: Nfa) -> bool:
    """Whether some place of the automaton can be met again and again; without, there are finitely many texts."""
    nfa = nfa.completed()
    done: set[int] = set()
    path = [(nfa.start, iter(_follow_into(nfa, nfa.start)))]
    on_path = {nfa.start}
    while path:
        state, rest = path[-1]
        after = next((s for s in rest if s not in done), None)
        if after is None:
            path.pop()
            on_path.discard(state)
            done.add(state)
        elif after in on_path:
            return True
        else:
            on_path.add(after)
            path.append((after, iter(_follow_into(nfa, after))))
    return False


def _follow_into(nfa: Nfa, state: int) -> tuple[int, ...]:
    """Where a state leads, into called bodies too, and back round a counter."""
    move = nfa.moves.get(state)
    if isinstance(move, Enter):
        return (*nfa.follow(state), move.region.entry)
    return (move.counter.entry,) if isinstance(move, Loop) else nfa.follow(state)


def _unread(nfa: Nfa, state: int) -> tuple[int, ...]:
    """Where a state leads in the same body without reading."""
    if nfa.label[state]:
        return ()
    move = nfa.moves.get(state)
    if isinstance(move, Enter):
        return (move.ret,) if inner_cost(nfa, move) == 0 else ()
    if isinstance(move, Take):
        return (move.target,) if move.captured.least == 0 else ()
    return () if isinstance(move, OneToken) else nfa.follow(state)


def _call_on_a_cycle(nfa: Nfa, bodies: Iterable[int], follow: Follow) -> int | None:
    """A state that calls a body from inside that body, directly or through others; None when there is none.

    Depth-first from each of `bodies` (their entries); one that is met again while it is still open closes a cycle.
    """
    closed: set[int] = set()
    for body in bodies:
        path = [] if body in closed else [(body, iter(_calls(nfa, body, follow)))]
        open_now = {body}
        while path:
            entry, rest = path[-1]
            call = next(rest, None)
            if call is None:
                path.pop()
                open_now.discard(entry)
                closed.add(entry)
                continue
            inner = _entered(nfa, call)
            if inner in open_now:
                return call
            if inner not in closed:
                open_now.add(inner)
                path.append((inner, iter(_calls(nfa, inner, follow))))
    return None


def _entered(nfa: Nfa, call: int) -> int:
    """The entry of the body that a calling state enters."""
    move = nfa.moves[call]
    assert isinstance(move, Enter)
    return move.region.entry


def _calls(nfa: Nfa, entry: int, follow: Follow) -> list[int]:
    """The calling states of one body."""
    found, met, waiting = [], {entry}, [entry]
    while waiting:
        state = waiting.pop()
        if nfa.cost[state] >= INFINITE:
            continue
        if isinstance(nfa.moves.get(state), Enter):
            found.append(state)
        fresh = [t for t in follow(state) if t not in met]
        met.update(fresh)
        waiting += fresh
    return found
