"""The spellings of the multiples of an interval: an automaton over digits that keeps a remainder and its place.

Read left to right, a plain decimal is told by four things: where in the spelling we are (before the point, after it,
how far), how the digits so far compare with the lower bound's and the upper bound's, and the remainder of the digits
so far. A multiple of 0.25 is a number whose hundredths are a multiple of 25; a remainder after k of those two places
only matters modulo 25 / gcd(25, 10^(2−k)), so before the point it does not matter at all. States are met from the
start, as `follow` leads to them, and those from which no member can be reached are dropped: range and remainder are
exact *together*, which two checks apart would not be (multiples of 7 from 15 to 20: after the digit 1 no way leads on).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from math import gcd, lcm
from typing import NamedTuple

from maskscope.errors import LimitExceeded
from maskscope.ir.build import chars
from maskscope.ir.nodes import Edge, Graph, Node, Nothing
from maskscope.limits import Limits
from maskscope.sets.codepoints import CodePoints
from maskscope.syntax.schema.decimals import common_places, split, units
from maskscope.syntax.schema.numbers_runs import Run
from maskscope.syntax.schema.numbers_steps import Steps

_POINT = 10  # symbols of the automaton: the digits, and the point
_FINER = -1  # the remainder of a number that is finer than every step


Orders = tuple[int, ...]  # one for each digit: −1, 0, 1
_ALIKE = {order: (order,) * 10 for order in (-1, 0, 1)}
_AGAINST = [tuple((digit > other) - (digit < other) for digit in range(10)) for other in range(10)]


class State(NamedTuple):
    """Where a reader of a spelling is; `low` and `high` are −1, 0, 1: digits so far below, like, above the bound's."""

    part: str  # "start", "zero" (a 0 before the point), "whole", "point", "fraction"
    place: int  # digits read in this part, counted no further than they matter
    low: int
    high: int
    remainder: int
    open: bool  # a fraction that may not end here, with a zero


@dataclass(frozen=True, slots=True)
class Bound:
    """The digits of one end before and after the point, and whether the end is in."""

    whole: str
    fraction: str
    included: bool

    def digits_to(self, place: int) -> int:
        """The digits up to a place after the point, as an integer."""
        return int(Decimal(self.whole + self.fraction[:place].ljust(place, "0")))

    def orders(self, order: int, fraction: bool, place: int) -> Orders:
        """How the digits compare after one more at `place` (from 0), for each digit that it may be."""
        digits = self.fraction if fraction else self.whole
        if place >= len(digits) and not fraction:
            return _ALIKE[1]  # the number is longer
        return _ALIKE[order] if order else _AGAINST[int(digits[place]) if place < len(digits) else 0]

    def after_whole(self, order: int, place: int) -> int:
        """How a number compares whose part before the point is over: by length, then by its digits."""
        return (place > len(self.whole)) - (place < len(self.whole)) or order

    def at_end(self, state: State, order: int) -> int:
        """How the number that ends in this state compares."""
        if state.part == "fraction":
            return order or -(state.place < len(self.fraction))
        return self.after_whole(order, state.place) or -bool(self.fraction)


