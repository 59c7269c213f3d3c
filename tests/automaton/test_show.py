"""The meaning of a grammar, written down."""

from __future__ import annotations

import pytest

from automaton.build import any_of
from maskscope.ir.build import call, chars, choice, concat, literal, repeat
from maskscope.ir.nodes import (
    Capture,
    Edge,
    Empty,
    Graph,
    KeyRule,
    Mark,
    Node,
    Nothing,
    Repeat,
    Scope,
    Tick,
    TokenTerminal,
)
from maskscope.ir.show import show_node
from maskscope.sets.codepoints import ANY, CodePoints

AB = choice([literal("ab"), literal("c")])


@pytest.mark.parametrize(
    "node, text",
    [
        (Nothing(), "nothing"),
        (Empty(), '""'),
        (literal('say "\n"'), r'"say \"\u{A}\""'),
        (any_of("abcx]"), r"[\]a-cx]"),
        (chars(~CodePoints.chars('"\\')), r'[^"\\]'),
        (chars(ANY), "any"),
        (concat([AB, call("b")]), '("ab" | "c") b'),
        (repeat(AB, 2, None), '("ab" | "c"){2,}'),
        (Repeat(Repeat(call("x"), 0, 1), 3, 3), "(x?){3}"),
        (Graph(((Edge(AB, 1), Edge(literal("z"), 0)), ()), frozenset({1})), 'graph(0: ("ab" | "c")→1 "z"→0; 1!:)'),
        (Scope(concat([Tick(), literal("a")]), tallies=((1, 3),)), 'scope(tally 0 1,3; tick(0) "a")'),
        (
            Scope(Mark(1), keys=KeyRule(required=2, implies=((1, 4),), forbidden=(3,), count=(1, None))),
            "scope(keys={1}, {0}⇒{2}, not {0,1}, count 1,; mark(1))",
        ),
        (Scope(Capture(call("x")), distinct=True), "scope(distinct; capture(x))"),
        (TokenTerminal(ids=(1, 2), negated=True), "!<[1,2]>"),
    ],
)
def test_a_node_is_written_on_one_line(node: Node, text: str) -> None:
    assert show_node(node) == text


def test_depth_is_no_problem() -> None:
    node: Node = literal("x")
    for _ in range(5000):
        node = concat([literal("("), repeat(node, 0, 1), literal(")")])
    assert show_node(node).count("(") == 10_000 - 1
