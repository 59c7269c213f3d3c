"""A pure-Python stand-in for the Rust package `rpds`, for the browser only: just what `referencing` asks of it.

Persistent maps, sets and lists whose "changes" are new values. Each copy costs its size: a few dozen entries here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any


class HashTrieMap(Mapping):
    """An immutable mapping."""

    def __init__(self, items: Mapping | Iterable = (), **more: Any) -> None:
        self._items = dict(items, **more)

    @classmethod
    def convert(cls, value: Any) -> HashTrieMap:
        return value if isinstance(value, cls) else cls(value)

    def __getitem__(self, key: Any) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def insert(self, key: Any, value: Any) -> HashTrieMap:
        return HashTrieMap({**self._items, key: value})

    def update(self, *others: Any, **more: Any) -> HashTrieMap:
        joined = dict(self._items)
        for other in others:
            joined.update(other)
        return HashTrieMap(joined, **more)

    def remove(self, key: Any) -> HashTrieMap:
        rest = dict(self._items)
        del rest[key]
        return HashTrieMap(rest)

    def discard(self, key: Any) -> HashTrieMap:
        return self.remove(key) if key in self._items else self


class HashTrieSet(Set):
    """An immutable set."""

    def __init__(self, items: Iterable = ()) -> None:
        self._items = frozenset(items)

    def __contains__(self, item: Any) -> bool:
        return item in self._items

    def __iter__(self) -> Iterator:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(self._items)

    def insert(self, item: Any) -> HashTrieSet:
        return HashTrieSet(self._items | {item})

    def remove(self, item: Any) -> HashTrieSet:
        if item not in self._items:
            raise KeyError(item)
        return HashTrieSet(self._items - {item})

    def discard(self, item: Any) -> HashTrieSet:
        return HashTrieSet(self._items - {item})

    def update(self, *others: Iterable) -> HashTrieSet:
        return HashTrieSet(self._items.union(*others))


class List:
    """An immutable list that grows at the front."""

    def __init__(self, *items: Any) -> None:
        self._items = tuple(items[0]) if len(items) == 1 and isinstance(items[0], Iterable) else tuple(items)

    def __iter__(self) -> Iterator:
        return iter(self._items)

    def __reversed__(self) -> Iterator:
        return reversed(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, List) and self._items == other._items

    def __hash__(self) -> int:
        return hash(self._items)

    def push_front(self, item: Any) -> List:
        return List((item, *self._items))

    def drop_first(self) -> List:
        if not self._items:
            raise IndexError("empty list")
        return List(self._items[1:])

    @property
    def first(self) -> Any:
        return self._items[0]

    @property
    def rest(self) -> List:
        return List(self._items[1:])
