"""Hostile and huge regexes: each ends quickly, in an answer or in a limit that has a name."""

from __future__ import annotations

import time

import pytest

from maskscope.automaton.language import build_language
from maskscope.errors import LimitExceeded, MaskscopeError, UnsupportedError
from maskscope.ir.nodes import Grammar, Literal, Repeat
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.syntax.regex_read import parse_pattern, read_regex, search_node
from maskscope.text import Source


def read(text: str, limits: Limits = DEFAULT_LIMITS) -> Grammar:
    return read_regex(Source("regex", text), limits)


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("(" * 100_000, "depth"),
        ("(" * 100_000 + "a" + ")" * 100_000, "depth"),
        ("a{99999999999}", "repetitions"),
        ("a{" + "9" * 10_000 + "}", "repetitions"),
        ("\\ba{1000000}", "dfa_states"),
        ("(?!" + "[ab]*a" + "[ab]{40}" + ").*", "dfa_states"),
        ("(?=.{1,1000}$)(?:.{1,1000}-){1,1000}", "nfa_states"),
    ],
)
def test_what_is_too_much_meets_a_named_limit_within_seconds(text: str, limit: str) -> None:
    start = time.process_time()
    with pytest.raises(LimitExceeded) as error:
        read(text, Limits(nfa_states=200_000))
    assert error.value.limit == limit
    assert time.process_time() - start < 10  # far above what it takes: a hang, not a slow machine


def test_depth_below_the_limit_works() -> None:
    deep = "(a|" * 9_000 + "b" + ")*" * 9_000
    assert read(deep).start == "root"


def test_depth_with_conditions_works_too() -> None:
    deep = "(^a|" * 2_000 + "b" + ")" * 2_000
    language = build_language(read(deep), Source("regex", deep))
    assert (language.accepts("a"), language.accepts("b"), language.accepts("ab")) == (True, True, False)


def test_look_around_inside_look_around_has_an_end() -> None:
    with pytest.raises(UnsupportedError, match="nested more than 40 deep"):
        read("(?=" * 50 + "a" + ")" * 50 + "a")


def test_a_million_repetitions_stay_one_node() -> None:
    assert isinstance(read("a{1000000}").rules["root"], Repeat)


def test_a_long_literal_is_one_node() -> None:
    assert isinstance(read("a" * 1_000_000).rules["root"], Literal)


@pytest.mark.parametrize("text", ["[ab]*a[ab]{40}", "(?:a*)*b", "(a|aa)+$", "(?:(?:a{0,99}){0,99}){0,99}"])
def test_what_backtracking_engines_choke_on_is_read_at_once(text: str) -> None:
    start = time.process_time()
    read(text)
    assert time.process_time() - start < 0.5


def test_every_prefix_of_a_regex_is_read_or_refused_with_a_message() -> None:
    whole = r"^(?:a{2,3}|[^\w\]-]\p{Lu}(?<n>\u{41}\cA)(?=b$)\b)(?i-s:x)*?\uD83D\uDE00[:a:]{"
    for i in range(len(whole) + 1):
        try:
            read(whole[:i])
        except MaskscopeError as error:
            assert str(error)


def test_the_patterns_of_schemas_become_nodes_in_well_under_a_millisecond() -> None:
    texts = [r"^[a-zA-Z_][\w.-]{0,62}$", r"^\d{4}-\d{2}-\d{2}$", r"^(https?|ftp)://[^\s/$.?#].[^\s]*$", r"\S+@\S+\.\w+"]

    def once(text: str) -> float:
        start = time.perf_counter()
        search_node(parse_pattern(Source("pattern", text), None, DEFAULT_LIMITS), DEFAULT_LIMITS)
        return time.perf_counter() - start

    assert max(min(once(text) for _ in range(20)) for text in texts) < 0.001
