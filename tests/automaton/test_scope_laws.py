"""Loops whose members are counted, marked and remembered: their states know exactly how far the end is.

An exact distance is told by its neighbours: 0 where the text may end, and elsewhere one more than the least distance
after one more byte; and a state that no byte leads on from is never met.
"""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from automaton.build import any_of, language
from maskscope.automaton.language import DEAD, Language
from maskscope.ir.build import choice, concat, literal, repeat
from maskscope.ir.nodes import Bound, Capture, KeyRule, Mark, Node, Scope, Tick

KEYS = 4
_MOST_STATES = 250

words = st.sampled_from(["a", "b", "cc", "ab", "bbb"]).map(literal)
texts = st.sampled_from(
    [any_of("ab"), any_of("bc"), choice([literal("a"), literal("bb")]), repeat(any_of("ab"), 1, 2), any_of("abc")]
)
indices = st.sets(st.integers(0, 2), max_size=3).map(lambda found: tuple(sorted(found)))
bounds = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 2)).map(
    lambda pair: (pair[0], None if pair[1] is None else pair[0] + pair[1])
)


def ticked(node: Node, ticks: tuple[int, ...]) -> Node:
    return concat([node, Tick(ticks)]) if ticks else node


@st.composite
def members(draw: st.DrawFn) -> Node:
    """A word, a key or a text that comes once, with values of different ticks."""
    kind = draw(st.sampled_from(["word", "key", "text", "text"]))
    if kind == "text":
        return ticked(Capture(draw(texts)), draw(indices))
    value = choice(ticked(draw(words), draw(indices)) for _ in range(draw(st.integers(1, 2))))
    return value if kind == "word" else concat([draw(words), Mark(draw(st.integers(0, KEYS - 1))), value])


masks = st.integers(0, (1 << KEYS) - 1)
rules = st.builds(
    KeyRule,
    required=masks,
    implies=st.lists(st.tuples(st.sampled_from([1 << i for i in range(KEYS)]), masks), max_size=2).map(tuple),
    forbidden=st.lists(masks.filter(bool), max_size=1).map(tuple),
    count=st.just((0, None)) | bounds,
)


def looped(every: list[Node], tallies: list[Bound], rule: KeyRule, comma: str, first: list[Node]) -> Language:
    """Members in a loop, with commas between; or some first, one after the other."""
    later = repeat(concat([literal(comma), choice(every)]), 0, None)
    head = concat([ticked(one, ()) for one in first]) if first else choice(every)
    return language(Scope(concat([literal("["), head, later, literal("]")]), tuple(tallies), rule, distinct=True))


@settings(max_examples=300)
@given(
    st.lists(members(), min_size=1, max_size=4),
    st.lists(bounds, min_size=3, max_size=3),
    st.none() | rules,
    st.sampled_from([",", ",,,"]),
    st.lists(members(), max_size=2),
)
def test_distances_in_a_loop_of_members_are_exact(
    every: list[Node], tallies: list[Bound], rule: KeyRule | None, comma: str, first: list[Node]
) -> None:
    check_distances(looped(every, tallies, rule or KeyRule(), comma, first))


def check_distances(it: Language) -> None:
    waiting = [] if it.start == DEAD else [it.start]
    met = set(waiting)
    for state in waiting:  # grows while it is walked
        after = [target for _, target in it.live(state)]
        if it.is_accepting(state):
            assert it.distance(state) == 0
        else:
            assert after, "a state is dead"
            assert it.distance(state) == 1 + min(map(it.distance, after))
        fresh = [target for target in dict.fromkeys(after) if target not in met]
        met.update(fresh)
        waiting += fresh if len(waiting) < _MOST_STATES else []
