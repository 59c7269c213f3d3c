"""How JSON spells a character, checked against `json` itself."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.ir.walk import nodes
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.syntax.schema.escapes import ANY_CHARACTER, quoted, spelled
from support.spelling import Spellings

SHORT = {'"': '\\"', "\\": "\\\\", "/": "\\/", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
scalars = st.characters(exclude_categories=["Cs"])
edges = st.sampled_from('\0\x1f "\\/~\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U000103ff\U00010400\U0010ffff')


@st.composite
def point_sets(draw: st.DrawFn) -> CodePoints:
    """A few ranges, short and long, often at the edges of planes and of rows of surrogates."""
    starts = draw(st.lists(st.one_of(edges, scalars), min_size=1, max_size=5))
    lengths = st.sampled_from([0, 0, 1, 30, 1000, 5000, 70_000])
    return CodePoints.of((ord(c), min(0x10FFFF, ord(c) + draw(lengths))) for c in starts)


def spellings(char: str) -> set[str]:
    """Every way JSON has to write a character, in lower and upper hex."""
    escaped = "".join(f"\\u{unit:04x}" for unit in utf16(char))
    ways = {escaped, escaped.upper().replace("\\U", "\\u")}
    if char >= " " and char not in '"\\':
        ways.add(char)
    return ways | ({SHORT[char]} if char in SHORT else set())


def utf16(char: str) -> list[int]:
    data = char.encode("utf-16-be")
    return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]


@given(point_sets(), st.lists(st.one_of(edges, scalars), max_size=8))
def test_a_set_is_spelled_by_all_spellings_of_its_members(points: CodePoints, others: list[str]) -> None:
    in_any, in_canonical = Spellings(spelled(points, "any")), Spellings(spelled(points, "canonical"))
    ends = [chr(end) for low, high in points.ranges for end in (low, high)]
    for char in [*ends, *others]:
        assert all((text in in_any) == (ord(char) in points) for text in spellings(char))
        canonical = json.dumps(char, ensure_ascii=False)[1:-1]
        for text in spellings(char):
            assert (text in in_canonical) == (ord(char) in points and text == canonical)


@pytest.mark.parametrize(
    "text",
    [
        "\\ud800",
        "\\udc00",
        "\\ud83d\\ud83d",
        "\\ude00\\ud83d",
        '"',
        "\\",
        "\n",
        "\x1f",
        "\\x41",
        "\\u004",
        "\\a",
        "\\U0041",
    ],
)
def test_no_other_text_is_a_character(text: str) -> None:
    assert text not in Spellings(ANY_CHARACTER)


def test_a_surrogate_pair_is_one_character() -> None:
    texts = Spellings(spelled(CodePoints.chars("😀"), "any"))
    assert "\\ud83d\\ude00" in texts and "\\uD83D\\uDE00" in texts and "😀" in texts and "\\ud83d\\ude01" not in texts


def test_any_character_is_a_small_tree() -> None:
    assert sum(1 for _ in nodes(ANY_CHARACTER)) < 40
    assert spelled(ANY, "any") is ANY_CHARACTER


def test_a_word_is_spelled_as_json_dumps_does() -> None:
    assert quoted('tab\t"é"\x01').text == json.dumps('tab\t"é"\x01', ensure_ascii=False)  # type: ignore[union-attr]
