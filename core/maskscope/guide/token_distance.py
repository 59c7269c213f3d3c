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

    Raises LimitExceeded where that takes more than 5,000 states to find out.
    """
    least = {state: 0}
    todo = [(_at_least(language, state, longest), language.distance(state), state)]
    seen: set[int] = set()
    while todo:
        _, _, here = heapq.heappop(todo)
        if language.is_accepting(here):
            return least[here]
        if here in seen:
            continue
        seen.add(here)
        if len(seen) > _MOST_STATES:
            hint = "the distance in bytes is exact and costs nothing"
            raise LimitExceeded("token_distance", _MOST_STATES, hint, "counting tokens to an end")
        tokens = least[here] + 1
        for there in moves.targets(here):
            if tokens < least.get(there, tokens + 1):
                least[there] = tokens
                bound = tokens + _at_least(language, there, longest)
                heapq.heappush(todo, (bound, _bytes_left(language, there), there))
    return None


def _at_least(language: Language, state: int, longest: int) -> int:
    return -(-_bytes_left(language, state) // max(1, longest))


def _bytes_left(language: Language, state: int) -> int:
    """The distance; 0 where a state that forgot a text does not know it."""
    try:
        return language.distance(state)
    except PoppedBelow:
        return 0
