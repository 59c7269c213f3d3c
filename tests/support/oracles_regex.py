"""Random regexes, and what Python's `re` makes of them where its dialect and ours mean the same.

They differ in what `to_python` rewrites (`$` is the end of the text, not also a place before a last line end) and in
one quirk that the tests step around: before 3.14, `re` finds no `\\B` in the empty text.
"""

from __future__ import annotations

import re
from random import Random

_ATOMS = ["a", "b", "-", ".", "[ab]", "[^a]", r"\w", r"\W", r"\d", "[a-c]", "ab", "", r"\-", r"\x61"]
_QUANTIFIERS = ["*", "+", "?", "{2}", "{1,2}", "{0}", "{2,}", "*?", "+?", "??"]
_CONDITIONS = ["^", "$", r"\b", r"\B"]
_FIXED = ["a", "b", "-", "[ab]", "[^a]", "ab", "(?:a|-)", "^"]


def random_regex(random: Random, depth: int, conditions: bool) -> str:
    """A regex over a, b and the hyphen, in which look-behinds have a fixed length (all that `re` takes)."""
    roll = random.random()
    if depth == 0 or roll < 0.2:
        return random.choice(_ATOMS)
    if roll < 0.5:
        return random_regex(random, depth - 1, conditions) + random_regex(random, depth - 1, conditions)
    if roll < 0.65:
        left, right = (random_regex(random, depth - 1, conditions) for _ in range(2))
        return f"(?:{left}|{right})"
    if roll < 0.8 or not conditions:
        return f"(?:{random_regex(random, depth - 1, conditions)}){random.choice(_QUANTIFIERS)}"
    if roll < 0.87:
        return random.choice(_CONDITIONS)
    if roll < 0.95:
        return f"(?{random.choice('=!')}{random_regex(random, depth - 1, conditions)})"
    return f"(?<{random.choice('=!')}{random.choice(_FIXED)})"


def to_python(regex: str) -> re.Pattern[str]:
    """The same regex for `re`, with ASCII classes."""
    return re.compile(regex.replace("$", r"\Z"), re.ASCII)
