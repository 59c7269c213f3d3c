"""Conditions inside an automaton: what follows, or what came before, must (or must not) be in some language.

A `CharNfa` whose jumps are guarded by conditions becomes one without, as a `Graph`. Its states are triples:

    (state, owed, seen)      where we are; what the rest of the text still owes; what the monitor saw of the text so far

* A condition about what *follows* is a language that the whole rest of the text must be in. Passing it adds the start
  of its (deterministic) automaton to what is owed; from then on each character moves all that is owed along. A debt
  that can no longer be met ends the path, one that is met whatever comes is dropped.
* A condition about what came *before* is asked of the monitor, which has read the text from its start.

This is the classical way from alternating to nondeterministic automata (Chandra, Kozen, Stockmeyer 1981; for
look-ahead, Miyazaki and Minamide 2019). The main pattern is not made deterministic: only the bodies of look-arounds
are, and they are short.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from maskscope.automaton.chars import DEAD, CharDfa, determinize, from_node
from maskscope.automaton.chars_algebra import flipped, minimize
from maskscope.automaton.chars_classes import partition
from maskscope.automaton.chars_monitor import Monitor, rows_over, watch
from maskscope.automaton.chars_nfa import CharNfa, Meter, Move
from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import Chars, Edge, Graph, Node, Nothing
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints


@dataclass(frozen=True, slots=True, eq=False)
class Ahead:
    """The rest of the text must be (`negated`: must not be) one that `nfa` accepts."""

    nfa: CharNfa
    negated: bool


@dataclass(frozen=True, slots=True, eq=False)
class Behind:
    """The text so far must be (`negated`: must not be) in `language`."""

    language: CharDfa
    negated: bool


Condition = Ahead | Behind
_Owed = tuple[tuple[int, int], ...]  # (number of a debt, state in its automaton), ascending
_State = tuple[int, _Owed, int]


@dataclass(frozen=True, slots=True, eq=False)
class _Debt:
    """A language that the rest of the text must be in, over the classes of the whole construction."""

    rows: list[list[int]]
    accepting: list[bool]
    free: list[bool]  # whether every text is accepted from here


@dataclass(slots=True, eq=False)
class _Keeper:
    """All that is known while promises are kept."""

    conditions: Mapping[str, Condition]
    limits: Limits
    classes: tuple[CodePoints, ...]
    made_of: dict[CodePoints, list[int]]
    monitor: Monitor
    sensitive: set[str]  # the conditions whose meaning depends on what the monitor saw
    meter: Meter
    debts: list[_Debt] = field(default_factory=list)
    _numbers: dict[tuple[str, int], int] = field(default_factory=dict)
    _labels: dict[tuple[int, ...], CodePoints] = field(default_factory=dict)

    def debt(self, name: str, seen: int) -> int:
        """The number of the debt that passing an `Ahead` makes."""
        key = (name, seen if name in self.sensitive else 0)
        if key not in self._numbers:
            made = _make_debt(self, name, key[1])
            self._numbers[key] = len(self.debts)
            self.debts.append(made)
        return self._numbers[key]

    def label(self, classes: tuple[int, ...]) -> CodePoints:
        """The union of some classes, made once."""
        if classes not in self._labels:
            self._labels[classes] = CodePoints.of(r for c in classes for r in self.classes[c].ranges)
        return self._labels[classes]


def keep_promises(nfa: CharNfa, conditions: Mapping[str, Condition], limits: Limits) -> Node:
    """The texts that `nfa` accepts with every guard's condition met; `Nothing` when there is none."""
    sets: dict[CodePoints, None] = {}
    languages: dict[str, CharDfa] = {}
    for name, condition in conditions.items():
        if isinstance(condition, Behind):
            languages[name] = condition.language
            sets.update(dict.fromkeys(condition.language.classes))
    for machine in (nfa, *(c.nfa for c in conditions.values() if isinstance(c, Ahead))):
        sets.update({move.chars: None for moves in machine.moves for move in moves})
    classes, made_of = partition(list(sets))
    monitor = watch(languages, classes, limits)
    keeper = _Keeper(
        conditions, limits, classes, dict(zip(sets, made_of)), monitor, _sensitive(conditions), Meter(limits)
    )
    return _graph(keeper, nfa, 0)


