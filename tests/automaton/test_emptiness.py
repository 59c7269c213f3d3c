"""A grammar without any text is refused at the part that cannot be met."""

from __future__ import annotations

import pytest

from automaton.build import language
from maskscope.automaton.emptiness import refuse_empty
from maskscope.errors import UnsatisfiableError
from maskscope.ir.build import call, choice, concat, literal, repeat
from maskscope.ir.nodes import Capture, KeyRule, Mark, Node, Scope, Tick
from maskscope.text import Span

HERE = Span(10, 20)
ITEM = Capture(choice([literal(c) for c in "abc"]))


@pytest.mark.parametrize(
    "scope",
    [
        Scope(repeat(concat([literal("aa"), Tick(), Tick()]), 1, None), tallies=((3, 3),), span=HERE),
        Scope(concat([literal("a"), Mark(0)]), keys=KeyRule(required=0b11), span=HERE),
        Scope(concat([ITEM, ITEM, ITEM, ITEM]), distinct=True, span=HERE),
    ],
    ids=["an odd count of pairs", "a key that is nowhere", "four different of three"],
)
def test_a_scope_that_contradicts_itself_is_named(scope: Node) -> None:
    it = language(concat([literal("["), scope, literal("]")]))
    assert it.is_empty
    with pytest.raises(UnsatisfiableError) as refused:
        refuse_empty(it.nfa, it.source)
    assert refused.value.span == HERE


def test_a_rule_that_never_ends_is_refused() -> None:
    it = language({"root": concat([literal("a", Span(0, 3)), call("root")])})
    with pytest.raises(UnsatisfiableError, match="never end"):
        refuse_empty(it.nfa, it.source)


def test_a_contradiction_in_one_branch_only_closes_that_branch() -> None:
    it = language(choice([Scope(literal("a"), tallies=((1, 1),)), literal("b")]))
    refuse_empty(it.nfa, it.source)
    assert (it.accepts("a"), it.accepts("b")) == (False, True)
