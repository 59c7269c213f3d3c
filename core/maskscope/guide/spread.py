"""Going down the token trie from many nodes at once.

    fan      the children of a set of nodes, sorted by the byte that leads to them
    spread   everything below a set of nodes that is spelled with bytes, or characters, of one kind

Sets of up to 32 nodes are Python lists, larger ones int32 arrays: a numpy call costs about a microsecond whatever it
does, and half of all sets have fewer than three nodes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from maskscope.sets.byteset import members
from maskscope.vocab.trie import Trie
from maskscope.vocab.utf8_states import BOUNDARY, BROKEN, TRANSITIONS

Nodes = list[int] | NDArray[np.int32]
Fan = Mapping[int, Nodes]  # byte → the children it leads to
Table = NDArray[np.uint8]
FEW = 32
_LIGHT = 400  # tokens below a front, up to which going node by node is quicker
_Item = TypeVar("_Item", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Kind:
    """Bytes that a grammar treats alike: a set of them, or (`wide`) ASCII ones and all characters outside ASCII."""

    bits: int
    wide: bool = False

    def table(self) -> Table:
        """uint8 (9, 256): the UTF-8 automaton, cut down at a character's first byte to those of this kind."""
        table = TRANSITIONS.copy()
        first = np.full(256, BROKEN, np.uint8)
        if self.wide:
            first[0x80:] = TRANSITIONS[BOUNDARY, 0x80:]
        first[np.asarray(members(self.bits), np.intp)] = BOUNDARY
        table[BOUNDARY] = first
        return table


@dataclass(frozen=True, slots=True, eq=False)
class Lists:
    """The trie's arrays for reading one by one, an entry a node: 60 ns an item, numpy's take 84.

    Arrays and not lists, since the garbage collector looks through lists: for 98,024 nodes a full
    collection went from 19 to 32 ms.
    """

    first: array[int]  # node of the first child
    count: array[int]  # how many children
    ends: array[int]  # how many tokens end here
    token: array[int]  # the lowest of them
    byte: array[int]  # the byte that leads here
    weight: array[int]  # tokens here and below


def lists_of(trie: Trie) -> Lists:
    """The lists of a trie."""
    columns = (trie.first_child, trie.n_children, trie.ends, trie.token, trie.byte, trie.hi - trie.lo)
    return Lists(*(array("i", column.astype(np.int32).tobytes()) for column in columns))


def fan_of(trie: Trie, lists: Lists, nodes: Nodes) -> Fan:
    """All children of the nodes."""
    if isinstance(nodes, list):
        first, count = lists.first, lists.count
        return by_byte(trie, lists, [c for node in nodes for c in range(first[node], first[node] + count[node])])
    children, _ = children_of(trie, nodes, np.zeros(len(nodes), np.uint8))
    return by_byte(trie, lists, children)


def by_byte(trie: Trie, lists: Lists, nodes: Nodes) -> Fan:
    """The nodes sorted by the byte that leads to each."""
    if isinstance(nodes, list):
        fan: dict[int, list[int]] = {}
        for node in nodes:
            fan.setdefault(lists.byte[node], []).append(node)
        return fan
    byte = trie.byte[nodes.astype(np.intp)]
    order = np.argsort(byte, kind="stable").astype(np.intp)
    nodes, byte = nodes[order], byte[order]
    cuts = np.flatnonzero(np.diff(byte)) + 1
    starts = [0, *cuts.tolist()]
    ends = [*cuts.tolist(), len(nodes)]
    return {int(byte[a]): compact(nodes[a:b]) for a, b in zip(starts, ends) if a < b}


def compact(nodes: NDArray[np.int32]) -> Nodes:
    """A list when there are few."""
    return nodes.tolist() if len(nodes) <= FEW else nodes


def joined(parts: list[Nodes]) -> Nodes:
    """Disjoint sets of nodes as one."""
    parts = [part for part in parts if len(part)]
    if len(parts) < 2:
        return parts[0] if parts else []
    if sum(map(len, parts)) <= FEW:
        return [node for part in parts for node in part]
    return np.concatenate([np.asarray(part, np.int32) for part in parts])


@dataclass(slots=True, eq=False)
class Reached:
    """What a spread came to: nodes at the end of a character, nodes in the middle of one, and children it left out."""

    whole: list[Nodes]
    middle: list[Nodes]
    outside: list[Nodes]


