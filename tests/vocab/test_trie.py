"""The trie's arrays mean what their docstrings say: compared with prefixes taken one by one."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.vocab.load import load_vocabulary
from maskscope.vocab.trie import Trie, build_trie
from maskscope.vocab.utf8_states import BOUNDARY, BROKEN, TRANSITIONS
from maskscope.vocab.vocabulary import Vocabulary
from support.oracles_vocab import below_by_definition, nodes_by_definition

token_bytes = st.binary(max_size=4) | st.text("aé你🙂", max_size=3).map(str.encode) | st.sampled_from([b"ab", b"abc"])


def path(trie: Trie, node: int) -> bytes:
    found = b""
    while node:
        found = bytes([trie.byte[node]]) + found
        node = int(trie.parent[node])
    return found


def check_all(vocabulary: Vocabulary) -> None:
    trie = build_trie(vocabulary)
    tokens = {i: vocabulary.tokens[i] for i in vocabulary.text_ids()}
    nodes = nodes_by_definition(tokens)
    assert [path(trie, n) for n in range(trie.size)] == nodes
    for n, prefix in enumerate(nodes):
        below = below_by_definition(tokens, prefix)
        own = [i for i in below if tokens[i] == prefix]
        assert trie.order[trie.lo[n] : trie.hi[n]].tolist() == below
        assert trie.order[trie.lo[n] : trie.lo[n] + trie.ends[n]].tolist() == own
        assert trie.token[n] == (own[0] if own else -1)
        assert trie.depth[n] == len(prefix)
        assert trie.chars[n] == sum(b & 0xC0 != 0x80 for b in prefix)
        children = [m for m in range(trie.size) if trie.parent[m] == n]
        assert list(range(trie.first_child[n], trie.first_child[n] + trie.n_children[n])) == children
        assert all(trie.children[n << 8 | int(trie.byte[m])] == m for m in children)
    by_depth_first = sorted(range(trie.size), key=lambda n: nodes[n])
    assert trie.preorder.tolist() == by_depth_first
    for position, n in enumerate(by_depth_first):
        size = sum(data.startswith(nodes[n]) for data in nodes)
        assert trie.skip[position] == position + size
    assert trie.longest == max(map(len, tokens.values()), default=0)


@given(st.lists(token_bytes, max_size=12))
def test_every_array_is_its_definition(tokens: list[bytes]) -> None:
    check_all(Vocabulary("drawn", tuple(tokens)))


def test_special_unused_and_empty_tokens_are_not_in_it() -> None:
    vocabulary = Vocabulary("v", (b"a", b"", b"<end>", b"hole", b"a"), (2,), frozenset({2}), frozenset({3}))
    assert build_trie(vocabulary).order.tolist() == [0, 4]
    check_all(vocabulary)


def test_the_worked_example_of_the_docstring() -> None:
    trie = build_trie(Vocabulary("v", (b"a", b"b", b"ab", b"b")))
    assert trie.order.tolist() == [0, 2, 1, 3]
    assert list(zip(trie.lo.tolist(), trie.hi.tolist())) == [(0, 4), (0, 2), (2, 4), (1, 2)]


@given(st.binary(max_size=6))
def test_the_utf8_states_agree_with_python(data: bytes) -> None:
    state = BOUNDARY
    for b in data:
        state = int(TRANSITIONS[state, b])
    try:
        data.decode()
        assert state == BOUNDARY
    except UnicodeDecodeError as error:
        assert (state == BROKEN) == (error.reason != "unexpected end of data")


def test_a_nodes_utf8_state_is_that_of_its_bytes() -> None:
    trie = build_trie(Vocabulary("v", ("🙂".encode(), b"\x82\xac", "é".encode())))
    states = {path(trie, n): int(trie.utf8[n]) for n in range(trie.size)}
    assert states["🙂".encode()] == states["é".encode()] == BOUNDARY
    assert states[b"\x82"] == BROKEN
    assert states["é".encode()[:1]] not in (BOUNDARY, BROKEN)


def test_gpt2_has_98024_nodes_and_its_arrays_are_small_and_locked() -> None:
    trie = build_trie(load_vocabulary("gpt2"))
    assert (trie.size, trie.longest, len(trie.order)) == (98_024, 128, 50_256)
    assert trie.parent.dtype == trie.lo.dtype == np.int32
    assert trie.byte.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        trie.lo[0] = 1
