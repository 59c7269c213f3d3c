"""How many tokens of this vocabulary a text needs at least to be complete.

The byte distance is known without a search; the least number of tokens is not, for a token may be one byte or a
hundred, and the shortest text need not be the one with the fewest tokens. So it is searched for, nearest first (A*,
Hart, Nilsson and Raphael 1968): after `g` tokens in a state that is `d` bytes from an end, at least
`g + ceil(d / longest)` tokens are needed, and no state is looked at twice.
"""

from __future__ import annotations

import heapq

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import Language
from maskscope.errors import LimitExceeded
from maskscope.guide.moves import Moves

_MOST_STATES = 5_000  # looked into; each costs about a mask


def token_distance(language: Language, moves: Moves, longest: int, state: int) -> int | None:
    """Tokens from `state` to the nearest accepting state, the end token not counted; None if there is no way.

    Raises LimitExceeded where that takes more than 5,000 states to find out, or hangs on a text that was not kept.
    """
    least = {state: 0}
    todo = [(_at_least(language, state, longest), _bytes_left(language, state), state)]
    seen: set[int] = set()
    unsure: int | None = None  # from so many tokens on, a way may have been missed
    while todo:
        _, _, here = heapq.heappop(todo)
        if language.is_accepting(here):
            return _sure(least[here], unsure)
        if here in seen:
            continue
        seen.add(here)
        if len(seen) > _MOST_STATES:
            raise _undecided()
        tokens = least[here] + 1
        targets, all_of_them = moves.targets(here)
        if not all_of_them:
            unsure = tokens if unsure is None else min(unsure, tokens)
        for there in targets:
            if tokens < least.get(there, tokens + 1):
                least[there] = tokens
                bound = tokens + _at_least(language, there, longest)
                heapq.heappush(todo, (bound, _bytes_left(language, there), there))
    return _sure(None, unsure)


def _sure(tokens: int | None, unsure: int | None) -> int | None:
    """The answer, if no way that was missed could be shorter."""
    if unsure is not None and (tokens is None or tokens > unsure):
        raise _undecided()
    return tokens


def _undecided() -> LimitExceeded:
    hint = "the distance in bytes is exact and costs nothing"
    return LimitExceeded("token_distance", _MOST_STATES, hint, "counting tokens to an end")


def _at_least(language: Language, state: int, longest: int) -> int:
    return -(-_bytes_left(language, state) // max(1, longest))


def _bytes_left(language: Language, state: int) -> int:
    """The distance; 0 where a state that forgot a text does not know it."""
    try:
        return language.distance(state)
    except PoppedBelow:
        return 0
