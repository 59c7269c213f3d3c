"""Sets of strings: decoded membership, Boolean algebra, and the JSON spellings of all members."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskscope.automaton.chars_texts import texts
from maskscope.ir.nodes import Concat, Graph, Nothing, Repeat, Scope
from maskscope.ir.walk import nodes
from maskscope.syntax.schema.escapes import ANY_CHARACTER, Spelling
from maskscope.syntax.schema.strings import ANY_STRING, NO_STRING, StringSet
from support.random_sets import Predicate, string_sets
from support.random_sets import texts as texts_drawn
from support.spelling import Spellings, pattern


def spelled(strings: StringSet, escaped: Spelling = "any") -> Spellings:
    return Spellings(strings.node(escaped))


# ---- what is written


def test_any_string() -> None:
    written = spelled(StringSet.any())
    for good in ('""', '"a"', '"\\n"', '"\\u00e9é"', '"\\ud83d\\ude00"', '"\\/"'):
        assert good in written
    for bad in ("", '"', "a", '"a', '"\n"', '"\\ud83d"', '"\\x"', '"a"b"'):
        assert bad not in written


def test_a_quote_excluded_by_a_pattern_does_not_come_back_as_an_escape() -> None:
    written = spelled(pattern('^[^"]+$'))
    assert '"ab"' in written and '"\\u0061"' in written
    assert '"a\\"b"' not in written and '"a\\u0022b"' not in written


def test_a_pattern_is_searched_for() -> None:
    written = spelled(pattern("b"))
    assert '"abc"' in written and '"\\u0062"' in written and '"ac"' not in written


def test_lengths_count_decoded_characters() -> None:
    written = spelled(StringSet.of_length(2, 3))
    for good in ('"ab"', '"\\ud83d\\ude00b"', '"\\u0061\\n\\\\"', '"😀😀😀"'):
        assert good in written
    for bad in ('""', '"a"', '"\\ud83d\\ude00"', '"abcd"'):
        assert bad not in written


def test_words_have_one_spelling() -> None:
    written = spelled(StringSet.literals(["é", 'say "hi"', ""]))
    assert '"é"' in written and '"say \\"hi\\""' in written and '""' in written
    assert '"\\u00e9"' not in written


def test_canonical_strings_have_one_spelling() -> None:
    written = spelled(StringSet.any(), "canonical")
    assert '"é\\n/"' in written and '"\\u001f"' in written
    for twice in ('"\\u00e9"', '"\\u000a"', '"\\/"', '"\\u001F"'):
        assert twice not in written


def test_half_a_surrogate_pair_cannot_be_written() -> None:
    assert StringSet.literals(["\ud83d", "a"]).texts(5) == ["a"]


def test_all_strings_but_some_words() -> None:
    written = spelled(~StringSet.literals(["ab", "abc", ""]), "canonical")
    for good in ('"a"', '"abcd"', '"b"', '"ac"', '"\\n"'):
        assert good in written
    for bad in ('""', '"ab"', '"abc"', '"\\u0061b"'):
        assert bad not in written


# ---- what costs nothing


def test_the_unconstrained_string_is_one_shared_tree() -> None:
    assert StringSet.any().node() is ANY_STRING.node()


def test_lengths_alone_are_a_repetition() -> None:
    tree = StringSet.of_length(3, 100_000).node()
    assert isinstance(tree, Concat)
    assert tree.parts[1] == Repeat(ANY_CHARACTER, 3, 100_000)


def test_lengths_move_into_a_repeated_class() -> None:
    tree = (pattern("^[a-z]+$") & StringSet.of_length(0, 5000)).node()
    assert isinstance(tree, Concat) and isinstance(tree.parts[1], Repeat)
    assert (tree.parts[1].low, tree.parts[1].high) == (1, 5000)


def test_lengths_that_a_pattern_keeps_by_itself_are_dropped() -> None:
    tree = (pattern("^[a-z]{3}-[0-9]{2}$") & StringSet.of_length(1, 10)).node()
    assert not any(isinstance(node, Scope | Graph) for node in nodes(tree))


def test_other_lengths_are_counted_by_a_scope() -> None:
    tree = (pattern("^[a-z]+-[0-9]+$") & StringSet.of_length(0, 1000)).node()
    scopes = [node for node in nodes(tree) if isinstance(node, Scope)]
    assert [scope.tallies for scope in scopes] == [((0, 1000),)]


# ---- what is in


@pytest.mark.parametrize(
    ("strings", "empty"),
    [
        (StringSet.of_length(3, 2), True),
        (StringSet.of_length(0, 0) - StringSet.literals([""]), True),
        (pattern("^a") & pattern("^b"), True),
        (pattern("^a") & pattern("b$"), False),
        (pattern("^(aa)+$") & StringSet.of_length(3, 3), True),
        (pattern("^(aa)+$") & StringSet.of_length(4, 4), False),
        (pattern("^(aaa|aaaaa)+$") & StringSet.of_length(100_001, 100_001), False),
        (pattern("^(aaaa)+$") & StringSet.of_length(100_001, 100_003), True),
        (pattern("^a$") & ~StringSet.literals(["a"]), True),
        (pattern("^[ab]$") - StringSet.literals(["a"]), False),
        (StringSet.format("date") & StringSet.of_length(0, 9), True),
        (StringSet.format("date") & pattern("^2023-02-29"), True),
        (StringSet.format("date") & pattern("^2024-02-29"), False),
        (StringSet.literals(["a", "b"]) & pattern("c"), True),
        (NO_STRING, True),
    ],
)
def test_emptiness(strings: StringSet, empty: bool) -> None:
    assert strings.is_empty == empty
    if not strings.clauses or (empty and not any(clause.low or clause.high for clause in strings.clauses)):
        assert strings.node() == Nothing()


def test_finite_sets_are_listed() -> None:
    assert (pattern("^[ab]{1,2}$") & ~StringSet.literals(["a"])).texts(9) == ["aa", "ab", "b", "ba", "bb"]
    assert (StringSet.format("date") & pattern("^2023-02-2[78]|^2024-02-29")).texts(5) == [
        "2023-02-27",
        "2023-02-28",
        "2024-02-29",
    ]
    assert pattern("^a*$").texts(1000) is None
    assert StringSet.of_length(1, 1).texts(1000) is None


def test_sets_are_described_in_words() -> None:
    assert StringSet.of_length(3, 5).describe() == "strings of 3 to 5 characters"
    assert (pattern("^a") & StringSet.of_length(2)).describe() == "strings of at least 2 characters, matching ^a"
    assert StringSet.literals(["b", "a"]).describe() == '"a", "b"'
    assert (~StringSet.literals(["a"])).describe() == 'strings other than "a"'
    assert NO_STRING.describe() == "no string"


def test_alternative_lengths_join() -> None:
    assert (StringSet.of_length(0, 5) | StringSet.of_length(3)).is_any
    assert (~StringSet.of_length(2, 4) | StringSet.of_length(2, 4)).is_any


# ---- laws


@settings(max_examples=150)
@given(string_sets, st.lists(texts_drawn, max_size=8))
def test_membership_is_the_predicate(pair: tuple[StringSet, Predicate], drawn: list[str]) -> None:
    strings, holds = pair
    for text in [*drawn, "", "a", "b", "ab", "abab"]:
        assert strings.contains(text) == holds(text)


@settings(max_examples=100)
@given(string_sets)
def test_every_text_that_is_spelled_parses_to_a_member(pair: tuple[StringSet, Predicate]) -> None:
    strings, holds = pair
    tree = strings.node("canonical")
    if any(isinstance(node, Scope) for node in nodes(tree)):
        return  # counted lengths: `tests/schema` samples those through the whole engine
    found = texts(Spellings(tree).dfa, 40)
    assert all(holds(json.loads(text)) for text in found)
    assert bool(found) != strings.is_empty


@settings(max_examples=100)
@given(string_sets, string_sets)
def test_the_boolean_laws(a: tuple[StringSet, Predicate], b: tuple[StringSet, Predicate]) -> None:
    x, y = a[0], b[0]
    assert (x - x).is_empty and (x & ~x).is_empty and (~(x | ~x)).is_empty
    assert (x & y).is_subset(x) and x.is_subset(x | y)
    assert (x - y).isdisjoint(y)
