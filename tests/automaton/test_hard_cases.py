"""Inputs that break engines which copy, recurse or count one by one: each compiles at once and gives its first row."""

from __future__ import annotations

from time import process_time

import pytest

from automaton.build import any_of, language
from maskscope.ir.build import call, choice, concat, literal, optional, repeat
from maskscope.ir.nodes import Concat, Edge, Graph, Node, Repeat, Scope, Tick
from maskscope.limits import Limits

SECONDS = 4.0  # of processor time; each takes well under one on a quiet machine


def nested(depth: int) -> Node:
    """(((…x…))), every pair of brackets a node around the next; built without the smart constructors, which flatten."""
    node: Node = literal("x")
    for _ in range(depth):
        node = Concat((literal("("), Repeat(node, 0, 1), literal(")")))
    return node


def enumeration(n: int) -> Node:
    return choice([literal(f"item{i * 7919 % 1_000_003:07d}:{i:06d}") for i in range(n)])


def chain_of_rules(n: int) -> dict[str, Node]:
    rules = {f"r{i}": concat([literal("a"), call(f"r{i + 1}"), literal("b")]) for i in range(n)}
    return {**rules, f"r{n}": literal("x"), "root": call("r0")}


AB = any_of("ab")
COUNTED = repeat(concat([choice([literal("aa"), literal("b")]), Tick()]), 0, None)
CASES: dict[str, tuple[Node | dict[str, Node], int]] = {  # a grammar, and the length of its shortest text
    "a tree 20,000 deep": (nested(20_000), 2),
    "an enumeration of a megabyte": (enumeration(55_000), 18),
    "a text of a megabyte": (literal("x" * 1_000_000), 1_000_000),
    "a letter a million times": (repeat(literal("a"), 1_000_000, 1_000_000), 1_000_000),
    "repetitions of repetitions": (repeat(repeat(repeat(AB, 99, 99), 99, 99), 99, 99), 99**3),
    "a subset construction of 2^40": (concat([repeat(AB, 0, None), literal("a"), repeat(AB, 40, 40)]), 41),
    "a chain of 3,000 rules": (chain_of_rules(3000), 6001),
    "2,000 optional parts": (concat([optional(literal(f"{i:04d}")) for i in range(2000)]), 0),
    "a pattern 50,000 to 100,000 long": (Scope(COUNTED, tallies=((50_000, 100_000),)), 50_000),
}


@pytest.mark.parametrize("name", CASES)
def test_a_hard_case_takes_no_time(name: str) -> None:
    grammar, shortest = CASES[name]
    start = process_time()
    it = language(grammar, Limits(depth=100_000))
    it.row(it.start)
    assert it.distance(it.start) == shortest
    assert process_time() - start < SECONDS


def test_a_long_cycle_of_a_graph_is_settled_in_one_sweep() -> None:
    n = 5000
    ring = Graph(tuple((Edge(literal("a"), (i + 1) % n),) for i in range(n)), frozenset({n - 1}))
    start = process_time()
    it = language(ring)
    assert it.distance(it.start) == n - 1
    assert process_time() - start < SECONDS


def test_a_deep_stack_is_walked_without_recursion() -> None:
    it = language({"root": choice([concat([literal("["), call("root"), literal("]")]), literal("x")])})
    state = it.run(it.start, b"[" * 50_000)
    assert it.distance(state) == 50_001
    assert it.is_accepting(it.run(state, b"x" + b"]" * 50_000))
