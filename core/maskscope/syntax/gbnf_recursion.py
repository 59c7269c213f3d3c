"""Recursion in GBNF: rules that can never finish, and rules that begin with themselves.

A rule is *left-recursive* when it can come back to itself before it has consumed anything. The plain, direct form is
rewritten: the least language with A = A x | y is y x* (Arden 1961; it holds too when x or y mention A again). Any other
is an error that names the cycle, for an automaton with stacks would push for ever:

    expr ::= expr "+" num | num        becomes   expr ::= num ("+" num)*
    root ::= "" | "(" root ")" | root root       y can be empty, so the root in x* may again come first: an error

Both questions, "can it be empty" and "can it finish", are least fixpoints of one kind: a body holds when all the items
of one of its alternatives do. `_least` counts what each alternative still waits for, and so is linear in the grammar.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from maskscope.errors import GrammarError, UnsatisfiableError
from maskscope.syntax.gbnf_names import reachable
from maskscope.syntax.gbnf_tree import Body, GbnfText, Group, Item, Named, Rule, Sequence, Text, Times


def check_recursion(text: GbnfText, root: str) -> None:
    """Rewrites plain left recursion in place; raises for other left recursion and for rules that cannot finish."""
    names = reachable(text, root)
    used = [rule for name, rule in text.rules.items() if name in names]
    _check_finish(text, used)
    for rule in used:
        _rewrite(text, rule)
    _check_left(text, [text.rules[rule.name] for rule in used])


def _check_finish(text: GbnfText, rules: list[Rule]) -> None:
    finishing = _least(text, lambda item: not isinstance(item.atom, Named | Group) or _may_skip(item))
    for rule in rules:
        if rule.body not in finishing:
            hint = "give it an alternative that does not come back to it"
            raise UnsatisfiableError(f"the rule {rule.name} can never finish", text.source, rule.span, hint)


def _may_skip(item: Item) -> bool:
    return item.atom == Text("") or (item.times is not None and item.times.low == 0)


def _least(text: GbnfText, holds: Callable[[Item], bool]) -> set[int]:
    """The least set of bodies with one alternative whose items all hold by themselves or lead to a body of the set."""
    found: set[int] = set()
    todo: list[int] = []
    waiting: defaultdict[int, list[list[int]]] = defaultdict(list)  # body → the alternatives that wait for it
    for number, alternative in _alternatives(text):
        targets = [text.target(item) for item in alternative if not holds(item)]
        state = [len(targets), number]  # how much this alternative waits for, and whose it is
        if not targets:
            todo.append(number)
        for target in targets:
            if target is not None:
                waiting[target].append(state)
    while todo:
        number = todo.pop()
        if number in found:
            continue
        found.add(number)
        for state in waiting[number]:
            state[0] -= 1
            if state[0] == 0:
                todo.append(state[1])
    return found


def _alternatives(text: GbnfText) -> Iterator[tuple[int, Sequence]]:
    return ((number, alternative) for number, body in enumerate(text.bodies) for alternative in body.alternatives)


def _rewrite(text: GbnfText, rule: Rule) -> None:
    """A ::= A x | y becomes A ::= y x*, both sides being all alternatives of their kind."""
    body = text.bodies[rule.body]
    own = [a for a in body.alternatives if _begins_with(a, rule.name)]
    if not own:
        return
    note = f"the rule {rule.name} begins with itself: read as a repetition here; llama.cpp refuses left recursion"
    text.note("portability", note, own[0][0].span)
    bases = tuple(a for a in body.alternatives if not _begins_with(a, rule.name))
    rests = tuple(a[1:] for a in own if a[1:])
    base = Item(Group(text.add(Body(bases, body.span))), body.span)
    rest = Item(Group(text.add(Body(rests, body.span))), body.span, Times(0, None))
    number = text.add(Body(((base, rest) if rests else (base,),), body.span))
    text.rules[rule.name] = Rule(rule.name, rule.span, number)


def _begins_with(alternative: Sequence, name: str) -> bool:
    return bool(alternative) and alternative[0].atom == Named(name) and alternative[0].times is None


@dataclass(frozen=True, slots=True)
class _Step:
    """From a body to another one that can begin it; `item` is where that is written, maybe `behind` empty ones."""

    item: Item
    target: int
    behind: bool


def _check_left(text: GbnfText, rules: list[Rule]) -> None:
    """Raises if a body can be reached from itself through items that come first: a depth-first search for a cycle."""
    empty = _least(text, _may_skip)
    finished: set[int] = set()
    for rule in rules:
        cycle = _cycle(text, empty, rule.body, finished)
        if cycle:
            raise _left_recursion(text, rules, cycle)


def _first(text: GbnfText, empty: set[int], number: int) -> Iterator[_Step]:
    """The bodies that can begin this one."""
    for alternative in text.bodies[number].alternatives:
        for i, item in enumerate(alternative):
            target = text.target(item)
            if target is not None:
                yield _Step(item, target, behind=i > 0)
            if not _may_skip(item) and target not in empty:
                break


def _cycle(text: GbnfText, empty: set[int], start: int, finished: set[int]) -> list[_Step]:
    """The steps of a cycle that can be reached from `start`, or none; bodies that are done with go to `finished`."""
    if start in finished:
        return []
    path: list[_Step] = []
    at, on_path = [(start, _first(text, empty, start))], {start}
    while at:
        number, steps = at[-1]
        step = next(steps, None)
        if step is None:
            finished.add(number)
            on_path.discard(number)
            at.pop()
            del path[-1:]
        elif step.target in on_path:
            entry = [body for body, _ in at].index(step.target)
            return [*path[entry:], step]
        elif step.target not in finished:
            path.append(step)
            on_path.add(step.target)
            at.append((step.target, _first(text, empty, step.target)))
    return []


def _left_recursion(text: GbnfText, rules: list[Rule], cycle: list[_Step]) -> GrammarError:
    """The error names the rules of the cycle, from the first that is defined, and points at the step to blame."""
    order = {rule.name: i for i, rule in enumerate(rules)}
    names = [step.item.atom.rule for step in cycle if isinstance(step.item.atom, Named)]
    first = min(range(len(names)), key=lambda i: order[names[i]])
    turned = [*names[first:], *names[: first + 1]]
    hidden = next((i for i, step in enumerate(cycle) if step.behind), None)
    hint = "write first what it begins with, then a repetition: x (op x)*"
    if hidden is not None:
        hint = "what stands before it can be empty; " + hint
        cycle = cycle[hidden:] + cycle[:hidden]
    span = next(step.item.span for step in cycle if isinstance(step.item.atom, Named))
    return GrammarError(f"left recursion: {' → '.join(turned)}", text.source, span, hint)
