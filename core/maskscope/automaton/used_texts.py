"""The texts that must not come again: a set that grows by one text at a time, and of which there are very many.

After two hundred unique items each further byte leads to a state with a set of its own, the texts that may end there
included. So a set is kept as the set before it and one text more, and costs a few words however large it is; only one
in some dozens along the way is written out. Equal sets are one object whatever the order in which they grew, so they
are compared by identity.

    UsedTexts() ─"a"→ {a} ─"b"→ {a, b}          UsedTexts() ─"b"→ {b} ─"a"→ {a, b}, the same object
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator

Text = bytes | int  # a captured text; one whose bytes were not kept is at least so many bytes long
_MOST_BEHIND = 32  # texts back to a set that is written out


class UsedTexts:
    """A set of texts; made by `including` from a first one, and to be compared with what came of that one only."""

    __slots__ = ("_after", "_all", "_before", "_behind", "_digest", "_last", "_pool", "_sorted", "forgotten")

    def __init__(self, texts: Iterable[Text] = ()) -> None:
        self._all: frozenset[Text] | None = frozenset(texts)
        self._before: UsedTexts | None = None
        self._last: Text = b""
        self._behind = 0  # texts since a set that is written out
        self._after: dict[Text, UsedTexts] = {}
        self._sorted: list[bytes] | None = None
        # subtle: what `hash` gives differs from run to run, but it only finds sets that may be equal; it orders nothing
        self._digest = 0
        for text in self._all:
            self._digest ^= hash(text)
        self._pool: dict[int, list[UsedTexts]] = {self._digest: [self]}
        self.forgotten: int | None = min((text for text in self._all if isinstance(text, int)), default=None)

    def including(self, text: Text) -> UsedTexts:
        """The set with one text more."""
        found = self._after.get(text)
        if found is None:
            found = self._after[text] = self if text in self else self._grown(text)
        return found

    def __contains__(self, text: Text) -> bool:
        at = self
        while at._all is None:
            if at._last == text:
                return True
            assert at._before is not None
            at = at._before
        return text in at._all

    def __iter__(self) -> Iterator[Text]:
        """The texts, those that came last first; in no set order beyond some dozens."""
        at = self
        while at._all is None:
            yield at._last
            assert at._before is not None
            at = at._before
        yield from at._all

    def __le__(self, other: UsedTexts) -> bool:
        return self is other or all(text in other for text in self)

    def longer(self, text: bytes) -> Iterator[bytes]:
        """The texts, as far as they are known, that begin with a text and go on."""
        n, at = len(text), self
        while at._all is None:
            if isinstance(at._last, bytes) and len(at._last) > n and at._last.startswith(text):
                yield at._last
            assert at._before is not None
            at = at._before
        known = at._known_in_order()
        for i in range(bisect_left(known, text), len(known)):
            if not known[i].startswith(text):
                break
            if len(known[i]) > n:
                yield known[i]

    def newest(self) -> tuple[Text, UsedTexts] | None:
        """The text that came last and the set before it; None for the first set."""
        return None if self._before is None else (self._last, self._before)

    def _grown(self, text: Text) -> UsedTexts:
        digest = self._digest ^ hash(text)
        alike = self._pool.setdefault(digest, [])
        if alike:
            texts = {*self, text}
            for other in alike:
                if texts == set(other):
                    return other
        grown = UsedTexts.__new__(UsedTexts)
        grown._before, grown._last, grown._digest, grown._pool = self, text, digest, self._pool
        grown._after, grown._sorted = {}, None
        grown._behind = self._behind + 1
        grown._all = None
        if grown._behind > _MOST_BEHIND:
            grown._all, grown._behind = frozenset((*self, text)), 0
        known = () if self.forgotten is None else (self.forgotten,)
        grown.forgotten = min((*known, *((text,) if isinstance(text, int) else ())), default=None)
        alike.append(grown)
        return grown

    def _known_in_order(self) -> list[bytes]:
        if self._sorted is None:
            assert self._all is not None
            self._sorted = sorted(text for text in self._all if isinstance(text, bytes))
        return self._sorted
