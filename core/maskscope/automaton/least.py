"""The least bytes of every node of a grammar, known before a single state is built.

An automaton that is unfolded as it is entered (`unfold`) must know how far the end is from a state behind which nothing
is built yet. That follows from the grammar alone: the least of a concatenation is a sum, of a choice a minimum, of a
graph a shortest way, of recursive rules a least fixpoint. A scope is measured on its body, which is built for that.

Beside it stands an upper bound on the states that a node can become, so that a grammar which cannot meet the limit on
states need not be built to be sure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, Protocol

from maskscope.automaton.blocks import n_states
from maskscope.automaton.calls import CallPlan
from maskscope.automaton.nfa import INFINITE
from maskscope.automaton.survey import Survey, survey
from maskscope.ir.nodes import (
    Call,
    Capture,
    Chars,
    Choice,
    Concat,
    Deferred,
    Empty,
    Graph,
    Literal,
    Mark,
    Node,
    Nothing,
    Repeat,
    Scope,
    Tick,
    TokenTerminal,
)
from maskscope.ir.walk import acts_on_scope

Size = tuple[int, int, list[int]]  # least bytes; most states; for a graph the least bytes from each of its states

MOST_COPIES = 24  # times a body is written out at most, rather than counted
_SMALL = 32  # states: below this a copy costs no more than a call
_ONE_STATE: Size = (1, 1, [])
_EMPTY: Size = (0, 0, [])
_ACT: Size = (0, 1, [])
_ROUNDS = 8  # over rules that call each other; what is not settled then is left to `distance.settle`


class Builds(Protocol):
    """What measures the nodes that only an automaton can tell the least bytes of."""

    def measured_scope(self, node: Scope) -> int:
        """Least bytes of a scope whose parts are known."""

    def measured_capture(self, node: Capture) -> int:
        """Least bytes of a captured text."""


class Leasts:
    """Sizes of nodes, of rules by name, and for graphs the least bytes from each of its states.

    `is_known` is False when rules that call each other have scopes inside, or need too many rounds: then the numbers
    are not final, and costs must be settled on the automaton.
    """

    def __init__(self, rules: Mapping[str, Node], plan: CallPlan) -> None:
        self._rules, self._plan = rules, plan
        self._sizes: dict[int, Size] = {}  # of the nodes whose size hangs on rules
        self._acts: dict[int, bool] = {}
        self._is_plain = True  # the node at hand does not
        self.rule: dict[str, Size] = {}
        self.inline: set[str] = set()  # the rules that are built in place
        self.is_known = True

    def measure(self, builds: Builds) -> None:
        """Work out all sizes; `builds` is asked for what has an automaton of its own."""
        self._builds = builds
        for group in self._plan.order:  # a rule comes after the rules it uses
            self._settle(group)

    def measure_made(self, node: Deferred) -> None:
        """Work out the sizes inside a node that has just been made."""
        self._tree(survey(node.made))

    def of(self, node: Node) -> int:
        """Least bytes of a node that is in the tree of a rule that is needed."""
        return self._size(node)[0]

    def rows(self, graph: Graph) -> list[int]:
        """Least bytes from each state of a graph."""
        return self._size(graph)[2]

    def acts(self, node: Node) -> bool:
        """Whether a node moves a register of a scope that lies around it."""
        if hasattr(node, "size") or type(node) is Call or type(node) is Scope:
            return False
        if id(node) not in self._acts:
            self._acts[id(node)] = acts_on_scope(node)
        return self._acts[id(node)]

    @property
    def most_states(self) -> int:
        """No automaton of the grammar has more states."""
        return 1 + sum(states + 1 for _, states, _ in self.rule.values())

    def _settle(self, group: Sequence[str]) -> None:
        """The rules of one component, those it uses being known."""
        for rule in group:
            self.rule[rule] = (INFINITE, 0, [])
        recursive = group[0] in self._plan.recursive
        if recursive and any(self._plan.surveys[rule].scopes for rule in group):
            self.is_known = False
        for _ in range(_ROUNDS if recursive and self.is_known else 1):
            before = [self.rule[rule] for rule in group]
            for rule in group:
                self.rule[rule] = self._rule(rule)
            if not recursive:
                self._place(group[0])
                return
            if [self.rule[rule] for rule in group] == before:
                return
        self.is_known = False

    def _place(self, rule: str) -> None:
        """Decide whether a rule that does not call itself is built in place."""
        if rule in self._plan.once or self.rule[rule][1] <= _SMALL:
            self.inline.add(rule)

    def _rule(self, rule: str) -> Size:
        self._tree(self._plan.surveys[rule])
        return self._size(self._rules[rule])

    def _tree(self, tree: Survey) -> None:
        for node in tree.order:
            self._is_plain = True
            size = _OF[type(node)](self, node)
            if self._is_plain:
                object.__setattr__(node, "size", size)
            else:
                self._sizes[id(node)] = size

    def _size(self, node: Node) -> Size:
        kind = type(node)
        leaf = _LEAF.get(kind)
        if leaf is not None:
            return leaf(self, node)
        size: Size | None = getattr(node, "size", None)
        if size is None:
            self._is_plain = False
            return self._called(node) if kind is Call else self._sizes[id(node)]  # type: ignore[arg-type]
        return size

    def _called(self, node: Call) -> Size:
        least, states, _ = self.rule[node.rule]
        return least, states if node.rule in self.inline else 1, []

    def _concat(self, node: Concat) -> Size:
        least = states = 0
        for part in node.parts:
            one, size, _ = self._size(part)
            least += one
            states += size
        return min(least, INFINITE), states + 1, []

    def _choice(self, node: Choice) -> Size:
        least, states = INFINITE, 2
        for option in node.options:
            one, size, _ = self._size(option)
            if one < least:
                least = one
            states += size
        return least, states, []

    def _repeat(self, node: Repeat) -> Size:
        least, states, _ = self._size(node.body)
        return min(least * node.low, INFINITE), (states + 1) * self._copies(node) + 4, []

    def _copies(self, node: Repeat) -> int:
        """How often the body can be built; more than a few times only where it acts on a scope."""
        copies = max(node.low, node.high or 0)
        if copies > MOST_COPIES and not (self._plan.has_scopes and self.acts(node.body)):
            copies = MOST_COPIES
        return copies + 1  # one more for what comes after `low` without bound

    def _graph(self, node: Graph) -> Size:
        sizes = [[self._size(edge.label) for edge in edges] for edges in node.edges]
        rows = shortest(node, [[least for least, _, _ in row] for row in sizes])
        return rows[0], 2 * len(rows) + sum([states for row in sizes for _, states, _ in row]), rows

    def _scope(self, node: Scope) -> Size:
        self._is_plain = False
        least = self._builds.measured_scope(node) if self.is_known else INFINITE
        return least, self._size(node.body)[1] + 4, []

    def _capture(self, node: Capture) -> Size:
        least = self._builds.measured_capture(node)
        self._is_plain = False  # said last: a captured text is measured by an automaton, and may be by one of this kind
        return least, 2, []

    def _literal(self, node: Literal) -> Size:
        n = len(node.text) if node.text.isascii() else len(node.text.encode())
        return n, n, []

    def _chars(self, node: Chars) -> Size:
        ranges = node.chars.ranges
        if ranges[-1][1] < 0x80:
            return _ONE_STATE
        return len(chr(ranges[0][0]).encode()), n_states(node.chars), []

    def _act(self, node: Tick | Mark) -> Size:
        self._is_plain = False  # what acts on a scope is built otherwise
        return _ACT

    def _token(self, node: TokenTerminal) -> Size:
        self._is_plain = False
        return _ONE_STATE


def shortest(graph: Graph, weights: list[list[int]]) -> list[int]:
    """The least weight from each state of a graph to its end, weights being given edge by edge (Dijkstra 1959)."""
    if all(edge.target >= state for state, edges in enumerate(graph.edges) for edge in edges):
        return _shortest_forward(graph, weights)
    found = [INFINITE] * len(graph.edges)
    before: list[list[tuple[int, int]]] = [[] for _ in graph.edges]
    for state, edges in enumerate(graph.edges):
        for edge, weight in zip(edges, weights[state], strict=True):
            before[edge.target].append((weight, state))
    waiting = [(0, state) for state in sorted(graph.accepting)]
    while waiting:
        least, state = heappop(waiting)
        if least < found[state]:
            found[state] = least
            for weight, earlier in before[state]:
                if least + weight < found[earlier]:
                    heappush(waiting, (least + weight, earlier))
    return found


def _shortest_forward(graph: Graph, weights: list[list[int]]) -> list[int]:
    """The same where no edge leads back: last state first."""
    found = [INFINITE] * len(graph.edges)
    for state in reversed(range(len(found))):
        best = 0 if state in graph.accepting else INFINITE
        for edge, weight in zip(graph.edges[state], weights[state], strict=True):
            best = min(best, weight + found[edge.target])
        found[state] = best
    return found


_OF: dict[type, Callable[[Leasts, Any], Size]] = {
    Concat: Leasts._concat,
    Choice: Leasts._choice,
    Repeat: Leasts._repeat,
    Graph: Leasts._graph,
    Scope: Leasts._scope,
    Capture: Leasts._capture,
}

_LEAF: dict[type, Callable[[Leasts, Any], Size]] = {
    Literal: Leasts._literal,
    Chars: Leasts._chars,
    Empty: lambda leasts, node: _EMPTY,
    Nothing: lambda leasts, node: (INFINITE, 1, []),
    Tick: Leasts._act,
    Mark: Leasts._act,
    TokenTerminal: Leasts._token,
}
