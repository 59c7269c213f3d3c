"""A grammar that no text at all satisfies: said at the part that cannot be met, before anybody waits for a token.

The syntax packages find most of these in their own terms. What is left for here are rules that never end and scopes
whose counts, keys and unique texts contradict each other: that comes out only when costs are known (`distance`).
"""

from __future__ import annotations

from maskscope.automaton.nfa import INFINITE, Enter, Nfa, Scoped
from maskscope.errors import UnsatisfiableError
from maskscope.text import Source, Span


def refuse_empty(nfa: Nfa, source: Source) -> None:
    """Raise UnsatisfiableError when no text leads from the start to the end."""
    if nfa.cost[nfa.start] < INFINITE:
        return
    whole = _place(nfa) or Span(0, len(source.text))
    scopes = _contradictions(nfa.completed())
    if scopes:
        place = min((span for span in scopes if span is not None), default=whole)
        raise UnsatisfiableError(
            "no text satisfies all that is counted here", source, place, "loosen one of the bounds"
        )
    raise UnsatisfiableError("this can never end, so no text satisfies it", source, whole, "add a way that ends")


def _place(nfa: Nfa) -> Span | None:
    """Where the grammar begins."""
    state = nfa.start
    while nfa.origin[state] is None and isinstance(move := nfa.move(state), tuple) and move:
        state = move[0]
    return nfa.origin[state]


def _contradictions(nfa: Nfa) -> list[Span | None]:
    """The places of the scopes whose body has texts, none of which the registers allow."""
    return [
        nfa.origin[state]
        for state, move in nfa.moves.items()
        if isinstance(move, Enter)
        and isinstance(move.region, Scoped)
        and move.region.cost.at_start >= INFINITE > nfa.cost[move.region.entry]
    ]
