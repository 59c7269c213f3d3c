"""What the lazy language is: its texts, its states, its distances."""

from __future__ import annotations

import pytest

from automaton.build import any_of, language
from maskscope.automaton.language import DEAD
from maskscope.errors import GrammarError, LimitExceeded
from maskscope.ir.build import call, chars, choice, concat, literal, optional, repeat
from maskscope.ir.nodes import Call, Edge, Empty, Graph, Nothing, TokenTerminal
from maskscope.limits import Limits
from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.text import Span

NESTED = {"root": choice([concat([literal("("), call("root"), literal(")")]), literal("x")])}
TWO_STACKS = {
    "root": choice(
        [
            concat([literal("a"), call("root"), literal("x")]),
            concat([literal("a"), call("root"), literal("y")]),
            Empty(),
        ]
    )
}


@pytest.mark.parametrize(
    "node, accepts, refuses",
    [
        (literal("abc"), ["abc"], ["", "ab", "abcd", "abx"]),
        (choice([literal("ab"), literal("ac"), Empty()]), ["ab", "ac", ""], ["a", "abac"]),
        (repeat(literal("ab"), 0, None), ["", "ab", "abab"], ["a", "aba"]),
        (repeat(literal("ab"), 1, None), ["ab", "abab"], ["", "aba"]),
        (repeat(any_of("ab"), 2, 3), ["ab", "bbb"], ["a", "abab", ""]),
        (repeat(literal("ab"), 2, 30), ["abab", "ab" * 30], ["ab", "ab" * 31, "aba"]),
        (repeat(literal("ab"), 30, None), ["ab" * 30, "ab" * 99], ["ab" * 29, "ab" * 30 + "a"]),
        (repeat(optional(literal("x")), 3, 5), ["", "x", "xxxxx"], ["xxxxxx"]),
        (repeat(optional(literal("xy")), 30, 50), ["", "xy", "xy" * 50], ["xy" * 51, "x"]),
        (repeat(choice([literal("a"), literal("aa")]), 4, 30), ["aaaa", "a" * 60], ["aaa", "a" * 61]),
        (chars(CodePoints.of([(0xE9, 0x10000)])), ["é", "€", "\U00010000"], ["e", "\U00010001", "éé"]),
    ],
)
def test_a_node_means_its_texts(node, accepts, refuses) -> None:
    it = language(node)
    assert [it.accepts(text) for text in accepts] == [True] * len(accepts)
    assert [it.accepts(text) for text in refuses] == [False] * len(refuses)


