"""A scope's loop as a shop: each member has a price, some can be had once, and the rules say what must be bought.

Most scopes come down to one loop: `{` any member, `,` any member, … `}`, or the items of an array. All members begin
at one place and lead back to it, the *hub*, so their order does not matter, and how far the end is from the hub is a
question of which members are still needed and what the cheapest cost. No search is needed for that (`purchase`).

A member is one way round: at most one key is marked or one text captured on it, and some tallies are ticked.

    hub ──"a":──●mark a──1──●tick──,──┐         price 6, key a, ticks (0,)
     └───capture──:──1──●tick──,──────┤         price 4 and the length of a text, ticks (0,)
    hub ◄─────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from maskscope.automaton.captured import Captured
from maskscope.automaton.nfa import INFINITE, Act, Done, Nfa, Take
from maskscope.automaton.ways import Way, Ways
from maskscope.ir.nodes import Mark

_MOST_EVENTS = 6  # on one way round
_MOST_WAYS = 4  # round the hub for each way that begins at it, on average: members whose value is of several kinds


@dataclass(frozen=True, slots=True)
class Member:
    """One way round; `price` is its bytes, those of a captured text apart; `key` is -1 when none is marked."""

    price: int
    ticks: tuple[int, ...] = ()
    key: int = -1
    captured: Captured | None = None


@dataclass(frozen=True, slots=True)
class Hub:
    """The members of a loop, and the bytes from its hub to the end of the scope (`exit`)."""

    members: tuple[Member, ...]
    exit: int


def find_hub(nfa: Nfa, ways: Ways, junction: int) -> Hub | None:
    """The loop around a junction; None if it is none, or not a simple one.

    `ways` tells all events.
    """
    members: dict[Member, None] = {}
    exit_ = INFINITE
    starts = ways.of(junction)
    waiting = [(event, Member(n), 1) for event, n in reversed(starts)]
    for _ in range(_MOST_WAYS * len(starts) + _MOST_WAYS):
        if not waiting:
            return Hub(tuple(members), exit_) if members else None
        event, so_far, n_events = waiting.pop()
        if isinstance(nfa.moves[event], Done):
            if n_events > 1:
                return None
            exit_ = min(exit_, so_far.price)
            continue
        member = _further(nfa, event, so_far)
        if member is None or n_events > _MOST_EVENTS:
            return None
        lands, n = ways.junction(next(iter(nfa.follow(event))))
        member = Member(member.price + n, member.ticks, member.key, member.captured)
        if lands == junction:
            members[member] = None
        else:
            waiting += _longer(ways.of(lands), member, n_events + 1)
    return None


def _longer(ways: tuple[Way, ...], member: Member, n_events: int) -> Iterator[tuple[int, Member, int]]:
    for event, n in ways:
        yield event, Member(member.price + n, member.ticks, member.key, member.captured), n_events


def _further(nfa: Nfa, event: int, member: Member) -> Member | None:
    """The member with one more event on its way; None where it would not be a simple one."""
    move = nfa.moves[event]
    free = member.key < 0 and member.captured is None
    if isinstance(move, Take):
        return Member(member.price, member.ticks, -1, move.captured) if free else None
    assert isinstance(move, Act)
    if isinstance(move.event, Mark):
        return Member(member.price, member.ticks, move.event.key) if free else None
    if set(move.event.indices) & set(member.ticks):
        return None
    ticks = tuple(sorted((*member.ticks, *move.event.indices)))
    return Member(member.price, ticks, member.key, member.captured)
