"""Nodes that hold no others, as states: characters, texts, ticks and marks, tokens, nothing.

Each function takes the automaton so far, the node, the state to go on in and the span it is there for, and returns the
state to start from. An enumeration of texts is a leaf too: a trie.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from maskscope.automaton.blocks import add_byte_set, add_bytes, add_chars, add_move, add_trie
from maskscope.automaton.nfa import INFINITE, Act, Nfa, OneToken
from maskscope.ir.nodes import Chars, Empty, Literal, Mark, Nothing, Tick, TokenTerminal
from maskscope.sets.byteset import bit_range
from maskscope.text import Span


def _chars(nfa: Nfa, node: Chars, goes_on: int, span: Span | None) -> int:
    ranges = node.chars.ranges
    if ranges[-1][1] < 0x80:
        bits = 0
        for low, high in ranges:
            bits |= bit_range(low, high)
        return add_byte_set(nfa, bits, goes_on, span)
    return add_chars(nfa, node.chars, goes_on, span)


def _literal(nfa: Nfa, node: Literal, goes_on: int, span: Span | None) -> int:
    data = node.text.encode()
    return add_bytes(nfa, data, goes_on, span) if len(data) > 1 else add_byte_set(nfa, 1 << data[0], goes_on, span)


def _empty(nfa: Nfa, node: Empty, goes_on: int, span: Span | None) -> int:
    return goes_on


def _act(nfa: Nfa, node: Tick | Mark, goes_on: int, span: Span | None) -> int:
    state = add_move(nfa, nfa.cost[goes_on], span)
    nfa.moves[state] = Act(node, goes_on)
    return state


def _nothing(nfa: Nfa, node: Nothing, goes_on: int, span: Span | None) -> int:
    state = add_move(nfa, INFINITE, span)
    nfa.moves[state] = ()
    return state


def _token(nfa: Nfa, node: TokenTerminal, goes_on: int, span: Span | None) -> int:
    state = add_move(nfa, nfa.cost[goes_on] + 1, span)
    nfa.moves[state] = OneToken(node, goes_on)
    return state


def trie(nfa: Nfa, texts: list[Literal], goes_on: int, span: Span | None) -> int:
    spans = {text.text.encode(): text.span or span for text in texts}
    return add_trie(nfa, sorted(spans.items(), key=lambda item: item[0]), goes_on, span)


LEAVES: dict[type, Callable[[Nfa, Any, int, Span | None], int]] = {
    Chars: _chars,
    Literal: _literal,
    Empty: _empty,
    Nothing: _nothing,
    TokenTerminal: _token,
    Tick: _act,
    Mark: _act,
}
