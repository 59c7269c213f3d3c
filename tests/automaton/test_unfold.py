"""An automaton that is built where it is entered: nothing too early, and what is known beforehand is right."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from automaton.build import language
from automaton.trees import grammars, language_of, recursive_grammars, regular_trees, scoped_trees
from maskscope.automaton.language import Language
from maskscope.automaton.nfa import INFINITE, Later
from maskscope.automaton.survey import least_states
from maskscope.errors import LimitExceeded
from maskscope.ir.build import call, choice, concat, literal, repeat
from maskscope.ir.nodes import Call, Deferred, Grammar, Node
from maskscope.limits import Limits
from maskscope.pipeline import compile
from maskscope.syntax.schema.keys_spelled import keys_node
from maskscope.syntax.schema.strings import StringSet


def n_closed(it: Language) -> int:
    """States that are not built yet."""
    return sum(isinstance(move, Later) for move in it.nfa.moves.values())


def nested(depth: int, breadth: int) -> dict[str, Any]:
    """An object of objects of objects, all of whose members are required."""
    if depth == 0:
        return {"type": "string"}
    members = {f"{depth}_{i}": nested(depth - 1, breadth) for i in range(breadth)}
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def test_what_no_text_enters_is_not_built() -> None:
    it = compile("json_schema", {"properties": {"used": {"const": 1}, "unused": nested(3, 6)}})
    built = len(it.nfa)
    assert it.accepts('{"used":1}')
    assert len(it.nfa) < built + 200 < it.n_nfa_states / 20


def test_a_language_that_is_built_in_full_is_the_same() -> None:
    schema = nested(3, 2)
    lazy, full = compile("json_schema", schema), compile("json_schema", schema)
    full.nfa.completed()
    assert n_closed(full) == 0 < n_closed(lazy)
    text = json.dumps({"3_0": {}}, separators=(",", ":")).encode()
    for end in range(7):
        ours, theirs = lazy.run(lazy.start, text[:end]), full.run(full.start, text[:end])
        assert lazy.next_bytes(ours) == full.next_bytes(theirs)
        assert lazy.distance(ours) == full.distance(theirs)


def check_costs(it: Language) -> None:
    """Every state, when built, costs what was said when it was not; and there are no more than was said."""
    unfolding = it.nfa.unfolding
    assert unfolding is not None
    before = list(it.nfa.cost)
    moves = it.nfa.completed().moves
    assert it.nfa.cost[: len(before)] == before
    assert len(it.nfa) >= least_states(unfolding.surveys)
    if unfolding.leasts.is_known:
        assert len(it.nfa) <= unfolding.leasts.most_states
    for state, move in moves.items():
        if isinstance(move, tuple):
            cheapest = min([it.nfa.cost[after] for after in move], default=INFINITE)
            assert min(it.nfa.cost[state], INFINITE) == min(cheapest, INFINITE)


@settings(max_examples=150, deadline=None)
@given(grammars(regular_trees()))
def test_costs_are_right_before_anything_is_built(grammar: Grammar) -> None:
    check_costs(language_of(grammar))


@settings(max_examples=80, deadline=None)
@given(grammars(scoped_trees()))
def test_costs_around_scopes_are_right_before_anything_is_built(grammar: Grammar) -> None:
    check_costs(language_of(grammar))


@settings(max_examples=80, deadline=None)
@given(recursive_grammars())
def test_costs_of_recursive_rules_are_right_before_anything_is_built(grammar: Grammar) -> None:
    check_costs(language_of(grammar))


def test_what_may_be_too_large_is_built_at_once_and_refused() -> None:
    with pytest.raises(LimitExceeded, match="nfa_states"):
        language(
            concat([repeat(choice([literal("ab"), literal("cde")]), 3, 3), literal("x" * 100)]), Limits(nfa_states=100)
        )


def test_a_chain_of_rules_is_no_recursion() -> None:
    rules: dict[str, Node] = {f"r{i}": call(f"r{i + 1}") for i in range(20_000)}
    assert language({**rules, "r20000": literal("a"), "root": call("r0")}).accepts("a")


def test_a_deferred_node_is_made_once_and_only_when_entered() -> None:
    made: list[str] = []

    def make() -> Node:
        made.append("made")
        return choice([concat([literal("k"), repeat(literal("ey"), 1, None)]), literal("key")])

    key = Deferred(make, 3, 4000)
    it = language(choice([concat([literal("a"), key]), concat([literal("b"), key, Call("root")]), literal("z")]))
    assert it.distance(it.start) == 1
    assert it.accepts("z") and not made
    assert it.accepts("akeyey") and it.accepts("bkeyz") and made == ["made"]


def test_an_array_in_an_array_is_built_once_a_level() -> None:
    """First items and later ones go on in one place: else every level would double what is inside it."""
    schema: dict[str, Any] = {"type": "null"}
    for _ in range(200):
        schema = {"type": "array", "items": schema}
    assert compile("json_schema", schema).n_nfa_states < 200 * 20


def test_of_a_scope_only_what_it_counts_is_built_at_once() -> None:
    it = compile("json_schema", {"type": "object", "minProperties": 2, "additionalProperties": nested(3, 6)})
    assert it.nfa.unfolding is not None and len(it.nfa) < it.n_nfa_states / 20
    assert it.distance(it.start) == compile("json_schema", nested(3, 6)).distance(0) * 2 + len('{"":,"a":}')


@given(st.sets(st.text("abcxyz019 -_~", min_size=1, max_size=12), max_size=30))
def test_undeclared_keys_are_as_large_as_was_said_at_most(words: set[str]) -> None:
    node = keys_node(~StringSet.literals(sorted(words)))
    assert isinstance(node, Deferred)
    least, most_states, _ = node.size
    it = language(node.made)
    assert it.n_nfa_states <= most_states
    assert it.distance(it.start) == least


def test_what_is_sure_to_be_too_large_is_refused_before_it_is_built() -> None:
    keys = {f"key{i}": {"const": i} for i in range(300)}
    schema = {"type": "object", "properties": keys, "required": list(keys), "additionalProperties": False}
    surveys = compile("json_schema", schema).nfa.unfolding.surveys  # type: ignore[union-attr]
    assert 300 * 7 < least_states(surveys) <= compile("json_schema", schema).n_nfa_states
    with pytest.raises(LimitExceeded, match="nfa_states"):
        compile("json_schema", schema, limits=Limits(nfa_states=2000))
