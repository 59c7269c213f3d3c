"""What a grammar's texts are, straight from the meaning of the nodes: slow, and plainly right.

`ends(node, data, start, registers)` is the set of (end, registers) with which the node can match from `start`. Nothing
here is shared with the engine: registers are (counts, keys, used texts) of the innermost scope.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from maskscope.ir.nodes import (
    Call,
    Capture,
    Chars,
    Choice,
    Concat,
    Empty,
    Grammar,
    Graph,
    KeyRule,
    Literal,
    Mark,
    Node,
    Nothing,
    Repeat,
    Scope,
    Tick,
)

Registers = tuple[tuple[int, ...], int, frozenset[bytes]]
Place = tuple[int, Registers]
NONE: Registers = ((), 0, frozenset())


def matches(grammar: Grammar, data: bytes) -> bool:
    """Whether the whole of `data` is a text of the grammar."""
    matcher = _Matcher(grammar, data)
    return any(end == len(data) for end, _ in matcher.ends(grammar.rules[grammar.start], 0, NONE))


class _Matcher:
    def __init__(self, grammar: Grammar, data: bytes) -> None:
        self.grammar, self.data = grammar, data
        self.open: set[tuple[str, int]] = set()  # the calls that are being answered
        self.known: dict[tuple[str, int, frozenset[str]], set[int]] = {}

    def ends(self, node: Node, start: int, registers: Registers) -> set[Place]:
        return self._rules[type(node)](self, node, start, registers)

    def _all(self, node: Node, places: Iterable[Place]) -> set[Place]:
        return {after for end, registers in places for after in self.ends(node, end, registers)}

    def _nothing(self, node: Nothing, start: int, registers: Registers) -> set[Place]:
        return set()

    def _empty(self, node: Empty, start: int, registers: Registers) -> set[Place]:
        return {(start, registers)}

    def _chars(self, node: Chars, start: int, registers: Registers) -> set[Place]:
        found = set()
        for n in range(1, 5):
            try:
                text = self.data[start : start + n].decode()
            except UnicodeDecodeError:
                continue
            if len(text) == 1 and ord(text) in node.chars:
                found.add((start + n, registers))
        return found

    def _literal(self, node: Literal, start: int, registers: Registers) -> set[Place]:
        text = node.text.encode()
        return {(start + len(text), registers)} if self.data.startswith(text, start) else set()

    def _concat(self, node: Concat, start: int, registers: Registers) -> set[Place]:
        places = {(start, registers)}
        for part in node.parts:
            places = self._all(part, places)
        return places

    def _choice(self, node: Choice, start: int, registers: Registers) -> set[Place]:
        return {place for option in node.options for place in self.ends(option, start, registers)}

    def _repeat(self, node: Repeat, start: int, registers: Registers) -> set[Place]:
        rounds: list[set[Place]] = [{(start, registers)}]
        most = node.high if node.high is not None else node.low + len(self.data) + 2
        while len(rounds) <= most and rounds[-1]:
            rounds.append(self._all(node.body, rounds[-1]))
        return set().union(*rounds[node.low :])

    def _graph(self, node: Graph, start: int, registers: Registers) -> set[Place]:
        met = {(0, (start, registers))}
        waiting = list(met)
        while waiting:
            state, place = waiting.pop()
            for edge in node.edges[state]:
                for after in self.ends(edge.label, *place):
                    if (edge.target, after) not in met:
                        met.add((edge.target, after))
                        waiting.append((edge.target, after))
        return {place for state, place in met if state in node.accepting}

    def _call(self, node: Call, start: int, registers: Registers) -> set[Place]:
        return {(end, registers) for end in self._ends_of_rule(node.rule, start)}

    def _ends_of_rule(self, rule: str, start: int) -> set[int]:
        here = frozenset(name for name, at in self.open if at == start)
        if rule in here:
            return set()  # A ::= A | "x": the way round adds nothing
        key = (rule, start, here)
        if key not in self.known:
            self.open.add((rule, start))
            self.known[key] = {end for end, _ in self.ends(self.grammar.rules[rule], start, NONE)}
            self.open.remove((rule, start))
        return self.known[key]

    def _scope(self, node: Scope, start: int, registers: Registers) -> set[Place]:
        fresh: Registers = ((0,) * len(node.tallies), 0, frozenset(node.taken))
        inside = self.ends(node.body, start, fresh)
        return {(end, registers) for end, inner in inside if _may_end(node, inner)}

    def _tick(self, node: Tick, start: int, registers: Registers) -> set[Place]:
        counts = tuple(n + (i in node.indices) for i, n in enumerate(registers[0]))
        return {(start, (counts, *registers[1:]))}

    def _mark(self, node: Mark, start: int, registers: Registers) -> set[Place]:
        counts, keys, used = registers
        return set() if keys >> node.key & 1 else {(start, (counts, keys | 1 << node.key, used))}

    def _capture(self, node: Capture, start: int, registers: Registers) -> set[Place]:
        counts, keys, used = registers
        found = set()
        for end, _ in self.ends(node.body, start, NONE):
            text = self.data[start:end]
            if text not in used:
                found.add((end, (counts, keys, used | {text})))
        return found

    _rules: ClassVar[dict[type, Callable[..., set[Place]]]] = {
        Nothing: _nothing,
        Empty: _empty,
        Chars: _chars,
        Literal: _literal,
        Concat: _concat,
        Choice: _choice,
        Repeat: _repeat,
        Graph: _graph,
        Call: _call,
        Scope: _scope,
        Tick: _tick,
        Mark: _mark,
        Capture: _capture,
    }


def _may_end(scope: Scope, registers: Registers) -> bool:
    counts, keys, _ = registers
    for n, (low, high) in zip(counts, scope.tallies):
        if n < low or (high is not None and n > high):
            return False
    return scope.keys is None or _keys_may_stand(scope.keys, keys)


def _keys_may_stand(rule: KeyRule, keys: int) -> bool:
    low, high = rule.count
    n = bin(keys).count("1")
    return (
        rule.required & keys == rule.required
        and all(then & keys == then for condition, then in rule.implies if condition & keys == condition)
        and not any(mask & keys == mask for mask in rule.forbidden)
        and low <= n
        and (high is None or n <= high)
    )
