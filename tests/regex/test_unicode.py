"""The pinned Unicode tables: against Python's own where its version knows a character, and against their laws.

(When they were made, all 534 names of properties and all 2,994 foldings were equal to those of V8 with Unicode 17.)
"""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.sets.unicode_ecma import WHITE, WORD, WORD_FOLDED
from maskscope.sets.unicode_fold import fold
from maskscope.sets.unicode_tables import PropertyError, property_set, table


def test_general_categories_are_those_of_python_where_it_knows_the_character() -> None:
    by_python: dict[str, list[tuple[int, int]]] = {}
    for point in ANY:
        by_python.setdefault(unicodedata.category(chr(point)), []).append((point, point))
    moved = {name: CodePoints.of(points) - property_set(name) for name, points in by_python.items() if name != "Cn"}
    assert sum(map(len, moved.values())) <= 8, moved  # the few that changed their category between two versions


def test_the_categories_are_a_partition() -> None:
    leaves = {name for name in table()["category_names"].values() if len(name) == 2 and name != "LC"}
    assert sum(len(property_set(name)) for name in leaves) == len(ANY)
    assert CodePoints.of(r for name in leaves for r in property_set(name).ranges) == ANY


def test_unions_of_categories_and_scripts_add_up() -> None:
    assert property_set("LC") == property_set("Lu") | property_set("Ll") | property_set("Lt")
    assert property_set("C") == property_set("Cc") | property_set("Cf") | property_set("Co") | property_set("Cn")
    assert property_set("Assigned") == ~property_set("Cn")
    assert property_set("scx=Greek") - property_set("sc=Greek") != CodePoints()


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Greek", "write \\p{sc=Greek} for the script"),
        ("uppercase_letter", "write \\p{Uppercase_Letter}"),
        ("IsGreek", "write \\p{L}, \\p{Lu}, \\p{Nd}, \\p{sc=Greek} …"),
        ("sc=", "write \\p{sc=Greek} or \\p{sc=Grek}"),
    ],
)
def test_a_wrong_name_has_a_hint(name: str, hint: str) -> None:
    with pytest.raises(PropertyError) as error:
        property_set(name)
    assert error.value.hint == hint


def test_white_space_is_what_ecma_says_of_its_category() -> None:
    assert property_set("Zs") | CodePoints.chars("\t\n\v\f\r\u2028\u2029\ufeff") == WHITE


def test_the_word_characters_that_folding_adds_are_written_out() -> None:
    assert fold(WORD) == WORD_FOLDED


sets = st.lists(st.tuples(st.integers(0, 0x2200), st.integers(0, 300))).map(
    lambda pairs: CodePoints.of((low, low + more) for low, more in pairs)
)


@given(sets, sets)
def test_folding_is_a_closure(a: CodePoints, b: CodePoints) -> None:
    assert a - fold(a) == CodePoints()
    assert fold(fold(a)) == fold(a)
    assert fold(a | b) == fold(a) | fold(b)


@given(sets)
def test_folding_is_that_of_python_where_python_folds_to_one_character(a: CodePoints) -> None:
    sample = [chr(point) for point in list(a)[:50] if len(chr(point).casefold()) == 1]
    for char in sample:
        assert ord(char.casefold()) in fold(CodePoints.chars(char))
