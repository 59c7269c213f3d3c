"""Labels: a set of bytes in the shortest words a reader of regexes knows."""

from __future__ import annotations

import pytest

from maskscope.draw.labels import ALL_WIDE, PRINTABLE, Symbols, cut_label, path_label, symbols_label
from maskscope.sets.byteset import bit_range, bits_of


@pytest.mark.parametrize(
    ("data", "label"),
    [
        (b"a", "a"),
        (b" ", "␣"),
        (b"\n", "⏎"),
        (b"\t", "⇥"),
        (b"\x00", "0x00"),
        (b"\xe2", "0xE2"),
        (b"0123456789", "\\d"),
        (b"abcdef", "[a-f]"),
        (b"ab", "[ab]"),
        (b"eE", "[Ee]"),
        (b"+-", "[+\\-]"),
        (b" \t\n\r", "blank"),
    ],
)
def test_a_set_of_bytes_is_written_as_a_class(data: bytes, label: str) -> None:
    assert symbols_label(Symbols(bits_of(data))) == label


def test_nearly_everything_is_written_as_what_is_missing() -> None:
    assert symbols_label(Symbols(PRINTABLE & ~bits_of(b'"\\'), wide=ALL_WIDE)) == '[^"\\\\]'


def test_escapes_are_said_beside_the_plain_characters() -> None:
    assert symbols_label(Symbols(bits_of(b"abcdefgh"), escapes=True)) == "[a-h]|\\…"


def test_any_character_of_a_json_string_is_called_char() -> None:
    assert symbols_label(Symbols(PRINTABLE & ~bits_of(b'"\\'), wide=ALL_WIDE, escapes=True)) == "char"


def test_a_few_characters_beyond_ascii_are_spelled_and_many_are_counted() -> None:
    assert symbols_label(Symbols(wide=1, few="é")) == "é"
    assert symbols_label(Symbols(wide=2, few="éü")) == "[éü]"
    assert symbols_label(Symbols(bits_of(b"a"), wide=1234)) == "[a+1,234 more]"


def test_bytes_above_ascii_are_hexadecimal_ranges() -> None:
    assert symbols_label(Symbols(bit_range(0x80, 0xBF))) == "[0x80–BF]"


def test_a_chain_counts_equal_neighbours_but_spells_words() -> None:
    digit = Symbols(bits_of(b"0123456789"))
    letter = Symbols(bits_of(b"l"))
    assert path_label((digit, digit, Symbols(bits_of(b"-")), digit)) == "\\d{2}-\\d"
    assert path_label((letter, letter)) == "ll"


def test_a_long_label_keeps_its_beginning_and_its_end() -> None:
    assert cut_label("a" * 30 + "z") == "a" * 13 + "…" + "a" * 5 + "z"
    assert len(cut_label("x" * 500)) == 20
