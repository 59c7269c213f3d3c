"""From the meaning of a grammar (`ir`) to an automaton over bytes, unfolded where it is entered.

*A state for a node* means: from it the node is read, and then whatever is read from the state it goes on in. Knowing
what comes after before what comes first is what makes building short: a concatenation is built from its last part to
its first, a choice builds every option with the same continuation (Thompson 1968, in continuation form). The same node
with the same continuation is built once, so suffixes are shared, and a tree whose nodes are shared objects costs its
size.

A node that holds others is built one level deep: its leaves become states, and for each inner node inside it there is
one state that stands for it, `Later`, until somebody asks where it leads. Most texts need a small part of a large
schema, and what no text enters is never built. It can be left out because its cost is known beforehand (`least`).

    "{" pair ("," pair)* "}"     at first:   "{" → Later(pair) → Later(("," pair)*) → "}"

Nothing here recurses: opening a state makes others, and opens none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from maskscope.automaton.blocks import add_move, add_split
from maskscope.automaton.calls import plan_calls
from maskscope.automaton.captured import Captured
from maskscope.automaton.distance import settle
from maskscope.automaton.least import MOST_COPIES, Leasts
from maskscope.automaton.leaves import LEAVES, trie
from maskscope.automaton.nfa import EXIT, INFINITE, Counter, Done, Enter, Later, Loop, Nfa, Rule, Scoped, Take
from maskscope.automaton.recursion import may_repeat_unread
from maskscope.automaton.registers import NO_KEYS, ScopeRules
from maskscope.automaton.scope_cost import ScopeCost
from maskscope.automaton.states import States
from maskscope.automaton.survey import Survey, least_states
from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import (
    Call,
    Capture,
    Chars,
    Choice,
    Concat,
    Deferred,
    Grammar,
    Graph,
    Literal,
    Node,
    Repeat,
    Scope,
)
from maskscope.limits import Limits
from maskscope.text import Span

_COPIES = 3  # a repetition of a body of several states up to this often is written out; beyond, it is counted
_TRIE_FROM = 32  # texts in one choice; below this, separate chains keep exact origins and cost no more
_SMALL = (
    600  # states, more or less: all of such an automaton is entered soon, and its first masks then wait for nothing
)

_SMALLER = "use a smaller enumeration or repetition, or raise limits.nfa_states"

Key = tuple[int, int, int]  # a node, the state it goes on in, and its place


def compile_nfa(grammar: Grammar, limits: Limits) -> Nfa:
    """The automaton of a grammar. Nothing of it is built yet, unless it is small, or may be too large, or costs are
    not known beforehand.
    """
    unfolding = Unfolding(grammar, limits)
    nfa = unfolding.begun()
    if not unfolding.leasts.is_known:
        settle(nfa.completed())
    elif not _SMALL < unfolding.leasts.most_states <= limits.nfa_states:
        nfa.completed()
    return nfa


class Unfolding:
    """One grammar's automaton as far as it is built."""

    def __init__(self, grammar: Grammar, limits: Limits) -> None:
        self._grammar, self._limits = grammar, limits
        self._plan = plan_calls(grammar.rules, grammar.start)
        self.leasts = Leasts(grammar.rules, self._plan)
        self._nfa = Nfa([0], [0], [None], [0], unfolding=self)  # only EXIT
        self._built: dict[Key, int] = {}
        self._entries: dict[str, int] = {}  # the entry state of each called rule
        self._captured: dict[int, Captured] = {}
        self._bodies: dict[tuple[int, int], Scoped] = {}  # of scopes, by node and place; where they go on is left open
        self._waiting: list[int] = []  # states that were made as `Later` …
        self._uncalled: list[int] = []  # … and the entries of rules, which lie in no body but their own
        self.leasts.measure(self)

    def begun(self) -> Nfa:
        """The automaton with its start state."""
        rule = self._grammar.start
        start = self._entry(rule) if rule in self._plan.recursive else self._state(self._grammar.rules[rule], EXIT)
        scopes = [node for one in self.surveys for node in one.scopes]
        return replace(
            self._nfa,
            start=start,
            takes=any(isinstance(node, Capture) for node in scopes),
            reads_tokens=any(one.reads_tokens for one in self.surveys),
        )

    @property
    def surveys(self) -> list[Survey]:
        """The trees of all rules that are needed."""
        return list(self._plan.surveys.values())

    @property
    def may_repeat_unread(self) -> bool:
        """Whether some rule might call itself before it reads anything."""
        return may_repeat_unread(self._grammar.rules, self._plan, self.leasts)

    @property
    def is_complete(self) -> bool:
        """Whether everything was opened by `complete`."""
        return not self._waiting and not self._uncalled

    def open(self, state: int) -> tuple[int, ...]:
        """Build what a `Later` stands for, one level deep: the states it goes on in."""
        later = self._nfa.moves[state]
        assert isinstance(later, Later)
        node = later.node
        if isinstance(node, Graph) and later.row is not None:
            targets = self._row(node, later.row, later.goes_on, later.span)
        elif isinstance(node, Repeat) and (node.low, node.high) == (0, None):
            targets = (self._state(node.body, state, later.span), later.goes_on)  # the state is its own loop
        else:
            # the body of a called rule may be a leaf or a call, which are built as they are
            opened = _OPEN.get(type(node), Unfolding._state)(self, node, later.goes_on, later.span)
            targets = (opened,)
        self._nfa.moves[state] = targets
        self._check_size()
        return targets

    def _check_size(self, n_coming: int = 0) -> None:
        if max(n_coming, len(self._nfa.label)) > self._limits.nfa_states:
            raise LimitExceeded("nfa_states", self._limits.nfa_states, _SMALLER, "compiling the grammar")

    def complete(self) -> None:
        """Open everything, unless that is sure to be too much."""
        self._check_size(least_states(self.surveys) if self._waiting else 0)
        while self._waiting or self._uncalled:
            state = (self._waiting or self._uncalled).pop()
            if type(self._nfa.moves[state]) is Later:
                self.open(state)

    def _open_acts(self, n: int) -> None:
        """Of the states that wait but for the first n, open those that act on the scope they lie in."""
        waiting, moves = self._waiting, self._nfa.moves
        at = n
        while at < len(waiting):  # which grows
            later = moves[waiting[at]]
            if isinstance(later, Later) and self.leasts.acts(later.node):
                self.open(waiting[at])
            at += 1

    # ---- states for nodes

    def _state(self, node: Node, goes_on: int, around: Span | None = None) -> int:
        """A state from which a node is read, then what is read from `goes_on`; `around` is the place it lies in."""
        span = node.span or around
        while type(node) is Call and node.rule in self.leasts.inline:
            node = self._grammar.rules[node.rule]
            span = node.span or span
        key = (id(node), goes_on, id(span))
        found = self._built.get(key)
        if found is None:
            found = self._built[key] = _NOW.get(type(node), Unfolding._later)(self, node, goes_on, span)
        return found

    def _leaf(self, node: Node, goes_on: int, span: Span | None) -> int:
        return LEAVES[type(node)](self._nfa, node, goes_on, span)

    def _later(self, node: Node, goes_on: int, span: Span | None) -> int:
        nfa, least = self._nfa, self.leasts.of(node)
        state = add_move(nfa, min(INFINITE, least + nfa.cost[goes_on]), None)
        nfa.moves[state] = Later(node, goes_on, span, least)
        self._waiting.append(state)
        return state

    def _concat(self, node: Concat, goes_on: int, span: Span | None) -> int:
        for part in reversed(node.parts):
            goes_on = self._state(part, goes_on, span)
        return goes_on

    def _choice(self, node: Choice, goes_on: int, span: Span | None) -> int:
        options = node.options
        branches: dict[int, None] = {}
        texts = [option for option in options if type(option) is Literal]
        if len(texts) >= _TRIE_FROM:
            options = tuple([option for option in options if type(option) is not Literal])
            branches[trie(self._nfa, texts, goes_on, span)] = None
        for option in options:
            branches[self._state(option, goes_on, span)] = None
        return add_split(self._nfa, tuple(branches))

    def _repeat(self, node: Repeat, goes_on: int, span: Span | None) -> int:
        body, low, high = node.body, node.low, node.high
        # registers are reached only without a frame between, so a body that counts for a scope around it is copied
        if max(low, high or 0) > _copies(body) and not (self._plan.has_scopes and self.leasts.acts(body)):
            return self._counted(node, goes_on, span)
        state = goes_on
        if high is None:
            state = self._star(body, goes_on, span)
        for _ in range((high or low) - low):
            state = add_split(self._nfa, (self._state(body, state, span), goes_on))
        for _ in range(low):
            state = self._state(body, state, span)
        return state

    def _star(self, body: Node, goes_on: int, span: Span | None) -> int:
        nfa = self._nfa
        loop = add_move(nfa, nfa.cost[goes_on], None)
        nfa.moves[loop] = (self._state(body, loop, span), goes_on)
        return loop

    def _counted(self, node: Repeat, goes_on: int, span: Span | None) -> int:
        """The body under a counter."""
        nfa = self._nfa
        end = add_move(nfa, 0, node.span)
        entry = self._state(node.body, end, span)
        low = node.low if nfa.cost[entry] else 0  # subtle: X{m,n} of an X that can be empty is (X without empty){0,n}
        counter = Counter(low, node.high, entry, goes_on)
        nfa.moves[end] = Loop(counter)
        enter = add_move(nfa, min(INFINITE, low * nfa.cost[entry] + nfa.cost[goes_on]), node.span)
        nfa.moves[enter] = Enter(counter, goes_on)
        return enter if low else add_split(nfa, (enter, goes_on))

    def _graph(self, node: Graph, goes_on: int, span: Span | None) -> int:
        """One state for each state of the graph, to be wired when it is entered."""
        nfa = self._nfa
        first, left = len(nfa.label), nfa.cost[goes_on]
        for row, least in enumerate(self.leasts.rows(node)):
            state = add_move(nfa, min(INFINITE, least + left), node.span)
            nfa.moves[state] = Later(node, goes_on, span, least, (first, row))
            self._waiting.append(state)
        return first

    def _row(self, node: Graph, row: tuple[int, int], goes_on: int, span: Span | None) -> tuple[int, ...]:
        """Where one state of a graph, whose states begin with number `first`, leads."""
        first, at = row
        targets = [self._state(edge.label, first + edge.target, span) for edge in node.edges[at]]
        return (*targets, goes_on) if at in node.accepting else tuple(targets)

    def _deferred(self, node: Deferred, goes_on: int, span: Span | None) -> int:
        self.leasts.measure_made(node)
        return self._state(node.made, goes_on, span)

    def _call(self, node: Call, goes_on: int, span: Span | None) -> int:
        nfa, entry = self._nfa, self._entry(node.rule)
        if goes_on == EXIT:
            return entry  # a tail call: the caller's frame serves
        call = add_move(nfa, min(INFINITE, nfa.cost[entry] + nfa.cost[goes_on]), node.span)
        nfa.moves[call] = Enter(Rule(node.rule, entry), goes_on)
        return call

    def _entry(self, rule: str) -> int:
        """Where the body of a called rule begins; it lies where the rule is called first."""
        if rule not in self._entries:
            least = self.leasts.rule[rule][0]
            entry = add_move(self._nfa, least, None)
            self._nfa.moves[entry] = Later(self._grammar.rules[rule], EXIT, self._plan.called_at.get(rule), least)
            self._entries[rule] = entry
            self._uncalled.append(entry)
        return self._entries[rule]

    # ---- scopes and captured texts

    def _scope(self, node: Scope, goes_on: int, span: Span | None) -> int:
        nfa, body = self._nfa, self._body(node, span)
        enter = add_move(nfa, min(INFINITE, body.cost.at_start + nfa.cost[goes_on]), node.span)
        nfa.moves[enter] = Enter(replace(body, ret=goes_on), goes_on)
        return enter

    def _body(self, node: Scope, span: Span | None) -> Scoped:
        """The body of a scope, which is the same wherever it goes on.

        What acts on its registers is built at once, since to know what is left of it one must see all that is counted.
        """
        key = (id(node), id(span))
        if key not in self._bodies:
            nfa, n_waiting = self._nfa, len(self._waiting)
            end = add_move(nfa, 0, node.span)
            nfa.moves[end] = Done()
            entry = self._state(node.body, end, span)
            self._open_acts(n_waiting)
            rules = ScopeRules(node.tallies, node.keys or NO_KEYS, node.taken)
            cost = ScopeCost(nfa, entry, rules, self._limits.work)
            if self.leasts.is_known:
                cost.measure()
            self._bodies[key] = Scoped(entry, end, EXIT, rules, cost)
        return self._bodies[key]

    def _capture(self, node: Capture, goes_on: int, span: Span | None) -> int:
        captured = self._text(node)
        state = add_move(self._nfa, min(INFINITE, captured.least + self._nfa.cost[goes_on]), node.span)
        self._nfa.moves[state] = Take(captured, goes_on)
        return state

    def _text(self, node: Capture) -> Captured:
        """A captured text has an automaton of its own; captures of one node share it."""
        if id(node.body) not in self._captured:
            inner = Grammar({**self._grammar.rules, "": node.body}, "")
            self._captured[id(node.body)] = Captured(States(compile_nfa(inner, self._limits), self._limits))
        return self._captured[id(node.body)]

    # ---- what `leasts` asks for

    def measured_scope(self, node: Scope) -> int:
        """Least bytes of a scope."""
        return self._body(node, node.span).cost.at_start

    def measured_capture(self, node: Capture) -> int:
        """Least bytes of a captured text."""
        return self._text(node).least


def _copies(body: Node) -> int:
    """How many copies of a body are better than a counter."""
    small = (isinstance(body, Chars) and body.chars.ranges[-1][1] < 0x80) or (
        isinstance(body, Literal) and len(body.text) == 1
    )
    return MOST_COPIES if small else _COPIES


_NOW: dict[type, Callable[[Unfolding, Any, int, Span | None], int]] = {
    **dict.fromkeys(LEAVES, Unfolding._leaf),
    Call: Unfolding._call,
}

_OPEN: dict[type, Callable[[Unfolding, Any, int, Span | None], int]] = {
    Concat: Unfolding._concat,
    Choice: Unfolding._choice,
    Repeat: Unfolding._repeat,
    Graph: Unfolding._graph,
    Deferred: Unfolding._deferred,
    Scope: Unfolding._scope,
    Capture: Unfolding._capture,
}
