"""An explicit automaton written as a regex, in the dialect that maskscope reads.

Bytes become characters first: the states in the middle of a character vanish into edges labelled by sets of code
points. Then states are taken away one by one (Brzozowski and McCluskey 1963): what led into the state and what led out
of it becomes one edge, with the state's own loop starred between. States with few ways through go first, which keeps
the text short; it can still grow exponentially, so a bound on its length stops it by name.
"""

from __future__ import annotations

from dataclasses import dataclass

from maskscope.errors import LimitExceeded
from maskscope.sets.codepoints import ANY, CodePoints

_START, _END = -1, -2  # a new start and a new end, so that every state can be taken away
_LONGEST = 1_000_000  # characters of one edge
_SYNTAX = frozenset("\\^$.|?*+()[]{}")
_CLASS_SYNTAX = frozenset("\\]^-[")

Rows = list[dict[int, int]]  # for each state, byte -> next state
Ranges = list[tuple[int, int, int]]  # (low, high, state they lead to), ascending


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of regex, and how tightly it binds: 0 alternatives, 1 a sequence, 2 one atom."""

    text: str
    binds: int

    def within(self, binds: int) -> str:
        """The text, in brackets where what is around it binds more tightly."""
        return self.text if self.binds >= binds else f"(?:{self.text})"


_EMPTY = Part("", 1)
Edges = dict[int, dict[int, Part]]  # state -> next state -> what is read on the way


def regex_of(rows: Rows, accepting: list[bool]) -> str:
    """A regex with the texts of an automaton over bytes that starts in state 0; `[]` when there are none.

    >>> regex_of([{97: 1}, {98: 0}], [True, False])
    '(?:ab)*'
    """
    if not rows:
        return "[]"
    edges = _character_edges(rows)
    edges[_START] = {0: _EMPTY}
    for state, onwards in edges.items():
        if state >= 0 and accepting[state]:
            onwards[_END] = _EMPTY
    _eliminate(edges)
    return edges[_START][_END].text


def class_text(points: CodePoints) -> str:
    """One character of a set, as a regex.

    >>> class_text(CodePoints.chars("a")), class_text(~CodePoints.chars("ab")), class_text(ANY)
    ('a', '[^ab]', '[^]')
    """
    if points == ANY:
        return "[^]"
    if len(points) == 1:
        return _escaped(points.ranges[0][0], _SYNTAX)
    outside = ~points
    if len(outside.ranges) < len(points.ranges):
        return f"[^{_members(outside)}]"
    return f"[{_members(points)}]"


def _members(points: CodePoints) -> str:
    return "".join(
        "".join(_escaped(p, _CLASS_SYNTAX) for p in range(low, high + 1))
        if high - low < 2
        else f"{_escaped(low, _CLASS_SYNTAX)}-{_escaped(high, _CLASS_SYNTAX)}"
        for low, high in points.ranges
    )


def _escaped(point: int, syntax: frozenset[str]) -> str:
    char = chr(point)
    if char in syntax:
        return "\\" + char
    return char if char.isprintable() else f"\\u{{{point:X}}}"


def _character_edges(rows: Rows) -> Edges:
    """The states between characters, with the set of characters that leads from each to each."""
    edges: Edges = {}
    tails: dict[tuple[int, int], Ranges] = {}
    waiting = [0]
    while waiting:
        state = waiting.pop()
        if state in edges:
            continue
        ranges: dict[int, list[tuple[int, int]]] = {}
        for b, target in rows[state].items():
            value, more = _lead(b)
            for low, high, after in _tail(rows, target, more, tails):
                ranges.setdefault(after, []).append((value << 6 * more | low, value << 6 * more | high))
        edges[state] = {after: Part(class_text(CodePoints.of(found)), 2) for after, found in ranges.items()}
        waiting += ranges
    return edges


def _lead(b: int) -> tuple[int, int]:
    """The bits that the first byte of a character holds, and how many bytes follow it."""
    if b < 0x80:
        return b, 0
    if b < 0xE0:
        return b & 0x1F, 1
    return (b & 0x0F, 2) if b < 0xF0 else (b & 0x07, 3)


def _tail(rows: Rows, state: int, more: int, known: dict[tuple[int, int], Ranges]) -> Ranges:
    """What the last `more` bytes of a character can hold, and where they lead; the recursion is three deep at most."""
    if not more:
        return [(0, 0, state)]
    if (state, more) not in known:
        found: Ranges = []
        for b, target in sorted(rows[state].items()):
            start = (b & 0x3F) << 6 * (more - 1)
            for low, high, after in _tail(rows, target, more - 1, known):
                if found and found[-1][1:] == (start + low - 1, after):
                    found[-1] = (found[-1][0], start + high, after)
                else:
                    found.append((start + low, start + high, after))
        known[state, more] = found
    return known[state, more]


def _eliminate(edges: Edges) -> None:
    """Take every state away but the new start and the new end."""
    into: dict[int, set[int]] = {}
    for state, onwards in edges.items():
        for after in onwards:
            into.setdefault(after, set()).add(state)
    left = [state for state in edges if state >= 0]
    while left:
        state = min(left, key=lambda s: (len(into.get(s, ())) * len(edges[s]), s))
        left.remove(state)
        onwards = edges.pop(state)
        loop = onwards.pop(state, None)
        around = Part("", 1) if loop is None else Part(f"{loop.within(2)}*", 1)
        for before in sorted(into.pop(state, set()) - {state}):
            way_in = edges[before].pop(state)
            for after, way_out in onwards.items():
                way = _sequence(_sequence(way_in, around), way_out)
                known = edges[before].get(after)
                edges[before][after] = way if known is None else _either(known, way)
                into.setdefault(after, set()).add(before)
        for after in onwards:
            into[after].discard(state)


def _sequence(a: Part, b: Part) -> Part:
    if not a.text or not b.text:
        return b if not a.text else a
    return _bounded(Part(a.within(1) + b.within(1), 1))


def _either(a: Part, b: Part) -> Part:
    if not a.text or not b.text:
        return Part(f"{(a if a.text else b).within(2)}?", 1) if a.text or b.text else a
    return _bounded(Part(f"{a.text}|{b.text}", 0))


def _bounded(part: Part) -> Part:
    if len(part.text) > _LONGEST:
        hint = "use the automaton itself: as a regex it is too long to read"
        raise LimitExceeded("work", _LONGEST, hint, "writing an automaton as a regex")
    return part
