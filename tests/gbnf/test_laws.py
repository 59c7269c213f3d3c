"""Any small grammar, recursion and left recursion included, means what the slow interpreter says it means."""

from itertools import product

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from maskscope.errors import GrammarError, LimitExceeded
from maskscope.limits import Limits
from maskscope.pipeline import compile
from support.oracles_gbnf import accepts

RULES = ("root", "x", "y")
TEXTS = ["".join(letters) for n in range(5) for letters in product("ab", repeat=n)]
PROBLEMS = ("can never finish", "left recursion", "repeats the empty literal", "repeats nothing")

repetitions = st.sampled_from(["", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "{0}"])
atoms = st.sampled_from(['"a"', '"b"', '"ab"', '""', "[ab]", "[^a]", ".", *RULES])


def sequences(items: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    repeated = st.tuples(items, repetitions).map("".join)
    return st.lists(repeated, max_size=3).map(" ".join)


def alternatives(items: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.lists(sequences(items), min_size=1, max_size=3).map(" | ".join)


bodies = alternatives(st.recursive(atoms, lambda items: alternatives(items).map("({})".format), max_leaves=4))


def written(bodies_of_rules: tuple[str, ...]) -> str:
    """The rules, one a line; a body must not end where the next line would go on with it."""
    closed = (body + '""' if body.strip() == "" or body.rstrip().endswith("|") else body for body in bodies_of_rules)
    return "\n".join(f"{name} ::= {body}" for name, body in zip(RULES, closed))


grammars = st.tuples(*(bodies for _ in RULES)).map(written)


@given(grammars)
@settings(max_examples=150)
def test_a_grammar_accepts_what_the_slow_interpreter_accepts(grammar: str) -> None:
    try:
        language = compile("gbnf", grammar, limits=Limits(work=200_000))
    except LimitExceeded:
        assume(False)
        return
    except GrammarError as problem:
        assert any(known in problem.problem for known in PROBLEMS), problem
        return
    assert [t for t in TEXTS if language.accepts(t)] == [t for t in TEXTS if accepts(grammar, t)]


@given(grammars)
@settings(max_examples=80)
def test_a_language_has_a_shortest_text_of_the_length_it_says(grammar: str) -> None:
    try:
        language = compile("gbnf", grammar)
    except GrammarError:
        return
    shortest = language.distance(language.start)
    if shortest <= 4:
        assert min(len(text.encode()) for text in (*TEXTS, *"cd") if language.accepts(text)) == shortest
