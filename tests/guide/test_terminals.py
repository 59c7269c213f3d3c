"""Token elements of GBNF: one token as such, special or not, and never its characters."""

from __future__ import annotations

import pytest

from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.guide.guide import DEAD, FINISHED, Guide
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary

A, B, AB, THINK, END = range(5)
TOKENS = Vocabulary(
    "with think", (b"a", b"b", b"ab", b"<think>", b"<end>"), eos_ids=(END,), special_ids=frozenset({THINK, END})
)


def guide_of(text: str) -> Guide:
    return Guide(compile("gbnf", text), TOKENS)


@pytest.mark.parametrize("element", ["<think>", "<[3]>"])
def test_an_element_allows_the_token_it_names_though_it_is_special(element: str) -> None:
    guide = guide_of(f'root ::= {element} "a"')
    assert guide.allowed(guide.start).tolist() == [THINK]
    assert guide.allowed(guide.advance(guide.start, THINK)).tolist() == [A]


def test_an_element_never_matches_its_characters() -> None:
    guide = guide_of('root ::= <think> "a"')
    assert guide.language.step(guide.start, ord("<")) == DEAD


def test_a_negated_element_matches_any_one_token_of_text_but_that() -> None:
    guide = guide_of('root ::= !<[1]> "b"')
    assert guide.allowed(guide.start).tolist() == [A, AB]
    after = guide.advance(guide.start, AB)
    assert guide.allowed(after).tolist() == [B]
    assert guide.advance(guide.start, THINK) == DEAD


def test_a_token_matched_by_an_element_and_by_its_bytes_goes_on_both_ways() -> None:
    guide = guide_of('root ::= <[0]> "b" | "a" "a"')
    after = guide.advance(guide.start, A)
    assert guide.allowed(after).tolist() == [A, B]
    assert {t: ids.tolist() for t, ids in guide.moves(guide.start).items()} == {after: [A]}


def test_thinking_is_everything_up_to_its_end_token() -> None:
    guide = guide_of('root ::= !<think>* <think> "a"')
    assert guide.allowed(guide.start).tolist() == [A, B, AB, THINK]
    run = monkey(guide, Rng(3), max_tokens=5)
    assert run.finished
    assert run.tokens[-3:] == (THINK, A, END)


@pytest.mark.parametrize(
    "text", ['root ::= !<think>* <think> "a"', 'root ::= <[0]> "b" | "a" "a"', "root ::= !<[1]>{2}"]
)
def test_masks_moves_and_advance_agree(text: str) -> None:
    guide = guide_of(text)
    states = [guide.start]
    for state in states[:20]:
        alive = [t for t in range(TOKENS.size) if guide.advance(state, t) != DEAD]
        assert guide.allowed(state).tolist() == alive
        moves = guide.moves(state)
        assert sorted(t for ids in moves.values() for t in ids.tolist()) == [t for t in alive if t != END]
        assert all(guide.advance(state, t) == there for there, ids in moves.items() for t in ids.tolist())
        states += [there for there in moves if there not in states]
        for token in alive:
            assert guide.why(state, token).is_allowed


def test_an_end_token_is_no_element() -> None:
    guide = guide_of('root ::= "a" <end>')
    assert guide.allowed(guide.advance(guide.start, A)).tolist() == []
    assert guide.advance(guide.advance(guide.start, A), END) not in (FINISHED, 0)
