"""What a grammar means, written down: one line a rule, in a notation close to GBNF.

For people who debug a syntax package, and for a view that shows every stage of a compile. It is read by nobody else:
counting nodes have no notation in any grammar language, so they are written as what they do.

    root ::= "{" scope(keys={0,1}; ("\\"a\\":" mark(0) | "\\"b\\":" mark(1))*) "}"

Nothing here recurses: `waiting` holds text that is finished and nodes that are not, last first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from maskscope.ir.nodes import (
    Bound,
    Call,
    Capture,
    Chars,
    Choice,
    Concat,
    Deferred,
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
    TokenTerminal,
)
from maskscope.sets.codepoints import ANY

Pieces = list[Any]  # texts, and nodes still to be written

_TIMES = {(0, 1): "?", (0, None): "*", (1, None): "+"}


def show(grammar: Grammar) -> str:
    """All rules, the start first.

    >>> from maskscope.ir.build import call, concat, literal, repeat
    >>> print(show(Grammar({"root": concat([literal("a"), repeat(call("b"), 0, None)]), "b": literal("x")})))
    root ::= "a" b*
    b ::= "x"
    """
    names = [grammar.start, *(name for name in grammar.rules if name != grammar.start)]
    return "\n".join(f"{name} ::= {show_node(grammar.rules[name])}" for name in names)


def show_node(node: Node) -> str:
    """One node on one line.

    >>> from maskscope.ir.build import choice, concat, literal
    >>> show_node(concat([literal("a"), choice([literal("b"), literal("cd")])]))
    '"a" ("b" | "cd")'
    """
    written: list[str] = []
    waiting: Pieces = [node]
    while waiting:
        piece = waiting.pop()
        if isinstance(piece, str):
            written.append(piece)
        else:
            waiting += reversed(_WRITERS[type(piece)](piece))
    return "".join(written)


def _concat(node: Concat) -> Pieces:
    return _between(" ", [_bracketed(part, Choice) for part in node.parts])


def _choice(node: Choice) -> Pieces:
    return _between(" | ", [[option] for option in node.options])


def _repeat(node: Repeat) -> Pieces:
    times = _TIMES.get((node.low, node.high)) or f"{{{_bound((node.low, node.high))}}}"
    return [*_bracketed(node.body, Choice, Concat, Repeat), times]


def _graph(node: Graph) -> Pieces:
    pieces: Pieces = ["graph("]
    for state, edges in enumerate(node.edges):
        pieces.append(f"{'' if not state else '; '}{state}{'!' if state in node.accepting else ''}:")
        for edge in edges:
            pieces += [" ", *_bracketed(edge.label, Choice, Concat), f"→{edge.target}"]
    return [*pieces, ")"]


def _scope(node: Scope) -> Pieces:
    rules = [f"tally {i} {_bound(bound)}; " for i, bound in enumerate(node.tallies)]
    if node.keys is not None:
        rules.append(f"{_keys(node.keys)}; ")
    if node.distinct:
        rules.append("distinct; ")
    return ["scope(", *rules, node.body, ")"]


def _keys(rule: KeyRule) -> str:
    words = [f"keys={_members(rule.required)}"]
    words += [f"{_members(condition)}⇒{_members(then)}" for condition, then in rule.implies]
    words += [f"not {_members(mask)}" for mask in rule.forbidden]
    if rule.count != (0, None):
        words.append(f"count {_bound(rule.count)}")
    return ", ".join(words)


def _chars(node: Chars) -> Pieces:
    if node.chars == ANY:
        return ["any"]
    outside = ~node.chars
    if len(outside.ranges) < len(node.chars.ranges):
        return [f"[^{_ranges(outside.ranges)}]"]
    return [f"[{_ranges(node.chars.ranges)}]"]


def _token(node: TokenTerminal) -> Pieces:
    inside = node.text if node.text is not None else f"[{','.join(map(str, node.ids))}]"
    return [f"{'!' if node.negated else ''}<{inside}>"]


def _bracketed(node: Node, *loose: type) -> Pieces:
    return ["(", node, ")"] if isinstance(node, loose) else [node]


def _between(separator: str, groups: list[Pieces]) -> Pieces:
    pieces: Pieces = []
    for group in groups:
        pieces += [separator, *group] if pieces else group
    return pieces


def _bound(bound: Bound) -> str:
    low, high = bound
    return f"{low}" if low == high else f"{low}," if high is None else f"{low},{high}"


def _members(mask: int) -> str:
    return f"{{{','.join(str(i) for i in range(mask.bit_length()) if mask >> i & 1)}}}"


def _ranges(ranges: tuple[tuple[int, int], ...]) -> str:
    return "".join(_char(low) if low == high else f"{_char(low)}-{_char(high)}" for low, high in ranges)


def _char(point: int) -> str:
    char = chr(point)
    if char in "]\\^-":
        return f"\\{char}"
    return char if char.isprintable() else f"\\u{{{point:X}}}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return "".join(c if c.isprintable() else f"\\u{{{ord(c):X}}}" for c in escaped)


_WRITERS: dict[type, Callable[[Any], Pieces]] = {
    Nothing: lambda node: ["nothing"],
    Empty: lambda node: ['""'],
    Chars: _chars,
    Literal: lambda node: [f'"{_quoted(node.text)}"'],
    Concat: _concat,
    Choice: _choice,
    Repeat: _repeat,
    Graph: _graph,
    Deferred: lambda node: [node.made],
    Call: lambda node: [node.rule],
    TokenTerminal: _token,
    Scope: _scope,
    Tick: lambda node: [f"tick({','.join(map(str, node.indices))})"],
    Mark: lambda node: [f"mark({node.key})"],
    Capture: lambda node: ["capture(", node.body, ")"],
}