def _sensitive(conditions: Mapping[str, Condition]) -> set[str]:
    """Look-behinds, and look-aheads that hold one at any depth."""
    found = {name for name, condition in conditions.items() if isinstance(condition, Behind)}
    while True:
        more = {
            name
            for name, condition in conditions.items()
            if isinstance(condition, Ahead) and any(g in found for gs in condition.nfa.guards for g, _ in gs)
        }
        if more <= found:
            return found
        found |= more


def _make_debt(keeper: _Keeper, name: str, seen: int) -> _Debt:
    condition = keeper.conditions[name]
    assert isinstance(condition, Ahead)
    if any(condition.nfa.guards):
        dfa = minimize(from_node(_graph(keeper, condition.nfa, seen), keeper.limits))
    else:
        dfa = minimize(determinize(condition.nfa, keeper.limits))
    if condition.negated:
        dfa = flipped(dfa)
    accepting = [*dfa.accepting.tolist(), False]
    # in a minimal automaton the state that accepts everything has nowhere else to go
    free = [end and set(row) == {state} for state, (end, row) in enumerate(zip(accepting, dfa.next.tolist()))]
    return _Debt(rows_over(dfa, keeper.classes), accepting, free)


def _graph(keeper: _Keeper, nfa: CharNfa, seen: int) -> Node:
    """The texts that `nfa` accepts when it starts where the monitor is in state `seen`."""
    cares = _cares(nfa, keeper)
    start: _State = (0, (), seen if cares[0] else 0)
    numbers, found = {start: 0}, [start]
    edges: list[list[Edge]] = []
    accepting: list[bool] = []
    for state in found:  # grows while it is walked
        closed = _closure(keeper, nfa, state)
        accepting.append(any(at == 1 and _paid(keeper, owed) for at, owed in closed))
        leaving: list[Edge] = []
        for at, owed in closed:
            for move in nfa.moves[at]:
                for target, label in _moved(keeper, move, owed, state[2], cares[move.target]):
                    number = numbers.setdefault(target, len(found))
                    if number == len(found):
                        found.append(target)
                    leaving.append(Edge(Chars(label, move.span), number))
        edges.append(leaving)
        _check_size(keeper, len(found))
    return _trimmed(edges, accepting)


def _check_size(keeper: _Keeper, n: int) -> None:
    if n > keeper.limits.dfa_states:
        hint = "simplify the look-around, or raise Limits.dfa_states"
        raise LimitExceeded("dfa_states", keeper.limits.dfa_states, hint, "building the conditions of a regex")


def _closure(keeper: _Keeper, nfa: CharNfa, state: _State) -> list[tuple[int, _Owed]]:
    """Where one is without a further character: states that read something, or the end, with what is owed there."""
    start, owed, seen = state
    found: list[tuple[int, _Owed]] = []
    met: dict[int, list[frozenset[tuple[int, int]]]] = {}
    todo = [(start, owed)]
    while todo:
        at, owed = todo.pop()
        before, owing = met.setdefault(at, []), frozenset(owed)
        keeper.meter.spend(80 + 4 * len(before))
        # subtle: who owes more than another at the same place has nothing to add to it; without this look, a loop
        # over n look-aheads would be walked with each of the 2^n sets of them
        if any(less <= owing for less in before):
            continue
        before.append(owing)
        if nfa.moves[at] or at == 1:
            found.append((at, owed))
        todo.extend(reversed(_onward(keeper, nfa, at, owed, seen)))
    return _undominated(found)


def _onward(keeper: _Keeper, nfa: CharNfa, at: int, owed: _Owed, seen: int) -> list[tuple[int, _Owed]]:
    """The next places without a character."""
    onward = [(target, owed) for target in nfa.jumps[at]]
    for name, target in nfa.guards[at]:
        if (more := _passed(keeper, name, owed, seen)) is not None:
            onward.append((target, more))
    return onward


