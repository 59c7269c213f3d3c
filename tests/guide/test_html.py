"""Notebook HTML: static, and whatever strangers wrote stays text."""

from __future__ import annotations

import pytest

from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary

EVIL = "<img src=x onerror=alert(1)>"
TOKENS = Vocabulary(EVIL, (EVIL.encode(), b"b", b"<end>"), eos_ids=(2,), special_ids=frozenset({2}))
GUIDE = Guide(compile("gbnf", f'root ::= "{EVIL}" "b" "b"'), TOKENS)


@pytest.mark.parametrize(
    "html",
    [
        GUIDE._repr_html_(),
        GUIDE.why(GUIDE.start, "b" + EVIL)._repr_html_(),
        GUIDE.why(GUIDE.start, EVIL)._repr_html_(),
        monkey(GUIDE, Rng(1))._repr_html_(),
    ],
)
def test_text_from_strangers_is_escaped(html: str) -> None:
    assert "&lt;img" in html
    assert "<img" not in html
    assert "<script" not in html


def test_a_guide_says_what_may_come_first() -> None:
    assert "1 of 3 tokens may come first, the shortest text has 30 bytes" in GUIDE._repr_html_()


def test_a_run_shows_its_end_as_the_last_chip() -> None:
    html = monkey(GUIDE, Rng(1))._repr_html_()
    assert html.rindex("&lt;end&gt;") > html.rindex(">b<")
    assert "<b>Finished</b>" in html


def test_a_long_list_of_tokens_is_cut() -> None:
    many = Vocabulary("many", tuple(f"{i:03}".encode() for i in range(500)))
    assert "… and 460 more" in Guide(compile("regex", "[0-9]{3}"), many)._repr_html_()
