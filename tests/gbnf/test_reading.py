"""GBNF texts become rules, or errors with their whole message."""

import pytest

from maskscope.errors import GrammarError, LimitExceeded
from maskscope.ir.nodes import Concat, Literal, Repeat, TokenTerminal
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.syntax.gbnf_read import read_gbnf
from maskscope.text import Source
from support.gbnf_cases import CASES, Case
from support.oracles_gbnf import accepts


def read(text: str, limits: Limits = DEFAULT_LIMITS, root: str = "root"):
    return read_gbnf(Source("gbnf", text), limits, root)


@pytest.mark.parametrize("case", CASES.bad(), ids=lambda case: case.name)
def test_an_error_says_what_where_and_what_instead(case: Case) -> None:
    with pytest.raises(GrammarError) as caught:
        read(case.text, root=case.root)
    assert f"{caught.value}\n" == case.error


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_a_grammar_is_read_with_exactly_the_notes_it_deserves(case: Case) -> None:
    assert tuple(f"{note.kind}: {note.text}" for note in read(case.text, root=case.root).notes) == case.notes


@pytest.mark.parametrize("case", CASES.good(), ids=lambda case: case.name)
def test_the_slow_interpreter_agrees_with_the_case(case: Case) -> None:
    assert [accepts(case.text, text, case.root) for text in case.accepts] == [True] * len(case.accepts)
    assert [accepts(case.text, text, case.root) for text in case.refuses] == [False] * len(case.refuses)


def test_token_elements_are_read_as_tokens() -> None:
    grammar = read('root ::= <[10]> "a" !<[11]> <think> (!<think>)*')
    assert grammar.rules["root"] == Concat(
        (
            TokenTerminal(ids=(10,)),
            Literal("a"),
            TokenTerminal(ids=(11,), negated=True),
            TokenTerminal(text="<think>"),
            Repeat(TokenTerminal(text="<think>", negated=True), 0, None),
        )
    )


def test_only_rules_that_are_used_reach_the_automaton() -> None:
    assert list(read('root ::= a\nb ::= "x"\na ::= "y"').rules) == ["root", "a"]


def test_large_counts_are_not_written_out() -> None:
    assert read('root ::= "a"{0,1000000}').rules["root"] == Repeat(Literal("a"), 0, 1_000_000)


def test_every_item_knows_its_place() -> None:
    node = read('root ::= "ab" [0-9]{2}').rules["root"]
    assert isinstance(node, Concat)
    assert [(part.span.start, part.span.end) for part in node.parts if part.span] == [(9, 13), (14, 22)]


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("root ::= " + "(" * 100_000 + '"a"' + ")" * 100_000, "depth"),
        ('root ::= "a"' + "*" * 100_000, "depth"),
        ('root ::= "a"{99999999999}', "repetitions"),
        ('root ::= "a"{1,' + "9" * 10_000 + "}", "repetitions"),
    ],
    ids=["parentheses", "stars", "count", "long count"],
)
def test_what_is_too_much_meets_a_named_limit(text: str, limit: str) -> None:
    with pytest.raises(LimitExceeded) as caught:
        read(text)
    assert caught.value.limit == limit


def test_a_limit_can_be_raised() -> None:
    text = "root ::= " + "(" * 20_000 + '"a"' + ")" * 20_000
    assert read(text, Limits(depth=30_000)).rules["root"] == Literal("a")


def test_a_hundred_thousand_open_parentheses_are_an_error_not_a_crash() -> None:
    with pytest.raises(GrammarError, match="this parenthesis is never closed"):
        read("root ::= " + "(" * 100_000)


def test_a_chain_of_ten_thousand_rules_is_read() -> None:
    rules = [f'r{i} ::= "a" r{i + 1} | r{i + 1} "b"' for i in range(10_000)]
    assert len(read("\n".join([*rules, 'r10000 ::= "x"', "root ::= r0"])).rules) == 10_002
