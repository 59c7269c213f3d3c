"""The three ways to walk the trie agree, on grammars, with cut states, and under a tight cache."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskscope.guide.bundles import bundles_of
from maskscope.guide.fanout import Fanouts
from maskscope.guide.frontier import reached
from maskscope.guide.guide import DEAD, Guide
from maskscope.guide.walk import arrivals, token_words
from maskscope.limits import Limits
from maskscope.pipeline import compile
from maskscope.vocab.trie import build_trie
from maskscope.vocab.vocabulary import Vocabulary
from support.oracles import all_texts, by_definition
from support.tables import TableLanguage, tables, vocabularies

JSON = r"""
root   ::= value
value  ::= "[" (value ("," value)*)? "]" | "{" (string ":" value ("," string ":" value)*)? "}" | string | [0-9]+
string ::= "\"" [a-zé]* "\""
"""
BRACKETS = Vocabulary(
    "brackets",
    (
        *(b"[", b"]", b"[[", b"]]", b"]]]]]", b"]]}]", b"}", b"}}", b"{", b'{"a":', b'":', b",", b'","', b"1,"),
        *(b'"', b'"]', b"a", "é".encode(), b"\xc3", b'\xa9"]', b"\x00"),
    ),
)
MIXED = Vocabulary("mixed", (b"a", b"b", b"ab", b"abc", "é".encode(), b"ace", b"dd", b"\n", b"aaaa", b"x"))


@given(tables(), vocabularies())
def test_the_front_finds_what_the_walk_finds(language: TableLanguage, vocabulary: Vocabulary) -> None:
    trie = build_trie(vocabulary)
    bundles = bundles_of(trie, vocabulary.size)
    for state in range(len(language.edges)):
        found = arrivals(bundles, Fanouts(language, bundles, wide=True), state)
        nodes, states = reached(language, trie, state)
        assert found is not None
        assert token_words(found, bundles.n_words).tolist() == bundles.words_at(nodes).tolist()
        assert {t for b, t in found if b.few or b.many is not None} == set(states.tolist())


@given(st.text('[]{},:"a1é', max_size=14))
def test_masks_of_a_recursive_grammar_are_their_definition(text: str) -> None:
    guide = Guide(compile("gbnf", JSON), BRACKETS)
    state = guide.start
    for byte in text.encode():
        assert guide.mask(state).tolist() == by_definition(guide.language, BRACKETS, state)
        if (after := guide.language.step(state, byte)) != DEAD:
            state = after


def test_deep_states_share_masks_with_shallow_ones() -> None:
    guide = Guide(compile("gbnf", JSON), BRACKETS)
    state = guide.start
    for _ in range(300):
        state = guide.language.step(state, ord("["))
        guide.mask(state)
    assert len(guide._masks) < 20


def test_a_tight_cache_forgets_and_stays_right() -> None:
    guide = Guide(compile("gbnf", JSON, limits=Limits(mask_cache_bytes=1_000)), BRACKETS)
    roomy = Guide(compile("gbnf", JSON), BRACKETS)
    for text in (b'[[{"a":[1', b'"a', b"", b'{"aaa":{"a":"', b'[[{"a":[1', b"[[]") * 2:
        states = [g.language.run(g.start, text) for g in (guide, roomy)]
        assert guide.mask(states[0]).tolist() == roomy.mask(states[1]).tolist()
        assert len(guide._masks) <= 4


@pytest.mark.parametrize("text", [r"(.*[ace].{2})?[bd]*", r"[ab]*a[ab]{9}", r"(a|ab|abc|é)*", r"[^\n]{0,30}\n"])
def test_past_the_budget_of_steps_the_front_takes_over(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("maskscope.guide.walk.MOST_STEPS", 0)
    guide = Guide(compile("regex", text), MIXED)
    states = [guide.start, *(guide.advance(guide.start, t) for t in range(MIXED.size))]
    for state in states:
        if state != DEAD:
            assert guide.mask(state).tolist() == by_definition(guide.language, MIXED, state)
            for there, tokens in guide.moves(state).items():
                assert all(guide.advance(state, t) == there for t in tokens.tolist())


@settings(max_examples=60)
@given(st.lists(st.text("abé", max_size=5), min_size=1, max_size=8, unique=True), vocabularies())
def test_on_a_finite_language_the_mask_is_what_some_text_goes_on_with(texts: list[str], vocabulary: Vocabulary) -> None:
    language = compile("json_schema", {"enum": texts})
    guide = Guide(language, vocabulary)
    documents = all_texts(language, 2_000)
    assert sorted(documents) == sorted(json.dumps(text, ensure_ascii=False).encode() for text in texts)
    for document in documents:
        for cut in range(len(document) + 1):
            rest = [d[cut:] for d in documents if d.startswith(document[:cut])]
            state = language.run(language.start, document[:cut])
            expected = [
                vocabulary.is_text(t) and any(r.startswith(vocabulary.token(t)) for r in rest)
                if t not in vocabulary.eos_ids
                else b"" in rest
                for t in range(vocabulary.size)
            ]
            assert guide.mask(state).tolist() == expected


def test_the_mask_does_not_depend_on_what_was_asked_before() -> None:
    first, second = (Guide(compile("gbnf", JSON), BRACKETS) for _ in range(2))
    texts = [b"[", b"[[", b'{"', b'{"a":[1,', b'[{"a":"a']
    forward = [first.bitmask(first.language.run(0, t)).tolist() for t in texts]
    backward = [second.bitmask(second.language.run(0, t)).tolist() for t in reversed(texts)]
    assert forward == backward[::-1]


def test_arrays_are_read_only() -> None:
    guide = Guide(compile("gbnf", JSON), BRACKETS)
    for array in (guide.mask(0), guide.bitmask(0), guide.allowed(0)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert isinstance(guide.mask(0), np.ndarray)
