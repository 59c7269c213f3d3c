"""Sets of used texts against plain sets: the same answers, and one object for equal sets."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from maskscope.automaton.used_texts import UsedTexts

texts = st.lists(st.text("ab", max_size=7).map(str.encode), max_size=80)


def grown(first: UsedTexts, more: list[bytes]) -> UsedTexts:
    for text in more:
        first = first.including(text)
    return first


@given(texts, texts, st.text("ab", max_size=3).map(str.encode))
def test_a_set_of_used_texts_holds_what_was_put_in(taken: list[bytes], more: list[bytes], begin: bytes) -> None:
    used, plain = grown(UsedTexts(taken), more), {*taken, *more}
    assert set(used) == plain
    assert [text for text in (b"a", b"b", b"ab", b"c") if text in used] == [
        t for t in (b"a", b"b", b"ab") if t in plain
    ]
    longer = list(used.longer(begin))
    assert set(longer) == {text for text in plain if text.startswith(begin) and text != begin}
    assert len(longer) == len(set(longer))


@given(texts, st.randoms(use_true_random=False))
def test_equal_sets_are_one_object_in_whatever_order_they_grew(more: list[bytes], random) -> None:
    first, shuffled = UsedTexts(), list(more)
    random.shuffle(shuffled)
    assert grown(first, more) is grown(first, shuffled)


def test_a_set_knows_the_least_length_of_a_forgotten_text() -> None:
    assert UsedTexts().including(b"a").forgotten is None
    assert grown(UsedTexts(), [b"a"]).including(8).including(b"b").including(3).forgotten == 3
