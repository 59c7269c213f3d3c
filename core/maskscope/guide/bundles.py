"""Bundles: sets of trie nodes that a grammar treats alike, moved down the trie as one, and remembered.

Inside a JSON string a grammar is in one and the same state after `a`, after `zebra` and after any other run of plain
letters. A walk from trie node to trie node visits some 40,000 of them to learn that. But which nodes are reached from
the root by bytes out of a set B *is the same for every grammar*: it depends on the vocabulary alone. So the walk moves
a whole bundle of nodes with one look-up, and each bundle is made once for a vocabulary:

    step(bundle, kind)   all nodes one byte (or character) of a kind further
    stay(bundle, kind)   all nodes any number of them further: the *stay set* of a loop

and each knows the tokens that end on the way. Inside a character outside ASCII there is no way on but to its end, so
nodes in the middle of one give their tokens (a token may end in the middle of an emoji) but are no part of the bundle.

What is remembered is bounded: past a number of nodes all of it is dropped and made anew as it is asked for.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from maskscope.guide.spread import (
    Fan,
    Kind,
    Nodes,
    by_byte,
    compact,
    fan_of,
    joined,
    lists_of,
    packed,
    spread,
    tokens_at,
    unpacked,
    weight,
)
from maskscope.sets.byteset import bits_of
from maskscope.vocab.trie import Trie

_MOST_REMEMBERED = 4_000_000  # nodes over all bundles of a vocabulary: some 30 MB
_COST_OF_ONE = 40  # of a bundle itself, counted in nodes
HEAVY = 64  # tokens below a bundle from which on a stay set pays
_MANY = 256  # tokens from which on a packed set is quicker to add than a list


class Bundle:
    """A set of trie nodes and the tokens that ended on the way from the bundle before; made by `Bundles` only."""

    __slots__ = ("fan", "few", "goes_on", "heavy", "many", "next_bits", "nodes", "stays", "steps")

    def __init__(self, nodes: Nodes, heavy: bool, tokens: list[int] | NDArray[np.uint32], fan: Fan | None) -> None:
        self.nodes = nodes  # those with children
        self.goes_on = len(nodes) > 0
        self.heavy = heavy  # enough tokens lie below that a loop is worth a stay set
        self.few = tokens if isinstance(tokens, list) else []
        self.many = None if isinstance(tokens, list) else tokens  # uint32 (ceil(vocab / 32),): one bit a token
        self.fan = fan  # children by byte; None until `Bundles.open`
        self.next_bits = bits_of(fan or ())  # the bytes they begin with, as bits
        self.steps: dict[int, Bundle | None] = {}  # number of a kind → the next bundle, None if it is empty
        self.stays: dict[int, Bundle] = {}


class Bundles:
    """All bundles of a trie that were needed so far, and the numbers of the kinds they were needed for.

    Kinds are numbered so that the walk looks up small ints: a single byte is its own number.
    """

    def __init__(self, trie: Trie, size: int) -> None:
        self.trie, self.n_words = trie, -(-size // 32)
        self.kinds = [Kind(1 << b) for b in range(256)]
        self._numbers = {1 << b << 1: b for b in range(256)}  # bits << 1 | wide → number
        self._lists = lists_of(trie)
        self._forget()

    def number_of(self, bits: int, wide: bool) -> int:
        """The number that stands for a kind in `step` and `stay`."""
        key = bits << 1 | wide
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.kinds)
            self.kinds.append(Kind(bits, wide))
        return number

    def open(self, bundle: Bundle) -> Fan:
        """The bundle's children by byte, worked out the first time."""
        if bundle.fan is None:
            bundle.fan = fan_of(self.trie, self._lists, bundle.nodes)
            bundle.next_bits = bits_of(bundle.fan)
        return bundle.fan

    def step(self, bundle: Bundle, number: int) -> Bundle | None:
        """All children by one byte or character of the kind; None when there is none and no token ends in one."""
        kind = self.kinds[number]
        nodes, middle = self._one_further(bundle, kind)
        made = self._made(nodes, middle, None) if len(nodes) or len(middle) else None
        bundle.steps[number] = made
        return made

    def stay(self, bundle: Bundle, number: int) -> Bundle:
        """The bundle and all nodes below it by bytes or characters of the kind; its fan leads outside the kind."""
        found = spread(self.trie, self._lists, bundle.nodes, self.kinds[number], once=False)
        fan = by_byte(self.trie, self._lists, joined(found.outside))
        made = self._made(joined(found.whole), joined(found.middle), fan)
        bundle.stays[number] = made
        return made

    def tokens_of(self, bundle: Bundle) -> list[int]:
        """The bundle's own tokens."""
        return bundle.few if bundle.many is None else np.flatnonzero(unpacked(bundle.many)).tolist()

    def tokens_below(self, bundle: Bundle) -> list[int]:
        """The bundle's tokens and all that begin with what it stands for."""
        nodes = np.asarray(bundle.nodes, np.int32).astype(np.intp)
        below = [self.trie.order[lo:hi] for lo, hi in zip(self.trie.lo[nodes].tolist(), self.trie.hi[nodes].tolist())]
        return sorted({*self.tokens_of(bundle), *(token for tokens in below for token in tokens.tolist())})

    def words_at(self, nodes: NDArray[np.int32]) -> NDArray[np.uint32]:
        """uint32 (ceil(vocab / 32),): the tokens that end at any of the nodes, as bits."""
        return packed(tokens_at(self.trie, self._lists, nodes), self.n_words)

    def trim(self) -> None:
        """Forget everything when it has grown too large; called between walks, since a walk holds bundles."""
        if self._remembered > _MOST_REMEMBERED:
            self._forget()

    def _forget(self) -> None:
        self._remembered = 0
        self.root = Bundle([0], True, [], None)

    def _one_further(self, bundle: Bundle, kind: Kind) -> tuple[Nodes, Nodes]:
        if kind.wide:
            found = spread(self.trie, self._lists, bundle.nodes, kind, once=True)
            return joined(found.whole), joined(found.middle)
        parts = [nodes for b, nodes in self.open(bundle).items() if kind.bits >> b & 1]
        return joined(parts), []

    def _made(self, nodes: Nodes, middle: Nodes, fan: Fan | None) -> Bundle:
        ids = tokens_at(self.trie, self._lists, joined([nodes, middle]))
        nodes = self._with_children(nodes)
        self._remembered += len(nodes) + len(middle) + _COST_OF_ONE
        few = ids if isinstance(ids, list) else ids.tolist() if len(ids) < _MANY else None
        tokens = packed(ids, self.n_words) if few is None else few
        return Bundle(nodes, weight(self.trie, self._lists, nodes) >= HEAVY, tokens, fan)

    def _with_children(self, nodes: Nodes) -> Nodes:
        if isinstance(nodes, list):
            return [node for node in nodes if self._lists.count[node]]
        return compact(nodes[self.trie.n_children[nodes.astype(np.intp)] > 0])


@lru_cache(maxsize=8)
def bundles_of(trie: Trie, size: int) -> Bundles:
    """The bundles of a vocabulary's trie, shared by all its guides: they hold nothing of any grammar."""
    return Bundles(trie, size)
