"""From the meaning of a grammar (`ir`) to an automaton over bytes, built backwards.

`compile(node, c)` means: a state from which the node is read and then whatever is read from state `c`. Knowing what
comes after (the *continuation*) before building what comes first is what makes it short: a concatenation is built
from its last part to its first, a choice builds every option with the same continuation, and the cost of ending from a
new state is known the moment it is made (Thompson 1968, in continuation form).

The same node with the same continuation is built once, so suffixes are shared, and a tree whose nodes are shared
objects costs its size. Nothing here recurses: `_tasks` holds what is left to do (a node to compile, an int to put on
the stack of continuations, or a function to finish a node with), `_values` holds continuations and finished states.

Costs are exact at once unless the grammar has a cycle other than a plain repetition. The states of a graph that leads
back are settled among themselves when it is built (`distance.relax`), those of recursive rules at the end (`settle`).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from maskscope.automaton.blocks import add_move, add_split
from maskscope.automaton.calls import CallPlan, plan_calls
from maskscope.automaton.captured import Captured
from maskscope.automaton.distance import relax, settle
from maskscope.automaton.leaves import LEAVES, trie
from maskscope.automaton.nfa import EXIT, INFINITE, Counter, Done, Enter, Loop, Nfa, Rule, Scoped, Take
from maskscope.automaton.registers import NO_KEYS, ScopeRules
from maskscope.automaton.scope_cost import ScopeCost
from maskscope.automaton.states import States
from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import (
    Call,
    Capture,
    Chars,
    Choice,
    Concat,
    Grammar,
    Graph,
    Literal,
    Node,
    Repeat,
    Scope,
)
from maskscope.ir.walk import acts_on_scope
from maskscope.limits import Limits
from maskscope.text import Span

_COPIES_OF_ONE = 24  # a repetition of one byte state up to this often is written out; beyond, it is counted
_COPIES = 3  # the same for a body of several states
_TRIE_FROM = 32  # texts in one choice; below this, separate chains keep exact origins and cost no more

_SMALLER = "use a smaller enumeration or repetition, or raise limits.nfa_states"

Task = Node | int | Callable[[], None]
Key = tuple[int, int, int]  # a node, the state it goes on in, and its place


def compile_nfa(grammar: Grammar, limits: Limits) -> Nfa:
    """The automaton of a grammar; costs are those of the states as built, `settle` may still be needed."""
    return _Thompson(grammar, limits).run()


class _Thompson:
    """One compilation; `_nfa` is the automaton as far as it is built."""

    def __init__(self, grammar: Grammar, limits: Limits) -> None:
        self._grammar, self._limits = grammar, limits
        self._nfa = Nfa([0], [0], [None], [0])  # only EXIT
        self._tasks: list[Task] = []
        self._values: list[int] = []
        self._built: dict[Key, int] = {}
        self._span: Span | None = None  # the innermost place around the node at hand, for nodes with none of their own
        self._plan: CallPlan | None = None
        self._entries: dict[str, int] = {}  # the entry state of each called rule
        self._captured: dict[int, Captured] = {}
        self._settled = True
        self._open: int | None = None  # where the outermost unfinished rule that calls itself begins
        self._takes = self._has_scope = False

    def run(self) -> Nfa:
        """Compile the start rule; every other rule is compiled when it is first called."""
        self._values.append(EXIT)
        self._tasks.append(self._grammar.rules[self._grammar.start])
        self._drain()
        start = self._values[-1]
        if self._grammar.start in self._entries:
            self._define(self._entries[self._grammar.start])
        nfa = self._nfa
        return Nfa(nfa.label, nfa.target, nfa.origin, nfa.cost, nfa.moves, start, self._settled, self._takes)

    def _drain(self) -> None:
        """Work through the tasks. Each node finds its continuation on top of `_values` and leaves its start there."""
        nfa, tasks, values, built = self._nfa, self._tasks, self._values, self._built
        most = self._limits.nfa_states
        while tasks:
            task: Any = tasks.pop()
            kind = type(task)
            if kind is int:
                values.append(task)
                continue
            if kind is partial:
                task()
                continue
            span = task.span or self._span
            key = (id(task), values[-1], id(span))
            found = built.get(key)
            if found is not None:
                values[-1] = found
            elif kind in LEAVES:
                values[-1] = built[key] = LEAVES[kind](nfa, task, values[-1], span)
            else:
                self._inner(task, key, span)
            if len(nfa.label) > most:
                raise LimitExceeded("nfa_states", most, _SMALLER, "compiling the grammar")

    def _inner(self, node: Node, key: Key, span: Span | None) -> None:
        """Begin a node that holds others; it is finished at once if they are leaves."""
        around, n_before = self._span, len(self._tasks)
        self._span = span
        _INNER[type(node)](self, node)
        if len(self._tasks) == n_before:
            self._remember(key, around)
        else:
            self._tasks.insert(n_before, partial(self._remember, key, around))

    def _remember(self, key: Key, around: Span | None) -> None:
        """A node is built; what follows lies in the place around it."""
        self._built[key] = self._values[-1]
        self._span = around

    def _leaf(self, node: Node, goes_on: int) -> int:
        """Build a leaf at once."""
        span = node.span or self._span
        key = (id(node), goes_on, id(span))
        found = self._built.get(key)
        if found is None:
            found = self._built[key] = LEAVES[type(node)](self._nfa, node, goes_on, span)
        return found

    def _concat(self, node: Concat) -> None:
        parts, goes_on = list(node.parts), self._values[-1]
        while parts and type(parts[-1]) in LEAVES:
            goes_on = self._leaf(parts.pop(), goes_on)
        self._values[-1] = goes_on
        self._tasks.extend(parts)  # the last one is taken first

    def _choice(self, node: Choice) -> None:
        goes_on = self._values.pop()
        texts = [option for option in node.options if type(option) is Literal]
        options: list[Node] = list(node.options)
        ready: list[int] = []
        if len(texts) >= _TRIE_FROM:
            options = [option for option in node.options if type(option) is not Literal]
            ready.append(trie(self._nfa, texts, goes_on, self._span))
        ready += [self._leaf(option, goes_on) for option in options if type(option) in LEAVES]
        inner = [option for option in options if type(option) not in LEAVES]
        if not inner:
            self._join(0, ready)
            return
        self._tasks.append(partial(self._join, len(inner), ready))
        for option in inner:
            self._tasks += (option, goes_on)

    def _join(self, n: int, ready: list[int]) -> None:
        """Make the last n finished states and those that were ready one, which goes on in any of them."""
        branches = dict.fromkeys(ready + [self._values.pop() for _ in range(n)])
        self._values.append(add_split(self._nfa, tuple(branches)))

    def _repeat(self, node: Repeat) -> None:
        low, high, body = node.low, node.high, node.body
        copies = max(low, high or 0)
        # registers are reached only without a frame between, so a body that counts for a scope around it is copied
        if copies > _copies(body) and not (self._has_scope and acts_on_scope(body)):
            self._count(node)
            return
        goes_on = self._values[-1]
        self._tasks += [body] * low
        if high is None:
            self._star(body, goes_on)
        else:
            for _ in range(high - low):
                self._tasks += (partial(self._either, goes_on), body)

    def _either(self, goes_on: int) -> None:
        """Let what was just built be passed over."""
        self._values[-1] = add_split(self._nfa, (self._values[-1], goes_on))

    def _star(self, body: Node, goes_on: int) -> None:
        loop = add_move(self._nfa, self._nfa.cost[goes_on], None)
        self._tasks += (partial(self._close, loop, goes_on), body)
        self._values[-1] = loop

    def _close(self, loop: int, goes_on: int) -> None:
        self._nfa.moves[loop] = (self._values[-1], goes_on)
        self._values[-1] = loop

    def _count(self, node: Repeat) -> None:
        end = add_move(self._nfa, 0, node.span)
        self._tasks += (partial(self._counted, node, self._values[-1], end), node.body)
        self._values[-1] = end

    def _counted(self, node: Repeat, goes_on: int, end: int) -> None:
        """Put the body just built under a counter."""
        nfa, entry = self._nfa, self._values[-1]
        self._settled = self._settled and nfa.cost[entry] < INFINITE  # else whether it can be empty is not known yet
        low = node.low if nfa.cost[entry] else 0  # subtle: X{m,n} of an X that can be empty is (X without empty){0,n}
        counter = Counter(low, node.high, entry, goes_on)
        nfa.moves[end] = Loop(counter)
        enter = add_move(nfa, low * nfa.cost[entry] + nfa.cost[goes_on], node.span)
        nfa.moves[enter] = Enter(counter, goes_on)
        self._values[-1] = enter if low else add_split(nfa, (enter, goes_on))

    def _graph(self, node: Graph) -> None:
        """One state for each state of the graph, made first so that edges can lead anywhere."""
        nfa, goes_on = self._nfa, self._values.pop()
        first = len(nfa.label)
        for _ in node.edges:
            add_move(nfa, INFINITE, node.span)
        if all(edge.target >= state for state, edges in enumerate(node.edges) for edge in edges):
            self._forward(node, first, goes_on)
            return
        self._tasks.append(partial(self._wire, node, first, goes_on))
        for edges in node.edges:
            for edge in edges:
                self._tasks += (edge.label, first + edge.target)

    def _forward(self, node: Graph, first: int, goes_on: int) -> None:
        """A graph that never leads back but from a state to itself: wired last state first, it needs no settling."""
        values, tasks = self._values, self._tasks
        tasks.append(partial(values.append, first))
        for state, edges in enumerate(node.edges):
            onwards = [edge for edge in edges if edge.target > state]
            loops = [edge for edge in edges if edge.target == state]
            ends = (goes_on,) if state in node.accepting else ()
            # subtle: a loop is no way to the end, so the state's cost is known before its loops are built
            for some, also in ((loops, ()), (onwards, ends)):
                tasks.append(partial(self._join_state, first + state, len(some), also))
                for edge in some:
                    tasks.extend((edge.label, first + edge.target))

    def _join_state(self, state: int, n: int, more: tuple[int, ...]) -> None:
        """Let a state go on in the last n finished states too, and in `more`."""
        nfa = self._nfa
        before = nfa.moves.get(state)
        targets = [*(before if isinstance(before, tuple) else ()), *(self._values.pop() for _ in range(n)), *more]
        nfa.moves[state] = tuple(targets)
        nfa.cost[state] = min([nfa.cost[state], *(nfa.cost[target] for target in targets)])

    def _wire(self, node: Graph, first: int, goes_on: int) -> None:
        for state, edges in enumerate(node.edges):
            targets = [self._values.pop() for _ in edges]
            if state in node.accepting:
                targets.append(goes_on)
            self._nfa.moves[first + state] = tuple(targets)
        if self._settled and self._open is None:
            relax(self._nfa, first)  # what follows the graph is known, so its states can be settled among themselves
        self._values.append(first)

    def _scope(self, node: Scope) -> None:
        self._has_scope = True
        end = add_move(self._nfa, 0, node.span)
        self._nfa.moves[end] = Done()
        self._tasks += (partial(self._scoped, node, self._values[-1], end), node.body)
        self._values[-1] = end

    def _scoped(self, node: Scope, goes_on: int, end: int) -> None:
        """Put the body just built under registers."""
        nfa, entry = self._nfa, self._values[-1]
        rules = ScopeRules(node.tallies, node.keys or NO_KEYS, node.taken)
        cost = ScopeCost(nfa, entry, rules, self._limits.work)
        self._settled = self._settled and self._open is None
        least = cost.measure() if self._settled else INFINITE
        enter = add_move(nfa, min(INFINITE, least + nfa.cost[goes_on]), node.span)
        nfa.moves[enter] = Enter(Scoped(entry, end, goes_on, rules, cost), goes_on)
        self._values[-1] = enter

    def _capture(self, node: Capture) -> None:
        """A captured text has an automaton of its own; captures of one node share it."""
        if id(node.body) not in self._captured:
            inner = Grammar({**self._grammar.rules, "": node.body}, "")
            nfa = compile_nfa(inner, self._limits)
            if not nfa.settled:
                settle(nfa)
            self._captured[id(node.body)] = Captured(States(nfa, self._limits))
        goes_on, captured = self._values[-1], self._captured[id(node.body)]
        state = add_move(self._nfa, min(INFINITE, captured.least + self._nfa.cost[goes_on]), node.span)
        self._nfa.moves[state] = Take(captured, goes_on)
        self._values[-1] = state
        self._takes = True

    def _call(self, node: Call) -> None:
        if self._plan is None:
            self._plan = plan_calls(self._grammar.rules, self._grammar.start)
        if node.rule in self._plan.inline:
            self._tasks.append(self._grammar.rules[node.rule])
            return
        goes_on = self._values.pop()
        self._tasks.append(partial(self._called, node, goes_on))
        if node.rule not in self._entries:
            entry = self._entries[node.rule] = add_move(self._nfa, INFINITE, None)
            if node.rule != self._grammar.start:  # which is being compiled already
                self._tasks += (partial(self._define, entry), self._grammar.rules[node.rule], EXIT)

    def _define(self, entry: int) -> None:
        """The body of a called rule is built: its entry, which calls may already lead to, starts it."""
        body = self._values.pop()
        self._nfa.moves[entry] = (body,)
        self._nfa.cost[entry] = self._nfa.cost[body]
        if self._open == entry:  # nothing outside calls into this rule yet, so its states can be settled by themselves
            relax(self._nfa, entry)
            self._open = None

    def _called(self, node: Call, goes_on: int) -> None:
        nfa, entry = self._nfa, self._entries[node.rule]
        if entry not in nfa.moves:  # inside its own body: its cost is not known yet
            if node.rule == self._grammar.start:
                self._settled = False
            self._open = min(entry, entry if self._open is None else self._open)
        if goes_on == EXIT:
            self._values.append(entry)  # a tail call: the caller's frame serves
            return
        call = add_move(nfa, min(INFINITE, nfa.cost[entry] + nfa.cost[goes_on]), node.span)
        nfa.moves[call] = Enter(Rule(node.rule, entry), goes_on)
        self._values.append(call)


def _copies(body: Node) -> int:
    """How many copies of a body are better than a counter."""
    small = (isinstance(body, Chars) and body.chars.ranges[-1][1] < 0x80) or (
        isinstance(body, Literal) and len(body.text) == 1
    )
    return _COPIES_OF_ONE if small else _COPIES


_INNER: dict[type, Callable[[_Thompson, Any], None]] = {
    Concat: _Thompson._concat,
    Choice: _Thompson._choice,
    Repeat: _Thompson._repeat,
    Graph: _Thompson._graph,
    Call: _Thompson._call,
    Scope: _Thompson._scope,
    Capture: _Thompson._capture,
}
