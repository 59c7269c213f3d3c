"""Random small grammars, and the three things that must hold of any language."""

from __future__ import annotations

from itertools import product

from hypothesis import reject
from hypothesis import strategies as st

from maskscope.automaton.language import DEAD, Language, build_language
from maskscope.errors import GrammarError, LimitExceeded
from maskscope.ir.build import capture, chars, choice, concat, literal, repeat, scope
from maskscope.ir.nodes import Call, Edge, Empty, Grammar, Graph, KeyRule, Mark, Node, Tick
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints
from maskscope.text import Source
from support.oracles_ir import matches

ALPHABET = b"ab"
LONGEST = 7


def leaves() -> st.SearchStrategy[Node]:
    """Texts and characters over two letters."""
    return st.one_of(
        st.sampled_from(["a", "b", "ab", "ba", "aa"]).map(literal),
        st.sampled_from(["a", "b", "ab"]).map(lambda text: chars(CodePoints.chars(text))),
        st.just(Empty()),
    )


def plain(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """One node of the regular part around smaller ones."""
    bounds = st.tuples(st.integers(0, 5), st.one_of(st.none(), st.integers(0, 3)))
    return st.one_of(
        st.lists(inner, min_size=2, max_size=3).map(concat),
        st.lists(inner, min_size=2, max_size=3).map(choice),
        st.tuples(inner, bounds).map(lambda t: repeat(t[0], t[1][0], None if t[1][1] is None else t[1][0] + t[1][1])),
        graphs(inner),
    )


def graphs(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    """Automata of up to three states whose edges read something."""
    edge = st.tuples(st.integers(0, 2), inner, st.integers(0, 2))
    return st.tuples(st.lists(edge, max_size=5), st.sets(st.integers(0, 2), min_size=1)).map(_graph)


def _graph(made: tuple[list[tuple[int, Node, int]], set[int]]) -> Node:
    edges: list[list[Edge]] = [[], [], []]
    for source, label, target in made[0]:
        edges[source].append(Edge(concat([literal("a"), label]), target))
    return Graph(tuple(tuple(out) for out in edges), frozenset(made[1]))


def regular_trees() -> st.SearchStrategy[Node]:
    """Trees of the regular part."""
    return st.recursive(leaves(), plain, max_leaves=8)


def scoped_trees() -> st.SearchStrategy[Node]:
    """A scope over a tree in which things are counted, marked and captured."""
    acting = st.one_of(
        leaves(),
        st.just(Tick((0,))),
        st.just(Tick((1,))),
        st.just(Tick((0, 1))),
        st.integers(0, 2).map(Mark),
        regular_trees().map(capture),
    )
    step = st.lists(acting, min_size=2, max_size=4).map(lambda parts: concat([*parts, literal("a")]))
    body = st.recursive(step, plain, max_leaves=5)
    bound = st.tuples(st.integers(0, 3), st.one_of(st.none(), st.integers(0, 2)))
    bounded = bound.map(lambda b: (b[0], None if b[1] is None else b[0] + b[1]))
    tally = st.one_of(st.just((0, None)), bounded)
    mask = st.sampled_from([0, 0, 1, 2, 4, 3, 5])
    keys = st.builds(
        KeyRule,
        mask,
        st.lists(st.tuples(mask, mask), max_size=2).map(tuple),
        st.lists(st.integers(1, 7), max_size=1).map(tuple),
        tally,
    )
    return st.builds(
        lambda body, tallies, keys, taken: scope(body, tallies=tallies, keys=keys, distinct=True, taken=taken),
        body,
        st.tuples(tally, tally),
        st.one_of(st.none(), st.none(), keys),
        st.sets(st.sampled_from([b"", b"a", b"ab"]), max_size=2).map(frozenset),
    )


def grammars(trees: st.SearchStrategy[Node]) -> st.SearchStrategy[Grammar]:
    """A tree alone, or around a rule that nests it in itself."""
    nest = st.tuples(trees, trees).map(
        lambda t: {"root": choice([concat([literal("a"), Call("root"), t[0], literal("b")]), t[1]])}
    )
    return st.one_of(trees.map(lambda tree: {"root": tree}), nest).map(Grammar)


def recursive_grammars() -> st.SearchStrategy[Grammar]:
    """Three rules that may call each other anywhere, each with a way out; some recurse without reading."""
    names = ["root", "one", "two"]
    called = st.recursive(st.one_of(leaves(), st.sampled_from(names).map(Call)), plain, max_leaves=4)
    rule = st.tuples(called, leaves()).map(lambda t: choice([concat([literal("a"), t[0]]), t[0], t[1]]))
    guarded = called.map(lambda tree: concat([literal("b"), tree]))
    rule = st.one_of(rule, st.tuples(guarded, leaves()).map(choice))
    return st.tuples(rule, rule, rule).map(lambda rules: Grammar(dict(zip(names, rules))))


def language_of(grammar: Grammar) -> Language:
    """The engine's language of a grammar; one that is refused, or takes too much work, is no example."""
    try:
        return build_language(grammar, Source("test", ""), Limits(work=2_000_000))
    except (LimitExceeded, GrammarError):
        reject()


def texts_by_definition(grammar: Grammar) -> set[bytes]:
    """All texts of at most LONGEST letters."""
    every = (bytes(text) for n in range(LONGEST + 1) for text in product(ALPHABET, repeat=n))
    return {text for text in every if matches(grammar, text)}


def check_language(language: Language, texts: set[bytes]) -> None:
    """Every prefix is alive exactly when it should be, ends exactly when it should, and is as far as it says."""
    waiting = [(b"", language.start)]
    while waiting:
        prefix, state = waiting.pop()
        ways = [text for text in texts if text.startswith(prefix)]
        if state == DEAD:
            assert not ways, f"dead after {prefix!r}, but there is {min(ways)!r}"
            continue
        check_state(language, state, prefix, ways)
        if len(prefix) < LONGEST:
            waiting += [(prefix + bytes((b,)), language.step(state, b)) for b in ALPHABET]


def check_state(language: Language, state: int, prefix: bytes, ways: list[bytes]) -> None:
    """One state that is not dead."""
    assert language.is_accepting(state) == (prefix in ways)
    distance = language.distance(state)
    nearest = min((len(text) - len(prefix) for text in ways), default=None)
    if nearest is not None or len(prefix) + distance <= LONGEST:
        assert distance == nearest, f"after {prefix!r}"
    if distance:
        assert min(language.distance(after) for _, after in language.live(state)) == distance - 1
