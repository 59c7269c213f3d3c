"""Regions with registers: what they allow, when they are dead, and how far their end is."""

from __future__ import annotations

import pytest

from automaton.build import any_of, language
from maskscope.automaton.language import DEAD, Language
from maskscope.errors import LimitExceeded
from maskscope.ir.build import choice, concat, literal, optional, repeat
from maskscope.ir.nodes import Capture, Edge, Graph, KeyRule, Mark, Node, Scope, Tick
from maskscope.limits import Limits

LETTER = any_of("abcdefghijklmnopqrstuvwxyz")
COMMA = literal(",")


def alive(it: Language, *texts: str) -> list[bool]:
    return [it.run(it.start, text.encode()) != DEAD for text in texts]


def left(it: Language, text: str) -> int:
    return it.distance(it.run(it.start, text.encode()))


def keys_in_order(names: str, rule: KeyRule) -> Language:
    """Each letter may be written once, in order; letter i marks key i."""
    return language(Scope(concat([optional(concat([literal(c), Mark(i)])) for i, c in enumerate(names)]), keys=rule))


def keys_in_any_order(names: list[str], rule: KeyRule) -> Language:
    keys = [concat([literal(name), Mark(i)]) for i, name in enumerate(names)]
    return language(Scope(repeat(choice(keys), 0, None), keys=rule))


def items(item: Node, low: int, high: int | None, **registers: object) -> Language:
    """A list of items with commas between, each of them ticked."""
    one = concat([item, Tick()])
    body = Graph(((Edge(one, 1),), (Edge(concat([COMMA, one]), 1),)), frozenset({0, 1}))
    return language(concat([literal("["), Scope(body, tallies=((low, high),), **registers), literal("]")]))


# Counts


def test_a_pattern_and_a_length_act_together() -> None:
    pairs = repeat(concat([literal("a"), Tick(), literal("a"), Tick()]), 1, None)
    assert language(Scope(pairs, tallies=((3, 3),))).is_empty
    it = language(Scope(pairs, tallies=((5, 9),)))
    assert [it.accepts("a" * n) for n in range(4, 11)] == [False, False, True, False, True, False, False]
    assert [left(it, "a" * n) for n in range(7)] == [6, 5, 4, 3, 2, 1, 0]
    assert alive(it, "a" * 8, "a" * 9) == [True, False]


def test_a_count_to_a_billion_needs_no_table_of_a_billion() -> None:
    words = repeat(concat([choice([literal("a"), literal("bbb")]), Tick()]), 0, None)
    it = language(Scope(words, tallies=((1_000_000, 1_000_000_000),)))
    assert left(it, "bbbaaa") == 1_000_000 - 4


def test_a_count_without_an_end_stops_counting_at_its_minimum() -> None:
    it = items(literal("1"), 2, None)
    assert [it.accepts(text) for text in ("[]", "[1]", "[1,1]", "[1,1,1]")] == [False, False, True, True]
    assert it.run(it.start, b"[1,1") == it.run(it.start, b"[1,1,1,1")


def test_two_counts_act_together() -> None:
    """At most three items, at least two of them b: after two a's nothing can help."""
    item = choice([concat([literal("a"), Tick((0,))]), concat([literal("b"), Tick((0, 1))])])
    it = language(Scope(repeat(item, 0, None), tallies=((0, 3), (2, None))))
    assert alive(it, "a", "aa", "ab", "aab", "bb") == [True, False, True, False, True]
    assert [left(it, text) for text in ("", "a", "ab", "abb")] == [2, 2, 1, 0]


# Keys


def test_required_keys_leave_no_room_for_optional_ones() -> None:
    it = keys_in_order("cab", KeyRule(required=0b110, count=(0, 2)))
    assert alive(it, "c", "a", "ab") == [False, True, True]
    assert left(it, "") == 2


def test_a_key_can_ask_for_others() -> None:
    it = keys_in_order("abcd", KeyRule(implies=((0b0001, 0b0100), (0b0100, 0b1000))))
    assert [it.accepts(text) for text in ("", "b", "a", "ac", "acd", "cd", "d")] == [
        True,
        True,
        False,
        False,
        True,
        True,
        True,
    ]
    assert [left(it, text) for text in ("", "a", "ab", "b", "ac")] == [0, 2, 2, 0, 1]


def test_keys_that_exclude_each_other_never_meet() -> None:
    it = keys_in_order("abc", KeyRule(forbidden=(0b101,)))
    assert alive(it, "a", "ac", "ab", "abc", "bc") == [True, False, True, False, True]


def test_in_any_order_each_key_comes_once() -> None:
    it = keys_in_any_order(["x", "yy", "zzz"], KeyRule(required=0b111))
    assert [it.accepts(text) for text in ("xyyzzz", "zzzxyy", "xyy", "xxyyzzz")] == [True, True, False, False]
    assert [left(it, text) for text in ("", "zzz", "z", "yyx")] == [6, 3, 5, 3]


def test_thirty_keys_in_any_order_are_not_searched_through() -> None:
    it = keys_in_any_order([f"{i:02d}" for i in range(30)], KeyRule(required=(1 << 30) - 1))
    assert left(it, "2907") == 56