def spread(trie: Trie, lists: Lists, nodes: Nodes, kind: Kind, once: bool) -> Reached:
    """What lies below `nodes` by characters of one kind: one of them (`once`) or any number from none.

    Without `once`, `nodes` themselves are among the whole ones, and their children by bytes not of the kind are left
    out. Level by level in numpy while many tokens lie below; the deep and narrow rest (GPT-2 has tokens of 128 blanks)
    node by node.
    """
    table = kind.table()
    found = Reached([] if once else [nodes], [], [])
    here, state = np.asarray(nodes, np.int32), np.zeros(len(nodes), np.uint8)
    while weight(trie, lists, here) > _LIGHT:
        children, before = children_of(trie, here, state)
        after = table[before, trie.byte[children.astype(np.intp)]]
        at_end, dead = after == BOUNDARY, after == BROKEN
        found.whole.append(children[at_end])
        found.middle.append(children[~(at_end | dead)])
        found.outside.append(children[dead & (before == BOUNDARY)])
        on = ~(at_end | dead) if once else ~dead
        here, state = children[on], after[on]
    _spread_few(lists, list(zip(here.tolist(), state.tolist())), table, once, found)
    return found


def weight(trie: Trie, lists: Lists, nodes: Nodes) -> int:
    """Tokens at the nodes and below."""
    if isinstance(nodes, list):
        return sum([lists.weight[node] for node in nodes])
    at = nodes.astype(np.intp)
    return int((trie.hi[at] - trie.lo[at]).sum(dtype=np.int64))


def _spread_few(lists: Lists, todo: list[tuple[int, int]], table: Table, once: bool, found: Reached) -> None:
    flat, first, count, byte = table.tobytes(), lists.first, lists.count, lists.byte
    whole: list[int] = []
    middle: list[int] = []
    outside: list[int] = []
    while todo:
        node, before = todo.pop()
        for child in range(first[node], first[node] + count[node]):
            after = flat[before << 8 | byte[child]]
            if after == BROKEN:
                if before == BOUNDARY:
                    outside.append(child)
                continue
            (middle if after else whole).append(child)
            if count[child] and (after or not once):
                todo.append((child, after))
    found.whole.append(whole)
    found.middle.append(middle)
    found.outside.append(outside)


def tokens_at(trie: Trie, lists: Lists, nodes: Nodes) -> NDArray[np.int32] | list[int]:
    """Every id that ends at one of the nodes, in no set order."""
    if isinstance(nodes, list):
        ids = []
        for node in nodes:
            if lists.ends[node] == 1:
                ids.append(lists.token[node])
            elif lists.ends[node]:
                lo = int(trie.lo[node])
                ids.extend(trie.order[lo : lo + lists.ends[node]].tolist())
        return ids
    at = nodes.astype(np.intp)
    return trie.order[_ranges(trie.lo[at], trie.ends[at])]


def children_of(
    trie: Trie, nodes: NDArray[np.int32], beside: NDArray[_Item]
) -> tuple[NDArray[np.int32], NDArray[_Item]]:
    """All children in order, and what stands `beside` the parent of each."""
    at = nodes.astype(np.intp)
    count = trie.n_children[at]
    return _ranges(trie.first_child[at], count).astype(np.int32), np.repeat(beside, count.astype(np.intp))


def _ranges(start: NDArray[np.int32], count: NDArray[np.int32]) -> NDArray[np.intp]:
    """`start[i] : start[i] + count[i]` for every i, one after the other."""
    end = np.cumsum(count, dtype=np.int32)
    shift = (start - (end - count)).astype(np.int32)
    total = int(end[-1]) if len(end) else 0
    return (np.repeat(shift, count.astype(np.intp)) + np.arange(total, dtype=np.int32)).astype(np.intp)


def unpacked(words: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """bool (32 * n_words,): the bits of packed ids."""
    return np.unpackbits(words.view(np.uint8), bitorder="little").view(np.bool_)


def packed(ids: Iterable[int] | NDArray[np.int32], n_words: int) -> NDArray[np.uint32]:
    """uint32 (n_words,): bit i of word i // 32 is set for every id i."""
    dense = np.zeros(n_words * 32, np.bool_)
    dense[np.asarray(ids, np.intp)] = True
    return np.packbits(dense, bitorder="little").view(np.dtype("<u4"))
