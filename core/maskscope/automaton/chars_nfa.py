"""Nondeterministic automata over code points, built from the regular part of the IR.

Thompson's construction (1968), turned around: a node is always placed *between two states that exist*, so nothing has
to be handed back and a plain stack of (node, from, to) takes the place of recursion. A repetition is written out copy
by copy; that is exact, and the limits stop it.

A `Call` is a rule, written out where it stands, or (for `chars_promises`) the name of a condition that an edge
without characters must meet.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import Call, Chars, Choice, Concat, Empty, Graph, Literal, Node, Nothing, Repeat
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints
from maskscope.text import Span

_HINT = "ask for fewer repetitions, or raise Limits.{}"


@dataclass(slots=True, eq=False)
class Meter:
    """Counts elementary steps (about a tenth of a microsecond each) and stops at `Limits.work`."""

    limits: Limits
    spent: int = 0

    def spend(self, steps: int) -> None:
        """Takes note of some steps; raises LimitExceeded when they are too many by now."""
        self.spent += steps
        if self.spent > self.limits.work:
            hint = "simplify the pattern, or raise Limits.work"
            raise LimitExceeded("work", self.limits.work, hint, "making an automaton of characters")


@dataclass(frozen=True, slots=True, eq=False)
class Move:
    """Consume a code point out of `chars` and be in `target`; `span` says what part of the source asked for it."""

    chars: CodePoints
    target: int
    span: Span | None


@dataclass(slots=True, eq=False)
class CharNfa:
    """State 0 is the start and state 1 the end; `moves[s]`, `jumps[s]` and `guards[s]` leave state s.

    A jump consumes nothing; a guard neither, and may be taken only where the condition it names holds.
    """

    moves: list[list[Move]] = field(default_factory=list)
    jumps: list[list[int]] = field(default_factory=list)
    guards: list[list[tuple[str, int]]] = field(default_factory=list)

    def add_state(self) -> int:
        """A new state with nothing leaving it."""
        self.moves.append([])
        self.jumps.append([])
        self.guards.append([])
        return len(self.moves) - 1


_Task = tuple[Node, int, int]  # place this node between these states


@dataclass(slots=True, eq=False)
class _Builder:
    nfa: CharNfa
    limits: Limits
    rules: Mapping[str, Node]
    conditions: Collection[str]
    todo: list[_Task] = field(default_factory=list)

    def fresh(self) -> int:
        if len(self.nfa.moves) >= self.limits.nfa_states:
            hint = _HINT.format("nfa_states")
            raise LimitExceeded("nfa_states", self.limits.nfa_states, hint, "writing out a pattern")
        return self.nfa.add_state()


def build_nfa(
    node: Node, limits: Limits, rules: Mapping[str, Node] | None = None, conditions: Collection[str] = ()
) -> CharNfa:
    """The automaton of a node without scopes and recursion; a `Call` of one of `conditions` becomes a guard."""
    builder = _Builder(CharNfa(), limits, rules or {}, conditions)
    start, end = builder.fresh(), builder.fresh()
    builder.todo.append((node, start, end))
    while builder.todo:
        _place(builder, *builder.todo.pop())
    return builder.nfa


def _place(builder: _Builder, node: Node, start: int, end: int) -> None:
    nfa = builder.nfa
    match node:
        case Chars():
            nfa.moves[start].append(Move(node.chars, end, node.span))
        case Empty():
            nfa.jumps[start].append(end)
        case Nothing():
            pass
        case Literal():
            _place_literal(builder, node, start, end)
        case Concat():
            _place_row(builder, node.parts, start, end)
        case Choice():
            builder.todo.extend((option, start, end) for option in reversed(node.options))
        case Repeat():
            _place_repeat(builder, node, start, end)
        case Graph():
            _place_graph(builder, node, start, end)
        case Call() if node.rule in builder.conditions:
            nfa.guards[start].append((node.rule, end))
        case Call():
            builder.todo.append((builder.rules[node.rule], start, end))
        case _:
            raise TypeError(f"{type(node).__name__} is more than a regular language of characters")


def _place_literal(builder: _Builder, node: Literal, start: int, end: int) -> None:
    span = node.span
    each = span is not None and span.end - span.start == len(node.text)
    at = start
    for i, char in enumerate(node.text):
        target = end if i + 1 == len(node.text) else builder.fresh()
        place = Span(span.start + i, span.start + i + 1) if span is not None and each else span
        builder.nfa.moves[at].append(Move(CodePoints(((ord(char), ord(char)),)), target, place))
        at = target


def _place_row(builder: _Builder, parts: tuple[Node, ...], start: int, end: int) -> None:
    at = start
    for part in parts[:-1]:
        target = builder.fresh()
        builder.todo.append((part, at, target))
        at = target
    builder.todo.append((parts[-1], at, end))


def _place_repeat(builder: _Builder, node: Repeat, start: int, end: int) -> None:
    """`low` copies in a row, then a loop, or as many copies again that may each be the last."""
    copies = max(node.low, node.high or 0)
    if copies > builder.limits.dfa_states:
        hint = _HINT.format("dfa_states")
        raise LimitExceeded("dfa_states", builder.limits.dfa_states, hint, f"writing out {copies:,} repetitions")
    at = start
    for _ in range(node.low):
        target = builder.fresh()
        builder.todo.append((node.body, at, target))
        at = target
    if node.high is None:
        # subtle: the loop gets a state of its own, or what else leaves or enters `at` could be repeated with it
        loop = builder.fresh()
        builder.nfa.jumps[at].append(loop)
        builder.todo.append((node.body, loop, loop))
        at = loop
    for _ in range(node.low, node.high or 0):
        builder.nfa.jumps[at].append(end)
        target = builder.fresh()
        builder.todo.append((node.body, at, target))
        at = target
    builder.nfa.jumps[at].append(end)


def _place_graph(builder: _Builder, node: Graph, start: int, end: int) -> None:
    states = [builder.fresh() for _ in node.edges]
    builder.nfa.jumps[start].append(states[0])
    for state, edges in zip(states, node.edges):
        builder.todo.extend((edge.label, state, states[edge.target]) for edge in reversed(edges))
    for accepting in sorted(node.accepting):
        builder.nfa.jumps[states[accepting]].append(end)