def test_a_first_key_without_a_comma_does_not_make_the_others_look_cheap() -> None:
    """`{aa:…,bb:…}` in any order: each key has a mark for the first place and one for all others."""
    keys = [(literal(f"{i:02d}"), Mark(i)) for i in range(40)]
    values = [choice([literal("yes"), literal("null")]), literal("0")]
    first = [concat([*key, values[i % 2]]) for i, key in enumerate(keys)]
    later = repeat(choice(concat([COMMA, one]) for one in first), 0, None)
    it = language(Scope(concat([choice(first), later]), keys=KeyRule(required=(1 << 40) - 1)))
    assert left(it, "") == 40 * 2 + 20 * 3 + 20 * 1 + 39
    assert left(it, "39") == 1 + 39 * (1 + 2) + 20 * 3 + 19 * 1


def test_a_least_number_of_keys_takes_the_shortest() -> None:
    it = keys_in_any_order(["aaaa", "b", "cc", "d"], KeyRule(required=0b0001, count=(3, None)))
    assert [left(it, text) for text in ("", "cc", "aaaabd")] == [6, 5, 0]


# Unique texts


def test_a_text_is_not_written_twice() -> None:
    it = items(Capture(repeat(LETTER, 1, None)), 0, None, distinct=True)
    assert [it.accepts(text) for text in ("[ab,ba]", "[ab,a,b]", "[ab,ab]", "[a,b,a]")] == [True, True, False, False]
    assert left(it, "[ab,ab") == 2


def test_used_up_items_are_dead_as_early_as_possible() -> None:
    it = items(Capture(choice([literal("red"), literal("rose"), literal("blue")])), 0, None, distinct=True)
    assert alive(it, "[red,r", "[red,re", "[red,rose,b", "[red,rose,r", "[red,rose,blue,") == [
        True,
        False,
        True,
        False,
        False,
    ]


def test_more_different_items_than_there_are_is_no_language() -> None:
    five = Capture(any_of("12345"))
    assert items(five, 6, None, distinct=True).is_empty
    assert left(items(five, 5, None, distinct=True), "") == 11


def test_a_least_number_of_texts_is_as_long_as_the_shortest_different_ones() -> None:
    """27 different words of letters: 26 of one letter, one of two; 26 commas and two brackets."""
    assert left(items(Capture(repeat(LETTER, 1, None)), 27, None, distinct=True), "") == 26 + 2 + 26 + 2


def test_texts_that_are_taken_never_come() -> None:
    it = items(Capture(repeat(LETTER, 1, None)), 1, 1, distinct=True, taken=frozenset({b"a", b"bc"}))
    assert [it.accepts(text) for text in ("[a]", "[aa]", "[bc]", "[b]")] == [False, True, False, True]
    assert left(it, "[bc") == 2


def test_places_of_different_languages_do_not_take_each_others_only_text() -> None:
    """First any of a, b; then only a: so the first must be b."""
    it = language(Scope(concat([Capture(any_of("ab")), Capture(literal("a"))]), distinct=True))
    assert alive(it, "a", "b") == [False, True]


def test_a_unique_text_may_hold_recursion_and_counts_of_its_own() -> None:
    it = items(Capture(repeat(literal("ab"), 30, 40)), 0, None, distinct=True)
    text = "[" + "ab" * 30 + "," + "ab" * 31
    assert it.accepts(text + "]")
    assert left(it, "[" + "ab" * 30 + "," + "ab" * 30) == 3


def test_growing_registers_are_no_finite_automaton() -> None:
    assert not items(Capture(repeat(LETTER, 1, None)), 0, None, distinct=True).is_finite_state
    assert items(Capture(any_of("abc")), 0, None, distinct=True).is_finite_state


# Shallow states and limits


def test_of_a_unique_text_that_is_new_for_sure_a_shallow_state_keeps_the_length() -> None:
    word = concat([literal('"'), repeat(LETTER, 0, None), literal('"')])
    it = items(Capture(word), 0, None, distinct=True)
    one, other = (it.shallow(it.run(it.start, text), 1) for text in (b'["abc","xx', b'["abc","yz'))
    assert one == other
    near = it.shallow(it.run(it.start, b'["abc","ab'), 1)
    assert it.run(near, b'"') != DEAD
    assert (it.run(near, b'c"'), it.run(near, b'd"') != DEAD) == (DEAD, True)


def test_a_search_without_end_meets_a_limit_by_name() -> None:
    names = [chr(97 + i) for i in range(24)]
    conflicts = tuple((1 << i | 1 << (i * 7 + 5) % 24) for i in range(24) if i != (i * 7 + 5) % 24)
    rule = KeyRule(forbidden=conflicts, count=(12, None))
    with pytest.raises(LimitExceeded, match="work"):
        keys = [concat([literal(name), Mark(i)]) for i, name in enumerate(names)]
        body = Scope(repeat(choice(keys), 0, None), keys=rule)
        it = language(body, Limits(work=200_000))
        it.distance(it.start)
