"""The token trie: all tokens of a vocabulary at once, sharing their beginnings.

    tokens  0 "a"  1 "b"  2 "ab"  3 "b"                 root 0
                                                       a /  \\ b
    order = [0, 2, 1, 3]  (rank → id, by bytes, then id)  1    2      lo:hi of node 1 is 0:2, of node 2 is 2:4
                                                       b |
                                                         3            lo:hi of node 3 is 1:2

A mask walks the trie and a grammar together, so that a byte the grammar refuses costs one look for all the tokens
behind it. Nodes are numbered breadth-first, the root is 0, children lie side by side in ascending order of byte, and
the tokens below a node are one slice `order[lo:hi]`: to allow a whole subtree is to allow a slice.

Method: sort the tokens by bytes. Token i shares its first `lcp[i]` bytes with token i-1 and so adds one node for
each further byte. That gives all nodes depth-first; a stable sort by depth gives them breadth-first; the parent of node
(token i, depth d) is the last node of depth d-1 that a token up to i added, which is one binary search. No Python
loop runs over tokens or nodes, only over bytes of the longest token: GPT-2's 98,024 nodes take about 0.1 s.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maskscope.vocab.utf8_states import TRANSITIONS
from maskscope.vocab.vocabulary import Vocabulary

Ints = NDArray[np.int32]
Bytes = NDArray[np.uint8]
Longs = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Trie:
    """Arrays with one entry a node (N of them), all read-only."""

    parent: Ints  # int32 (N,); -1 for the root
    first_child: Ints  # int32 (N,); children are first_child : first_child + n_children
    n_children: Ints  # int32 (N,)
    token: Ints  # int32 (N,); lowest id whose bytes end here, -1 if none
    ends: Ints  # int32 (N,); how many ids end here: order[lo : lo + ends]
    lo: Ints  # int32 (N,); first rank below the node, itself included
    hi: Ints  # int32 (N,); one past the last rank below the node
    byte: Bytes  # uint8 (N,); the byte that leads here, 0 for the root
    depth: Ints  # int32 (N,); bytes from the root
    utf8: Bytes  # uint8 (N,); state of the UTF-8 automaton (utf8_states) after these bytes
    chars: Ints  # int32 (N,); code points that begin in these bytes (bytes that are no continuation)
    preorder: Ints  # int32 (N,); nodes depth-first
    skip: Ints  # int32 (N,); skip[p] is the position in preorder after the subtree of preorder[p]
    order: Ints  # int32 (tokens,); rank → token id, ascending by bytes, then id
    longest: int  # bytes

    @property
    def size(self) -> int:
        """Number of nodes N."""
        return len(self.parent)

    @cached_property
    def children(self) -> dict[int, int]:
        """Flat `node << 8 | byte` → child; one dict, for thousands of small ones would stall the garbage collector."""
        keys = self.parent[1:].astype(np.int64) << 8 | self.byte[1:]
        return dict(zip(keys.tolist(), range(1, self.size)))


@lru_cache(maxsize=8)
def build_trie(vocabulary: Vocabulary) -> Trie:
    """The trie of every token that is text; ids with the same bytes share a node. Cached for the last vocabularies."""
    ids = sorted(vocabulary.text_ids(), key=vocabulary.tokens.__getitem__)  # stable: equal bytes stay in id order
    tokens = [vocabulary.tokens[i] for i in ids]
    order = _int32(np.asarray(ids, np.int64))
    length = np.fromiter(map(len, tokens), np.int64, len(tokens))
    start = np.cumsum(length, dtype=np.int64) - length
    data = np.frombuffer(b"".join(tokens), np.uint8)
    shape = _shape(_common_prefixes(data, start, length), length)
    first, depth = shape.first_rank, shape.depth
    byte = np.zeros(shape.size, np.uint8)
    byte[1:] = data[start[first[1:]] + depth[1:] - 1]
    n_children = np.bincount(shape.parent[1:].astype(np.intp), minlength=shape.size).astype(np.int64)
    nodes_below = shape.sum_upwards(np.ones(shape.size, np.int64))
    return Trie(
        parent=_int32(shape.parent),
        first_child=_int32(1 + np.cumsum(n_children, dtype=np.int64) - n_children),
        n_children=_int32(n_children),
        token=_int32(_own_tokens(order, first, shape.ends)),
        ends=_int32(shape.ends),
        lo=_int32(first),
        hi=_int32(first + shape.sum_upwards(shape.ends)),
        byte=_uint8(byte),
        depth=_int32(depth),
        utf8=_uint8(_utf8_states(byte, shape)),
        chars=_int32(shape.sum_downwards((byte & 0xC0) != 0x80)),
        preorder=_int32(shape.preorder),
        skip=_int32(np.arange(shape.size, dtype=np.int64) + nodes_below[shape.preorder]),
        order=order,
        longest=int(length.max(initial=0)),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Shape:
    """The tree without its bytes; arrays int64, one entry a node, breadth-first."""

    first_rank: Longs  # the token that added the node: the first of those below it
    depth: Longs
    parent: Longs
    ends: Longs  # ranks that end at the node
    preorder: Longs
    levels: list[tuple[int, int]]  # first and past-the-last node of every depth from 1

    @property
    def size(self) -> int:
        return len(self.parent)

    def sum_upwards(self, own: Longs) -> Longs:
        """For every node the sum of `own` over its subtree, deepest level first."""
        total = own.copy()
        for a, b in reversed(self.levels):
            np.add.at(total, self.parent[a:b].astype(np.intp), total[a:b])
        return total

    def sum_downwards(self, own: NDArray[np.bool_]) -> Longs:
        """For every node the sum of `own` over the path from below the root."""
        total = own.astype(np.int64)
        total[0] = 0
        for a, b in self.levels:
            total[a:b] += total[self.parent[a:b]]
        return total


def _shape(lcp: Longs, length: Longs) -> _Shape:
    n = max(len(lcp), 1)
    rank, depth = _new_nodes(lcp, length)
    deep = np.argsort(depth, kind="stable")  # breadth-first node - 1 → depth-first position - 1
    rank, depth = _rooted(rank[deep]), _rooted(depth[deep])
    key = depth * n + rank  # ascending
    end = _last_at(key, length * n + np.arange(len(length), dtype=np.int64))  # the node where each rank ends
    parent = _last_at(key, (depth - 1) * n + rank)  # -1 for the root, whose key would be negative
    bounds = np.searchsorted(depth, np.arange(1, int(depth[-1]) + 2, dtype=np.int64))
    return _Shape(
        first_rank=rank,
        depth=depth,
        parent=parent,
        ends=np.bincount(end.astype(np.intp), minlength=len(key)).astype(np.int64),
        preorder=_rooted(np.argsort(deep, kind="stable") + 1),
        levels=list(pairwise(bounds.tolist())),
    )


def _common_prefixes(data: Bytes, start: Longs, length: Longs) -> Longs:
    """How many first bytes each sorted token shares with the one before it; 0 for the first."""
    lcp = np.zeros(len(start), np.int64)
    same = np.arange(1, len(start), dtype=np.int64)  # tokens that agree with their neighbour so far
    shortest = np.minimum(length[1:], length[:-1])
    depth = 0
    while len(same):
        same = same[shortest[same - 1] > depth]
        same = same[data[start[same] + depth] == data[start[same - 1] + depth]]
        depth += 1
        lcp[same] = depth
    return lcp


def _new_nodes(lcp: Longs, length: Longs) -> tuple[Longs, Longs]:
    """Rank and depth of every node but the root, depth-first: rank r adds the depths lcp[r]+1 .. length[r]."""
    added = length - lcp
    rank = np.repeat(np.arange(len(lcp), dtype=np.int64), added.astype(np.intp))
    first = np.cumsum(added, dtype=np.int64) - added
    depth = np.arange(len(rank), dtype=np.int64) - first[rank] + lcp[rank] + 1
    return rank, depth


def _last_at(key: Longs, wanted: Longs) -> Longs:
    """The last node whose key is not above the wanted one."""
    return (np.searchsorted(key, wanted, side="right") - 1).astype(np.int64)


def _rooted(values: NDArray[np.integer[Any]]) -> Longs:
    """The values of all nodes but the root, with a 0 for the root before them."""
    return np.concatenate([np.zeros(1, np.int64), values.astype(np.int64)])


def _utf8_states(byte: Bytes, shape: _Shape) -> Bytes:
    state = np.zeros(len(byte), np.uint8)
    for a, b in shape.levels:
        state[a:b] = TRANSITIONS[state[shape.parent[a:b]], byte[a:b]]
    return state


def _own_tokens(order: Ints, first: Longs, ends: Longs) -> Longs:
    """The first id that ends at each node or -1; ranks of a node's own tokens come first in its slice."""
    own = np.full(len(first), -1, np.int64)
    here = np.flatnonzero(ends)
    own[here] = order[first[here]]
    return own


def _int32(values: Longs) -> Ints:
    array = values.astype(np.int32)
    array.flags.writeable = False
    return array


def _uint8(values: Bytes) -> Bytes:
    array = values.astype(np.uint8)
    array.flags.writeable = False
    return array