def _undominated(found: list[tuple[int, _Owed]]) -> list[tuple[int, _Owed]]:
    """Without those that owe more than one that was found after them."""
    if len(found) == len({at for at, _ in found}):
        return found
    by_place: dict[int, list[set[tuple[int, int]]]] = {}
    for at, owed in found:
        by_place.setdefault(at, []).append(set(owed))
    return [(at, owed) for at, owed in found if not any(other < set(owed) for other in by_place[at])]


def _passed(keeper: _Keeper, name: str, owed: _Owed, seen: int) -> _Owed | None:
    """What is owed behind a guard; None where it cannot be passed."""
    condition = keeper.conditions[name]
    if isinstance(condition, Behind):
        return owed if (name in keeper.monitor.holds[seen]) != condition.negated else None
    number = keeper.debt(name, seen)
    debt = keeper.debts[number]
    if debt.free[0]:
        return owed
    if not debt.accepting[0] and set(debt.rows[0]) == {DEAD}:
        return None
    return tuple(sorted({*owed, (number, 0)}))


def _paid(keeper: _Keeper, owed: _Owed) -> bool:
    """Whether nothing is missing if the text ends here."""
    return all(keeper.debts[number].accepting[state] for number, state in owed)


def _moved(keeper: _Keeper, move: Move, owed: _Owed, seen: int, cares: bool) -> list[tuple[_State, CodePoints]]:
    """The states after a move, each with the characters that lead there."""
    if not owed and not cares:
        return [((move.target, (), 0), move.chars)]
    keeper.meter.spend(10 * len(keeper.made_of[move.chars]) * (1 + len(owed)))
    groups: dict[_State, list[int]] = {}
    for c in keeper.made_of[move.chars]:
        after = _owed_after(keeper, owed, c)
        if after is not None:
            seen_then = keeper.monitor.rows[seen][c] if cares else 0
            groups.setdefault((move.target, after, seen_then), []).append(c)
    return [(state, keeper.label(tuple(cs))) for state, cs in groups.items()]


def _owed_after(keeper: _Keeper, owed: _Owed, c: int) -> _Owed | None:
    """What is owed after a character of class `c`; None where a debt can no longer be met."""
    left = set()
    for number, state in owed:
        debt = keeper.debts[number]
        target = debt.rows[state][c]
        if target == DEAD:
            return None
        if not debt.free[target]:
            left.add((number, target))
    return tuple(sorted(left))


def _cares(nfa: CharNfa, keeper: _Keeper) -> list[bool]:
    """For each state, whether what the monitor saw up to there can still matter."""
    memory = keeper.monitor.memory
    sources: list[list[tuple[int, int]]] = [[] for _ in nfa.moves]  # (state before, characters between)
    for state in range(len(nfa.moves)):
        for target in [*nfa.jumps[state], *(target for _, target in nfa.guards[state])]:
            sources[target].append((state, 0))
        for move in nfa.moves[state]:
            sources[move.target].append((state, 1))
    asking = [s for s, guards in enumerate(nfa.guards) if any(name in keeper.sensitive for name, _ in guards)]
    caring: set[int] = set()
    n = 0  # characters to the nearest question
    while asking and (memory is None or n < memory):
        near = [s for s in dict.fromkeys(asking) if s not in caring]
        caring.update(near)
        asking = []
        for state in near:  # grows while it is walked
            for source, width in sources[state]:
                if width:
                    asking.append(source)
                elif source not in caring:
                    caring.add(source)
                    near.append(source)
        n += 1
    return [s in caring for s in range(len(nfa.moves))]


def _trimmed(edges: list[list[Edge]], accepting: list[bool]) -> Node:
    """The graph of the states that can still end."""
    sources: list[list[int]] = [[] for _ in edges]
    for state, leaving in enumerate(edges):
        for edge in leaving:
            sources[edge.target].append(state)
    live = {state for state, end in enumerate(accepting) if end}
    todo = list(live)
    while todo:
        for source in sources[todo.pop()]:
            if source not in live:
                live.add(source)
                todo.append(source)
    if 0 not in live:
        return Nothing()
    numbers = {state: i for i, state in enumerate(sorted(live))}
    kept = tuple(
        tuple(Edge(edge.label, numbers[edge.target]) for edge in edges[state] if edge.target in live)
        for state in numbers
    )
    return Graph(kept, frozenset(numbers[state] for state in live if accepting[state]))