@dataclass(frozen=True, slots=True)
class Reader:
    """The automaton of one run of numbers, made state by state."""

    steps: Steps
    low: Bound
    high: Bound | None
    zeros: bool  # zeros may stand at the end of a fraction
    has_fractions: bool = field(init=False)  # integers alone are written without
    places: int = field(init=False)  # after so many, remainders are decided
    units: tuple[int, ...] = field(init=False)  # the steps, as numbers of units at that place
    moduli: tuple[int, ...] = field(init=False)  # what a remainder matters modulo, after 0, 1 … places
    last_whole: int = field(init=False)  # from this place on, all places before the point are alike
    last_fraction: int = field(init=False)  # the same for those after it

    def __post_init__(self) -> None:
        bounds = [self.low] if self.high is None else [self.low, self.high]
        places = max(0, common_places(*self.steps.steps))
        counts = tuple(units(step, places) for step in self.steps.steps)
        values = {
            "has_fractions": not self.steps.holds_only_integers,
            "places": places,
            "units": counts,
            "moduli": _moduli(lcm(*counts), places),
            "last_whole": max(len(bound.whole) for bound in bounds) + 1,
            "last_fraction": max(places, *(len(bound.fraction) for bound in bounds)) + 1,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def takes_finer(self) -> bool:
        """Whether numbers that are multiples of no step may be members."""
        return bool(self.steps.truth & 1)

    @property
    def least_states(self) -> int:
        """A number of states that are surely met: all remainders of the numbers below the upper bound.

        A step of thousands of digits is refused by it before a single state is made.
        """
        place = max(0, self.places - 1)  # the last one before remainders are decided
        below = self.moduli[place] if self.high is None else self.high.digits_to(place)
        return min(self.moduli[place], below)

    def start(self) -> State:
        """Nothing read yet."""
        return State("start", 0, 0, 0, 0, False)

    def follow(self, state: State) -> Iterator[tuple[int, State]]:
        """The symbols that may come next, and where they lead."""
        if state.part in ("zero", "whole") and self.has_fractions:
            yield _POINT, self._at_point(state)
        if state.part == "zero":
            return
        fraction = state.part in ("point", "fraction")
        place = min(state.place + 1, self.last_fraction if fraction else self.last_whole)
        lows = self.low.orders(state.low, fraction, state.place)
        highs = self.high.orders(state.high, fraction, state.place) if self.high else _ALIKE[-1]
        is_full = fraction or (self.high is not None and place >= len(self.high.whole))
        for digit, remainder in self._remainders(state, fraction):
            if highs[digit] <= 0 or not is_full:
                part = "fraction" if fraction else "whole" if digit or state.part == "whole" else "zero"
                still_open = fraction and not self.zeros and not digit
                yield digit, State(part, place, lows[digit], highs[digit], remainder, still_open)

    def accepts(self, state: State) -> bool:
        """Whether a number may end here."""
        if state.part in ("start", "point") or state.open:
            return False
        low = self.low.at_end(state, state.low)
        high = self.high.at_end(state, state.high) if self.high else -1
        in_range = low > 0 or (low == 0 and self.low.included)
        below = high < 0 or (high == 0 and self.high is not None and self.high.included)
        return in_range and below and self._is_multiple(state)

    def _at_point(self, state: State) -> State:
        low = self.low.after_whole(state.low, state.place)
        high = self.high.after_whole(state.high, state.place) if self.high else -1
        return State("point", 0, low, high, state.remainder if self.places else self._decided(state.remainder), False)

    def _remainders(self, state: State, fraction: bool) -> list[tuple[int, int]]:
        """The digits that may come next, each with the remainder after it."""
        place = state.place + 1 if fraction else 0
        if state.remainder != _FINER and place <= self.places:
            modulus, ten = self.moduli[place], state.remainder * 10
            after = [(digit, (ten + digit) % modulus) for digit in range(10)]
            is_last = fraction and place == self.places
            return [(digit, self._decided(remainder)) for digit, remainder in after] if is_last else after
        finer = [(digit, _FINER) for digit in range(1, 10)] if self.takes_finer else []
        return [(0, state.remainder), *finer]

    def _decided(self, remainder: int) -> int:
        """A remainder to which only zeros will be added: what it has in common with the steps is all that matters."""
        return gcd(remainder, self.moduli[-1])

    def _is_multiple(self, state: State) -> bool:
        if state.remainder == _FINER:
            return bool(self.steps.truth & 1)
        left = self.places - (min(state.place, self.places) if state.part == "fraction" else 0)
        count = state.remainder * 10**left
        row = sum((not count % unit) << i for i, unit in enumerate(self.units))
        return bool(self.steps.truth >> row & 1)


def _moduli(modulus: int, places: int) -> tuple[int, ...]:
    """modulus / gcd(modulus, 10^(places - place)), for each place: the one before divides by what is left of ten."""
    found = [modulus]
    while len(found) <= places:
        common = gcd(found[-1], 10)
        found += [found[-1] // common] if common > 1 else [found[-1]] * (places + 1 - len(found))
    return tuple(reversed(found))


def residue_node(run: Run, zeros: bool, limits: Limits) -> Node:
    """All members of a run of numbers that are not negative, plainly spelled."""
    return _graph(*states_met(reader_of(run, zeros), limits))


def reader_of(run: Run, zeros: bool) -> Reader:
    """The automaton of a run of numbers that are not negative, nothing of it made yet."""
    assert run.low is not None
    low = Bound(*split(run.low), run.low_in)
    high = None if run.high is None else Bound(*split(run.high), run.high_in)
    return Reader(run.steps, low, high, zeros)


def states_met(reader: Reader, limits: Limits) -> tuple[list[dict[int, int]], set[int]]:
    """All states, numbered as they are met: where each symbol leads, and which accept."""
    states = [reader.start()]
    number = {states[0]: 0}
    moves: list[dict[int, int]] = []
    _check_size(reader.least_states, limits)
    for state in states:
        moves.append({})
        for symbol, after in reader.follow(state):
            if after not in number:
                number[after] = len(states)
                states.append(after)
            moves[-1][symbol] = number[after]
        _check_size(len(states), limits)
    return moves, {i for i, state in enumerate(states) if reader.accepts(state)}


def _check_size(n: int, limits: Limits) -> None:
    if n > limits.dfa_states:
        hint = "give a narrower range, or a step with fewer digits"
        raise LimitExceeded("dfa_states", limits.dfa_states, hint, "building the remainders of multipleOf")


def _graph(moves: list[dict[int, int]], accepting: set[int]) -> Node:
    """The automaton as a node, without the states that lead nowhere."""
    useful = _useful(moves, accepting)
    if 0 not in useful:
        return Nothing()
    number = {s: i for i, s in enumerate(sorted(useful))}
    edges = tuple(_edges(moves[s], number) for s in sorted(useful))
    return Graph(edges, frozenset(number[s] for s in accepting))


def _useful(moves: list[dict[int, int]], accepting: set[int]) -> set[int]:
    sources: dict[int, list[int]] = defaultdict(list)
    for s, row in enumerate(moves):
        for target in row.values():
            sources[target].append(s)
    useful, queue = set(accepting), list(accepting)
    while queue:
        for s in sources[queue.pop()]:
            if s not in useful:
                useful.add(s)
                queue.append(s)
    return useful


def _edges(row: dict[int, int], number: dict[int, int]) -> tuple[Edge, ...]:
    """One edge a target, labelled by all the symbols that lead there."""
    symbols: dict[int, list[int]] = defaultdict(list)
    for symbol, target in row.items():
        if target in number:
            symbols[number[target]].append(symbol)
    return tuple(Edge(_label(tuple(some)), target) for target, some in symbols.items())


@cache
def _label(symbols: tuple[int, ...]) -> Node:
    return chars(CodePoints.chars("." if symbol == _POINT else str(symbol) for symbol in symbols))
