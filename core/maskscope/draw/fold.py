"""From an automaton over bytes to a graph that can be read: three foldings, each hiding states in an edge.

1. **Characters.** `é` is two bytes, so a language that allows any character has states in the middle of one. Such a
   state (entered by a lead byte, left by continuation bytes only) disappears into an edge that says which characters.
2. **Escapes.** Inside a JSON string every place has a side way through `\\n`, `\\u00e9` … back to where the plain
   character leads. The side way becomes a mark on the plain edge.
3. **Chains.** States with one way in and one way out (the letters of a keyword) become one edge with a longer label.

A teaching example wants none of the third, a schema wants all: `fold="auto"` folds chains when there would be more
than `ROOMY` nodes. Everything is iterative and linear in the number of edges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from maskscope.draw.graph import Edge, Graph, Moves
from maskscope.draw.labels import ASCII, Symbols
from maskscope.sets.byteset import bit_range, members

Fold = Literal["auto", "chains", "none"]
ROOMY = 22  # nodes up to which chains stay open in "auto"

_CONTINUATION = bit_range(0x80, 0xBF)
_LEADS = bit_range(0xC2, 0xF4)
_BACKSLASH = 1 << 0x5C
_FEW = 4  # characters that are spelled out on an edge
_ESCAPE_STATES = 48  # states that a side way of escapes may have


@dataclass(slots=True)
class _Link:
    """An edge under construction."""

    source: int
    target: int
    parts: tuple[Symbols, ...]
    via: tuple[int, ...] = ()
    inside: tuple[int, ...] = ()


def fold_graph(
    moves: Moves,
    accepting: Callable[[int], bool],
    distance: Callable[[int], int],
    start: int,
    fold: Fold = "auto",
    keep: frozenset[int] = frozenset(),
    more: dict[int, int] | None = None,
) -> Graph:
    """The readable graph of an automaton; states of `keep` stay nodes, `more` counts edges that were left out."""
    kept = keep | {start} | {s for s in moves if accepting(s)} | set(more or {})
    links = [_Link(s, t, (Symbols(bits),)) for s, row in moves.items() for t, bits in row.items()]
    if fold != "none":
        links = _fold_characters(moves, links, kept)
        links = _fold_escapes(links, kept)
    if fold == "chains" or (fold == "auto" and len(_ends(links, start)) > ROOMY):
        links = _fold_chains(links, kept)
    return _numbered(links, moves, accepting, distance, start, more or {})


def _ends(links: list[_Link], start: int) -> dict[int, None]:
    ends = {start: None}
    for link in links:
        ends[link.source] = ends[link.target] = None
    return ends


def _numbered(
    links: list[_Link],
    moves: Moves,
    accepting: Callable[[int], bool],
    distance: Callable[[int], int],
    start: int,
    more: dict[int, int],
) -> Graph:
    """Nodes in the order of `moves` (breadth-first, as automata are explored), the start first."""
    ends = _ends(links, start)
    states = [start, *(s for s in moves if s in ends and s != start)]
    states += [s for s in ends if s not in moves and s != start]
    index = {s: i for i, s in enumerate(states)}
    edges = tuple(
        Edge(index[k.source], index[k.target], k.parts, k.via, k.inside)
        for k in sorted(links, key=lambda k: index[k.source])
    )
    stubs = {index[s]: n for s, n in more.items() if s in index}
    return Graph(tuple(states), edges, tuple(map(accepting, states)), tuple(map(distance, states)), 0, stubs)


# -- characters


def _middles(moves: Moves, kept: set[int] | frozenset[int]) -> set[int]:
    """States in the middle of a UTF-8 sequence: entered by bytes above ASCII only, left by continuation bytes only."""
    entered: dict[int, int] = {}
    for row in moves.values():
        for target, bits in row.items():
            entered[target] = entered.get(target, 0) | bits
    return {
        s
        for s, row in moves.items()
        if s not in kept
        and row
        and not entered.get(s, ASCII) & ASCII
        and not any(bits & ~_CONTINUATION for bits in row.values())
    }


def _fold_characters(moves: Moves, links: list[_Link], kept: set[int] | frozenset[int]) -> list[_Link]:
    middles = _middles(moves, kept)
    if not middles:
        return links
    merged: dict[tuple[int, int], _Link] = {}
    for link in links:
        if link.source in middles:
            continue
        bits = link.parts[0].bits
        if link.target not in middles:
            _merge(merged, link.source, link.target, Symbols(bits), ())
            continue
        for target, symbols, inside in _characters(moves, middles, link.target, bits & _LEADS):
            _merge(merged, link.source, target, symbols, inside)
    return list(merged.values())


def _merge(
    merged: dict[tuple[int, int], _Link], source: int, target: int, symbols: Symbols, inside: tuple[int, ...]
) -> None:
    known = merged.get((source, target))
    if known is None:
        merged[source, target] = _Link(source, target, (symbols,), (), inside)
    else:
        known.parts = (known.parts[0] | symbols,)
        known.inside = tuple(dict.fromkeys(known.inside + inside))


def _characters(moves: Moves, middles: set[int], middle: int, leads: int) -> list[tuple[int, Symbols, tuple[int, ...]]]:
    """Where the characters that begin with one of `leads` and go through `middle` end, and how many there are."""
    done: dict[int, tuple[int, list[bytes], tuple[int, ...]]] = {}
    stack: list[tuple[int, int, list[bytes], tuple[int, ...]]] = [
        (middle, leads.bit_count(), _spelled([b""], leads), (middle,))
    ]
    while stack:
        state, count, texts, passed = stack.pop()
        for target, bits in moves[state].items():
            n, spelled = count * bits.bit_count(), _spelled(texts, bits)
            if target in middles:
                stack.append((target, n, spelled, (*passed, target)))
                continue
            before = done.get(target, (0, [], ()))
            done[target] = (before[0] + n, before[1] + spelled, tuple(dict.fromkeys(before[2] + passed)))
    return [(target, _wide(n, texts), inside) for target, (n, texts, inside) in done.items()]


def _spelled(texts: list[bytes], bits: int) -> list[bytes]:
    """The texts, each with each of the bytes behind it; empty when that would be many."""
    if len(texts) * bits.bit_count() > _FEW:
        return []
    return [text + bytes([b]) for text in texts for b in members(bits)]


def _wide(n: int, texts: list[bytes]) -> Symbols:
    few = "".join(sorted(text.decode("utf-8", "replace") for text in texts)) if len(texts) == n <= _FEW else ""
    return Symbols(0, n, few)


# -- escapes


def _fold_escapes(links: list[_Link], kept: set[int] | frozenset[int]) -> list[_Link]:
    leaving: dict[int, list[_Link]] = {}
    entering: dict[int, list[_Link]] = {}
    for link in links:
        leaving.setdefault(link.source, []).append(link)
        entering.setdefault(link.target, []).append(link)
    hidden: set[int] = set()
    for door in [k.target for k in links if k.parts[0].bits == _BACKSLASH]:
        if door not in hidden and door not in kept:
            hidden |= _side_way(door, leaving, entering, kept)
    return [k for k in links if k.source not in hidden and k.target not in hidden]


def _side_way(
    door: int, leaving: dict[int, list[_Link]], entering: dict[int, list[_Link]], kept: set[int] | frozenset[int]
) -> set[int]:
    """The states of the side way behind `door`, marked on the plain edges beside it; empty when it is none."""
    if any(k.parts[0].bits != _BACKSLASH for k in entering[door]):
        return set()
    sources = {k.source for k in entering[door]}
    plain = [k for s in sources for k in leaving[s] if k.target != door and _is_plain(k.parts[0])]
    exits = {k.target for k in plain}
    if len(exits) != 1 or {k.source for k in plain} != sources:
        return set()
    interior = _interior(door, exits, leaving, kept)
    if not interior or any(k.source not in interior and k.target != door for s in interior for k in entering[s]):
        return set()
    for link in plain:
        link.parts = (link.parts[0] | Symbols(escapes=True),)
        link.inside = tuple(dict.fromkeys((*link.inside, *sorted(interior))))
    return interior


def _is_plain(symbols: Symbols) -> bool:
    return symbols.bits.bit_count() >= 8 and not symbols.bits & _BACKSLASH


def _interior(door: int, exits: set[int], leaving: dict[int, list[_Link]], kept: set[int] | frozenset[int]) -> set[int]:
    """What is reached from `door` before `exits`; empty when it leads anywhere else or is large."""
    found, stack = {door}, [door]
    while stack:
        for link in leaving.get(stack.pop(), []):
            if link.target in exits or link.target in found:
                continue
            if link.target in kept or len(found) >= _ESCAPE_STATES:
                return set()
            found.add(link.target)
            stack.append(link.target)
    return found


# -- chains


def _fold_chains(links: list[_Link], kept: set[int] | frozenset[int]) -> list[_Link]:
    leaving: dict[int, list[_Link]] = {}
    entering: dict[int, list[_Link]] = {}
    for link in links:
        leaving.setdefault(link.source, []).append(link)
        entering.setdefault(link.target, []).append(link)

    def is_inner(state: int) -> bool:
        ways_in, ways_out = entering.get(state, []), leaving.get(state, [])
        if state in kept or len(ways_in) != 1 or len(ways_out) != 1 or ways_in[0].source == state:
            return False
        return _is_narrow(ways_in[0].parts[0]) and _is_narrow(ways_out[0].parts[0])

    # subtle: a ring of inner states alone has no beginning and cannot be reached from the start, so it never comes up
    return [_stretched(link, leaving, is_inner) for link in links if not is_inner(link.source)]


def _is_narrow(symbols: Symbols) -> bool:
    """Whether a step may join a longer label: letters and small classes may, "any character" deserves its own edge."""
    return not symbols.wide and not symbols.escapes and symbols.bits.bit_count() <= 64


def _stretched(link: _Link, leaving: dict[int, list[_Link]], is_inner: Callable[[int], bool]) -> _Link:
    """The link with every inner state behind it swallowed."""
    parts, via, inside, target = list(link.parts), list(link.via), list(link.inside), link.target
    while is_inner(target):
        following = leaving[target][0]
        via.append(target)
        parts += following.parts
        inside += following.inside
        target = following.target
    return _Link(link.source, target, tuple(parts), tuple(via), tuple(inside))
