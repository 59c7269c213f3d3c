"""Random regexes against Python's `re`: 90,000 pairs of a plain regex and a text, as many with conditions."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from maskscope.automaton import chars, chars_algebra
from maskscope.automaton.language import build_language
from maskscope.errors import UnsatisfiableError
from maskscope.ir.nodes import Nothing
from maskscope.limits import DEFAULT_LIMITS
from maskscope.syntax.regex_read import parse_pattern, read_regex, search_node, whole_node
from maskscope.text import Source
from support.oracles_regex import random_regex, to_python

TEXTS = ["".join(letters) for n in range(5) for letters in product("ab-", repeat=n)]  # 121, the empty one first


def regexes(seed: int, n: int, conditions: bool) -> list[str]:
    random = Random(seed)
    return [random_regex(random, 5, conditions) for _ in range(n)]


@pytest.mark.parametrize("seed", range(5))
def test_plain_regexes_accept_what_re_matches(seed: int) -> None:
    for regex in regexes(seed, 150, conditions=False):
        source, expected = Source("regex", regex), to_python(regex)
        language = build_language(read_regex(source, DEFAULT_LIMITS), source)
        wrong = [text for text in TEXTS if language.accepts(text) != bool(expected.fullmatch(text))]
        assert wrong == [], regex


@pytest.mark.parametrize("seed", range(5))
def test_regexes_with_conditions_accept_what_re_matches_and_find_what_it_finds(seed: int) -> None:
    for regex in regexes(100 + seed, 150, conditions=True):
        pattern, expected = parse_pattern(Source("regex", regex), None, DEFAULT_LIMITS), to_python(regex)
        whole, found = (
            chars.from_node(make(pattern, DEFAULT_LIMITS), DEFAULT_LIMITS) for make in (whole_node, search_node)
        )
        for text in TEXTS["\\B" in regex :]:
            assert chars_algebra.accepts(whole, text) == bool(expected.fullmatch(text)), (regex, text)
            assert chars_algebra.accepts(found, text) == bool(expected.search(text)), (regex, text)


def test_a_regex_without_any_text_is_an_error_and_no_other_is() -> None:
    for regex in regexes(7, 400, conditions=True):
        source = Source("regex", regex)
        empty = isinstance(whole_node(parse_pattern(source, None, DEFAULT_LIMITS), DEFAULT_LIMITS), Nothing)
        texts = [text for text in TEXTS["\\B" in regex :] if to_python(regex).fullmatch(text)]
        assert not (empty and texts), regex
        if empty:
            with pytest.raises(UnsatisfiableError):
                read_regex(source, DEFAULT_LIMITS)
        else:
            read_regex(source, DEFAULT_LIMITS)
