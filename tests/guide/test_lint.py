"""Lint: what is odd about a grammar with a vocabulary, said once and in plain words."""

from __future__ import annotations

import pytest

from maskscope.guide.guide import Guide
from maskscope.pipeline import compile
from maskscope.vocab.load import load_vocabulary
from maskscope.vocab.vocabulary import Vocabulary

BYTES = load_vocabulary("bytes")
SPARSE = Vocabulary("sparse", (b"a", b"b", b"<end>"), eos_ids=(2,), special_ids=frozenset({2}))


def notes(kind: str, text: object, vocabulary: Vocabulary = BYTES, **options: object) -> list[tuple[str, str]]:
    return [(n.kind, n.text) for n in Guide(compile(kind, text, **options), vocabulary).lint()]


def test_a_grammar_with_nothing_odd_is_told_how_much_of_the_vocabulary_it_uses() -> None:
    assert notes("regex", "[ab]+") == [("info", "3 of 257 tokens can be used somewhere")]


def test_a_vocabulary_without_an_end_token_is_told() -> None:
    assert ("warning", "none has no end-of-sequence token: nothing can end a text") in notes(
        "regex", "a", Vocabulary("none", (b"a",))
    )


def test_bytes_that_no_token_spells_are_named_and_where_that_ends() -> None:
    assert notes("regex", "a(bc|b)", SPARSE)[0] == (
        "warning",
        "no token of sparse spells `c` alone, and texts may need it",
    )
    assert notes("regex", "a(b|ac)", SPARSE)[1] == (
        "warning",
        "after `aa` sparse cannot finish the text, which goes on with `c`",
    )


def test_a_missing_byte_that_another_token_brings_is_no_dead_end() -> None:
    whole = Vocabulary("whole", (b"a", b"bc"), eos_ids=())
    assert not any("cannot finish" in text for _, text in notes("regex", "abc", whole))


@pytest.mark.parametrize(
    ("kind", "text", "options", "said"),
    [
        (
            "json_schema",
            {"type": "object", "properties": {"a": {"type": "null"}}, "required": ["a"], "additionalProperties": False},
            {"whitespace": "json"},
            "white space may repeat without end at the start, and in 5 more places; whitespace=2 allows two in a row",
        ),
        ("gbnf", 'root ::= "{" [ \\n]* "}"', {}, "white space may repeat without end after `{`"),
    ],
)
def test_white_space_without_end_is_told(kind: str, text: object, options: dict[str, object], said: str) -> None:
    assert ("warning", said) in notes(kind, text, **options)


def test_blanks_inside_a_word_are_not_told() -> None:
    assert not any("white space" in text for _, text in notes("regex", "[a-z ]*"))


def test_long_forced_stretches_are_told_once_each() -> None:
    assert [text for kind, text in notes("regex", 'x("identifier"|y)') if "forced" in text] == [
        'after `x"` 11 bytes are forced: `identifier"`'
    ]


def test_an_element_that_matches_no_token_is_told() -> None:
    assert notes("gbnf", 'root ::= "a" | <nowhere>')[0] == ("warning", "<nowhere> matches no token of bytes")


def test_unique_texts_are_looked_at_without_a_state_for_each() -> None:
    guide = Guide(compile("json_schema", {"type": "array", "items": {"type": "string"}, "uniqueItems": True}), BYTES)
    assert guide.lint() == ()
    assert guide.language.n_states < 3_000


def test_an_endless_language_is_looked_at_in_part() -> None:
    found = notes("gbnf", 'root ::= "(" root ")" | "x"')
    assert not any("can be used somewhere" in text for _, text in found)
