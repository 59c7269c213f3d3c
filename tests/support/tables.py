"""Languages given as plain tables, with the methods a guide asks of a Language: the smallest thing it can run on.

They make laws easy to state (any table is a language, the answer can be computed by hand) and need no grammar.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from hypothesis import strategies as st

from maskscope.limits import DEFAULT_LIMITS
from maskscope.sets.byteset import ByteSet, bits_of
from maskscope.text import Source, Span
from maskscope.vocab.vocabulary import Vocabulary

DEAD = -1


class TableLanguage:
    """States 0 … n-1, `edges[s]` maps a byte to the next state, `accepting` are the ends; 0 is the start.

    Edges into states from which no end can be reached are dropped, as a Language never enters them either.
    """

    def __init__(self, edges: list[Mapping[int, int]], accepting: set[int]) -> None:
        self.start, self.accepting = 0, accepting
        self.source, self.limits = Source("table", "table"), DEFAULT_LIMITS
        self._distance = _distances(edges, accepting)
        self.edges = [{b: t for b, t in sorted(row.items()) if self._distance[t] >= 0} for row in edges]

    @property
    def is_empty(self) -> bool:
        return self._distance[0] < 0

    def live(self, state: int) -> tuple[tuple[int, int], ...]:
        return tuple(self.edges[state].items())

    def parts(self, state: int) -> list[tuple[int, int]]:
        bits_to: dict[int, int] = {}
        for byte, target in self.edges[state].items():
            bits_to[target] = bits_to.get(target, 0) | 1 << byte
        return [(bits, target) for target, bits in bits_to.items()]

    def ways(self, state: int) -> list[tuple[int, tuple[int, ...]]]:
        return [(bits, (target,)) for bits, target in self.parts(state)]

    def enter(self, configs: tuple[int, ...]) -> int:
        return configs[0]

    def after_any_character(self, state: int) -> None:
        return None

    def row(self, state: int) -> list[int]:
        return [self.edges[state].get(b, DEAD) for b in range(256)]

    def step(self, state: int, byte: int) -> int:
        return self.edges[state].get(byte, DEAD) if state >= 0 else DEAD

    def run(self, state: int, data: bytes) -> int:
        for byte in data:
            state = self.step(state, byte)
        return state

    def is_accepting(self, state: int) -> bool:
        return state in self.accepting

    def distance(self, state: int) -> int:
        return self._distance[state]

    def next_bytes(self, state: int) -> ByteSet:
        return ByteSet(bits_of(self.edges[state]))

    def origins(self, state: int) -> tuple[Span, ...]:
        return (Span(0, 5),)

    def shallow(self, state: int, k: int, reach: int = 128) -> int:
        return state

    reads_tokens = captures_texts = False

    def loosened(self, state: int) -> int:
        return state

    def token_moves(self, state: int) -> tuple[()]:
        return ()


def _distances(edges: list[Mapping[int, int]], accepting: set[int]) -> list[int]:
    into: list[list[int]] = [[] for _ in edges]
    for state, row in enumerate(edges):
        for target in row.values():
            into[target].append(state)
    distance = [0 if state in accepting else -1 for state in range(len(edges))]
    todo = deque(sorted(accepting))
    while todo:
        state = todo.popleft()
        for before in into[state]:
            if distance[before] < 0:
                distance[before] = distance[state] + 1
                todo.append(before)
    return distance


LETTERS = b"abc"


@st.composite
def tables(draw: st.DrawFn) -> TableLanguage:
    """A random language over `abc` of up to six states that is not empty."""
    n = draw(st.integers(1, 6))
    state = st.integers(0, n - 1)
    edges = draw(st.lists(st.dictionaries(st.sampled_from(sorted(LETTERS)), state), min_size=n, max_size=n))
    language = TableLanguage(edges, draw(st.sets(state, min_size=1)))
    return language if not language.is_empty else TableLanguage(edges, {0})


@st.composite
def vocabularies(draw: st.DrawFn, complete: bool = False) -> Vocabulary:
    """Up to 30 short tokens over `abcd`, with duplicates, empty, unused and special ones, and up to two ends."""
    text = st.binary(max_size=4).map(lambda data: bytes(b"abcd"[b % 4] for b in data))
    tokens = draw(st.lists(text, min_size=1, max_size=30))
    if complete:
        tokens += [bytes([b]) for b in b"abcd"]
    n_ends = draw(st.integers(1 if complete else 0, 2))
    ends = tuple(range(len(tokens), len(tokens) + n_ends))
    special = draw(st.sets(st.integers(0, len(tokens) - 5), max_size=3)) if len(tokens) > 5 and not complete else set()
    unused = draw(st.sets(st.integers(0, len(tokens) - 5), max_size=2)) if len(tokens) > 5 and not complete else set()
    tokens += [b"<end>"] * n_ends
    return Vocabulary("random", tuple(tokens), ends, frozenset(special | set(ends)), frozenset(unused - special))