def test_no_path_spells_a_surrogate_or_an_overlong_form() -> None:
    it = language(repeat(chars(ANY), 0, None))
    assert [it.accepts(bad) for bad in (b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\x80")] == [False] * 4


def test_recursion_nests_to_any_depth() -> None:
    it = language(NESTED)
    assert it.accepts("(" * 5000 + "x" + ")" * 5000)
    assert not it.accepts("((x)")
    assert it.distance(it.run(it.start, b"(" * 5000)) == 5001


def test_many_stacks_are_shared_and_not_multiplied() -> None:
    it = language(TWO_STACKS)
    assert it.accepts("a" * 40 + "xy" * 20)
    assert not it.accepts("a" * 40 + "xy" * 19)
    assert it.n_states < 200


def test_forty_doubling_rules_are_called_and_not_copied() -> None:
    rules = {f"r{i + 1}": concat([call(f"r{i}"), call(f"r{i}")]) for i in range(40)}
    it = language({**rules, "r0": literal("a"), "root": call("r40")})
    assert it.n_nfa_states < 600  # a few a rule, and not 2^40
    assert it.distance(it.run(it.start, b"aaa")) == 2**40 - 3


def test_a_tail_call_needs_no_stack() -> None:
    it = language({"root": choice([concat([literal("a"), call("root")]), literal("b")])})
    assert it.is_finite_state
    assert it.accepts("a" * 1000 + "b")
    assert it.n_states <= 3


def test_a_call_that_is_not_the_last_thing_makes_the_stack_grow() -> None:
    assert not language(NESTED).is_finite_state


@pytest.mark.parametrize("before", [[], [call("e")]], ids=["plain", "hidden"])
def test_recursion_that_reads_nothing_is_refused_at_the_call(before) -> None:
    again = Call("root", Span(3, 7))
    rules = {"root": choice([concat([*before, again, literal("x")]), literal("x")]), "e": optional(literal("e"))}
    with pytest.raises(GrammarError) as refused:
        language(rules)
    assert refused.value.span == Span(3, 7)


def test_recursion_that_reads_nothing_is_refused_in_any_rule() -> None:
    again = Call("list", Span(3, 7))
    rules = {
        "root": concat([literal("["), call("list"), literal("]")]),
        "list": choice([concat([again, literal("x")]), literal("y")]),
    }
    with pytest.raises(GrammarError) as refused:
        language(rules)
    assert refused.value.span == Span(3, 7)


def test_a_rule_that_never_ends_has_no_text() -> None:
    it = language({"root": concat([literal("a"), call("root")])})
    assert it.is_empty
    assert not it.accepts("a")


def test_a_branch_that_cannot_end_is_never_entered() -> None:
    it = language(
        {
            "root": choice([concat([literal("a"), call("loop")]), literal("b")]),
            "loop": concat([literal("x"), call("loop")]),
        }
    )
    assert it.step(it.start, ord("a")) == DEAD
    assert it.accepts("b")


def test_a_graph_is_an_automaton_over_nodes() -> None:
    even = Graph(((Edge(literal("é"), 1), Edge(literal("z"), 2)), (Edge(any_of("ab"), 0),), ()), frozenset({0}))
    it = language(concat([literal("<"), even, literal(">")]))
    assert [it.accepts(t) for t in ("<>", "<éaéb>", "<é>", "<z>")] == [True, True, False, False]
    assert it.step(it.run(it.start, b"<"), ord("z")) == DEAD


def test_a_graph_edge_may_read_nothing() -> None:
    skip = Graph(((Edge(Empty(), 1), Edge(literal("a"), 1)), (Edge(literal("b"), 1),)), frozenset({1}))
    assert [language(skip).accepts(t) for t in ("", "a", "bb", "abb", "aa")] == [True, True, True, True, False]


def test_a_large_enumeration_is_a_trie() -> None:
    words = [f"{stem}{end}" for stem in ("in", "int", "inter", "x") for end in "abcdefghijk"]
    it = language(choice([literal(word) for word in words]))
    assert all(it.accepts(word) for word in words)
    assert not any(it.accepts(word) for word in ("in", "inta1", "y", ""))
    assert it.n_nfa_states < 70


def test_a_text_that_is_a_prefix_of_another_is_kept() -> None:
    words = ["a" * n for n in range(1, 50)]
    it = language(choice([literal(word) for word in words]))
    assert [it.accepts("a" * n) for n in (0, 1, 49, 50)] == [False, True, True, False]


def test_distance_is_the_shortest_way_to_the_end() -> None:
    it = language(concat([literal('"'), repeat(any_of("abc"), 30, 2000), literal('"')]))
    assert it.distance(it.start) == 32
    assert it.distance(it.run(it.start, b'"' + b"a" * 10)) == 21
    assert it.distance(it.run(it.start, b'"' + b"a" * 100)) == 1


def test_huge_counts_cost_nothing() -> None:
    it = language(repeat(literal("a"), 1_000_000, 1_000_000_000))
    assert it.distance(it.run(it.start, b"a" * 1000)) == 999_000


def test_origins_are_the_parts_that_can_read_the_next_byte() -> None:
    it = language(concat([literal("a", Span(0, 1)), choice([literal("b", Span(2, 3)), literal("c", Span(4, 5))])]))
    assert it.origins(it.start) == (Span(0, 1),)
    assert it.origins(it.step(it.start, ord("a"))) == (Span(2, 3), Span(4, 5))


def test_next_bytes_row_and_live_agree() -> None:
    it = language(choice([concat([any_of("abc"), literal("1")]), concat([any_of("bcd"), literal("2")])]))
    row = it.row(it.start)
    assert sorted(it.next_bytes(it.start)) == list(b"abcd")
    assert it.live(it.start) == tuple((b, row[b]) for b in b"abcd")
    assert row[ord("b")] == row[ord("c")] != row[ord("a")]


def test_a_token_terminal_moves_by_a_token_and_by_no_byte() -> None:
    one = TokenTerminal(ids=(7,))
    it = language(concat([one, literal("x")]))
    ((terminal, after),) = it.token_moves(it.start)
    assert (terminal, it.live(it.start), it.distance(it.start)) == (one, (), 2)
    assert it.is_accepting(it.run(after, b"x"))


def test_nothing_inside_a_choice_is_no_branch() -> None:
    graph = Graph(((Edge(Nothing(), 1), Edge(literal("a"), 1)), ()), frozenset({1}))
    assert language(graph).accepts("a")


def test_limits_are_named() -> None:
    with pytest.raises(LimitExceeded, match="nfa_states"):
        language(literal("a" * 100), Limits(nfa_states=50))
    counting = language(repeat(literal("a"), 0, 1000), Limits(states=20))
    with pytest.raises(LimitExceeded, match="states"):
        counting.run(counting.start, b"a" * 100)
