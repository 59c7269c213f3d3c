"""Token healing: drop the prompt's last token, and demand its bytes first."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskscope.guide.guide import DEAD, Guide
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary

N, NA, NAM, NAME, QUOTE, DIGIT, END = range(7)
TOKENS = Vocabulary(
    "names", (b"n", b"na", b"nam", b"name", b'"', b"1", b"<end>"), eos_ids=(END,), special_ids=frozenset({END})
)
GUIDE = Guide(compile("regex", 'me"1'), TOKENS)  # what is left to write after the prompt `"na`


def test_the_last_token_is_dropped_and_its_bytes_are_demanded() -> None:
    healing = GUIDE.heal([QUOTE, NA])
    assert (healing.dropped, healing.data) == ((NA,), b"na")
    assert healing.guide.language.accepts('name"1')
    assert healing.guide.allowed(healing.state).tolist() == [N, NA, NAM, NAME]


def test_after_the_demanded_bytes_the_grammar_goes_on() -> None:
    healing = GUIDE.heal([QUOTE, NA])
    state = healing.guide.advance(healing.state, NAME)
    assert healing.guide.allowed(state).tolist() == [QUOTE]
    assert healing.guide.distance(healing.state) == len('name"1')


def test_a_token_that_begins_no_other_is_kept() -> None:
    healing = GUIDE.heal([QUOTE])
    assert (healing.dropped, healing.guide, healing.state) == ((), GUIDE, GUIDE.start)


def test_a_special_token_or_an_empty_prompt_is_kept() -> None:
    assert GUIDE.heal([N, END]).dropped == GUIDE.heal([]).dropped == ()


@given(st.text("ab", min_size=1, max_size=3), st.text("abc", max_size=6))
def test_the_healed_language_is_the_dropped_bytes_and_then_the_old_one(dropped: str, text: str) -> None:
    vocabulary = Vocabulary("any", (dropped.encode(), dropped.encode() + b"!"))
    guide = Guide(compile("regex", "[ab]*c?"), vocabulary)
    healed = guide.heal([0]).guide.language
    assert healed.accepts(dropped + text) == guide.language.accepts(text)
    assert healed.accepts(text) == (text.startswith(dropped) and guide.language.accepts(text[len(dropped) :]))
    assert healed.run(healed.start, dropped.encode()) != DEAD
