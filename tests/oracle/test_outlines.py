"""Walks through outlines-core's index of a regex, over single bytes: the same tokens in every state but for its fault.

The fault (0.2.14): in a state where the text may end, an edge that leads to one where it may not is lost, so that
`[0-9]+(\\.[0-9]+)?` after 1 has no point.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from maskscope import DEAD, Guide, Rng, Vocabulary, compile, load_vocabulary, monkey

pytestmark = pytest.mark.oracle

REGEXES = (
    "[a-z]{2,5}@[a-z]+\\.(com|org)",
    "25[0-5]|2[0-4][0-9]|1[0-9][0-9]",
    "(ab|ba){2}c{2,5}",
    "[0-9]+(\\.[0-9]+)?",
    "(x,){1,3}y?",
    "é+ü?",
)


@cache
def all_bytes() -> Vocabulary:
    return load_vocabulary("bytes")


def theirs(regex: str) -> Any:
    outlines = pytest.importorskip("outlines_core")
    (end,) = all_bytes().eos_ids
    return outlines.Index(regex, outlines.Vocabulary(end, {all_bytes().token(b): [b] for b in range(256)}))


def lost(guide: Guide, state: int) -> set[int]:
    """The tokens that the fault drops: from where the text may end to where it may not."""
    if not guide.language.is_accepting(state):
        return set()
    steps = ((b, guide.advance(state, b)) for b in range(256))
    return {b for b, there in steps if there != DEAD and not guide.language.is_accepting(there)}


@pytest.mark.parametrize("regex", REGEXES)
def test_the_index_of_outlines_core_allows_the_same_bytes(regex: str) -> None:
    guide, index = Guide(compile("regex", regex), all_bytes()), theirs(regex)
    for seed in range(6):
        other = index.get_initial_state()
        for step in monkey(guide, Rng(seed), 12).steps:
            ours = set(guide.allowed(step.state).tolist())
            allowed = set(index.get_allowed_tokens(other))
            assert ours - lost(guide, step.state) <= allowed <= ours
            if step.token not in allowed or step.token in all_bytes().eos_ids:
                break
            other = index.get_next_state(other, step.token)
