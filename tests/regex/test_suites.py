"""Regexes against the public suites: RE2's and Rust's tests by whole text, patterns of the real world by search.

No answer may be wrong. What is refused stands below with its reason; what means something else in ECMA-262 with the
flag `u` is refused there too, or is named in `OTHER_MEANING`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from maskscope.automaton.language import build_language
from maskscope.errors import GrammarError, LimitExceeded, MaskscopeError, UnsatisfiableError
from maskscope.ir.nodes import Grammar, Nothing
from maskscope.limits import DEFAULT_LIMITS
from maskscope.syntax.regex_read import parse_pattern, read_regex, search_node
from maskscope.text import Source

pytestmark = pytest.mark.suite

Row = dict[str, Any]

# Syntax of RE2 and of Rust that ECMA-262 with the flag u has not, by the start of our message
NOT_ECMA = {
    "there is no escape \\A": "ECMA-262 has ^",
    "there is no escape \\z": "ECMA-262 has $",
    "there is no escape \\a": "ECMA-262 has \\x07",
    "flags need a group to act on": "ECMA-262 has (?i:…)",
    "octal escapes do not exist here": "the flag u forbids \\07",
    "a back-reference": "an octal escape in RE2, a back-reference here",
    "this escape needs 2 hexadecimal digits": "ECMA-262 has \\u{…} for \\x{…}",
    "a property is named in braces": "ECMA-262 has \\p{L} for \\pL",
    "a property's name": "ECMA-262 has \\P{L} for \\p{^L}",
    "there is no property": "ECMA-262 has other names, and none for the ways of breaking text",
    "this class is empty": "in []a] the class is [], and the flag u forbids the second ]",
    "[:": "POSIX classes are none in ECMA-262",
    "there is no such kind of group": "ECMA-262 has (?<name>…), and no comments",
    "there is no flag": "ECMA-262 has i, m and s",
    "a condition cannot be repeated": "the flag u forbids ^*",
}

# Rows of Rust that ECMA-262 answers otherwise
OTHER_MEANING = {
    ("\\w+", "aδ"): "\\w is ASCII",
    ("\\w+", "dδd"): "\\w is ASCII",
    ("\\d+", "1२३9"): "\\d is ASCII",
}

# Real patterns that we do not build
REFUSED = {
    "^\\s*<([A-Za-z]+).+?(\\/>|\\/\\1>)\\s*$": "a back-reference",
    "^(?!.*://)(?=.{1,255}$)((.{1,63}\\.){1,127}(?![0-9]*$)[a-z0-9-]+\\.?)$": "8,000 places times 255 lengths",
}


def rows(folder: Path, name: str) -> Iterator[Row]:
    for line in (folder / "regex" / name).read_text("utf-8").splitlines():
        yield json.loads(line)


class Whole:
    """A regex by whole text; `accepts` is False for every text if there is none."""

    def __init__(self, regex: str) -> None:
        source = Source("regex", regex)
        try:
            self.language = build_language(read_regex(source, DEFAULT_LIMITS), source)
        except UnsatisfiableError:
            self.language = None

    def accepts(self, text: str) -> bool:
        return self.language is not None and self.language.accepts(text)


class Found:
    """A regex by search."""

    def __init__(self, regex: str) -> None:
        source = Source("pattern", regex)
        node = search_node(parse_pattern(source, None, DEFAULT_LIMITS), DEFAULT_LIMITS)
        self.language = None if isinstance(node, Nothing) else build_language(Grammar({"root": node}), source)

    def accepts(self, text: str) -> bool:
        return self.language is not None and self.language.accepts(text)


def reason(error: MaskscopeError) -> str:
    """Why this problem is none of ours."""
    assert isinstance(error, GrammarError), error
    return next(why for start, why in NOT_ECMA.items() if error.problem.startswith(start))


def test_all_of_re2_is_answered_rightly_or_is_not_ecma(shared_data: Path, suite_line: Callable[[str], None]) -> None:
    outcomes: Counter[str] = Counter()
    for row in rows(shared_data, "re2_fullmatch.jsonl"):
        try:
            regex = Whole(row["regex"])
        except MaskscopeError as error:
            outcomes[reason(error)] += 1
            continue
        wanted = [(text, key == "accept") for key in ("accept", "reject") for text in row[key] if isinstance(text, str)]
        assert [text for text, answer in wanted if regex.accepts(text) != answer] == [], row["regex"]
        outcomes["right"] += 1
    suite_line(f"regex: re2 {outcomes['right']} of {outcomes.total()} right, 0 wrong")
    assert (outcomes["right"], outcomes.total()) == (3601, 3904)


def test_all_of_rust_is_answered_rightly_or_is_not_ecma(shared_data: Path, suite_line: Callable[[str], None]) -> None:
    outcomes: Counter[str] = Counter()
    for row in rows(shared_data, "rust_regex_fullmatch.jsonl"):
        if "text" not in row["input"]:
            outcomes["the input is no UTF-8"] += 1
            continue
        text = row["input"]["text"]
        try:
            regex = Whole(f"(?i:{row['regex']})" if row["case_insensitive"] else row["regex"])
        except MaskscopeError as error:
            outcomes[reason(error)] += 1
            continue
        assert regex.accepts(text) == (row["match"] and (row["regex"], text) not in OTHER_MEANING), row
        outcomes["right"] += 1
    suite_line(f"regex: rust {outcomes['right']} of {outcomes.total()} right, 0 wrong")
    assert outcomes["right"] == 539


def test_patterns_of_the_real_world_are_found_where_v8_finds_them(
    shared_data: Path, suite_line: Callable[[str], None]
) -> None:
    right = 0
    for row in rows(shared_data, "realworld_patterns.jsonl"):
        try:
            regex = Found(row["regex"])
        except (GrammarError, LimitExceeded):
            assert row["regex"] in REFUSED
            continue
        assert [text for text in row["accept"] if not regex.accepts(text)] == [], row["regex"]
        assert [text for text in row["reject"] if regex.accepts(text)] == [], row["regex"]
        right += 1
    suite_line(f"regex: real-world patterns {right} of 2590 right, 0 wrong")
    assert right == 2588
