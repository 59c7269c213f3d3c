"""One tally: how many bytes are left from any state with any count, for counts up to a billion.

Pattern and length act together: from a state of `^(aa)+$` with three characters to go there is no end at all. So for
each tick j of the scope's body and each count v, `layer(v)[j]` is the least bytes to the end of the scope after tick
j brought the count to v. Layers follow from one another, from the highest count down:

    layer(v)[j] = min( bytes to the end, if low <= v;   min over next ticks k of  bytes to k + layer(v + 1)[k] )

That is a product of matrices over (min, +). Going down from `high` a layer soon repeats (more room helps no more), and
below `low` layers repeat up to a constant number of bytes (Baccelli et al., *Synchronization and Linearity*, 1992).
Both are found by comparing whole layers, so what is left out is known exactly; a body that takes too long to repeat
meets the limit on work.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from maskscope.automaton.nfa import FAR, FREE, INFINITE, Act, Done, Move, Nfa
from maskscope.automaton.ways import Ways
from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import Bound, Tick

Layer = NDArray[np.int64]  # (ticks,): bytes, INFINITE where there is no end


class TallyTable:
    """The layers of the tally that counts the moves which `counts` says; made on demand from the highest down."""

    def __init__(self, nfa: Nfa, entry: int, bound: Bound, counts: Callable[[Move], bool], work: int) -> None:
        self._nfa, self._counts = nfa, counts
        self.low, high = bound
        self.high = self.low if high is None else high
        self._saturates = high is None  # counts beyond `low` are kept as `low`
        self._ways = Ways(nfa, self._matters)
        self._ticks = self._find_ticks(entry)
        self._most_layers = max(1000, work // max(1, len(self._ticks)))
        self._wire()
        self._above: list[Layer] = [self._top()]  # for counts high, high - 1, … until they repeat
        self._is_flat = False  # the last of them repeats for ever
        self._below: list[Layer] = []  # for counts low - 1, low - 2, … until they repeat
        self._seen: dict[bytes, int] = {}
        self._period: tuple[int, int, int] | None = None  # first place that repeats, places, bytes gained

    def left(self, state: int, count: int) -> int:
        """Least bytes from a state of the body to the end of the scope, INFINITE when there is no end."""
        best = INFINITE
        for event, n in self._ways.of(state):
            tick = self._ticks.get(event)
            if tick is None:
                best = min(best, n) if count == FREE or count >= self.low else best
            elif (after := self._after_tick(count)) is not None:
                best = min(best, n + int(after[tick]))
        return best

    def widened(self, count: int, reach: int) -> int:
        """A value that stands for the count as long as at most `reach` more ticks come: FAR, FREE or itself."""
        if count < 0:
            return count
        if count + reach < self.low:
            like = {self._ends(v) for v in (0, *range(count + 1, count + reach + 2))}
            return FAR if len(like) == 1 else count
        if count >= self.low and count + reach < self.high:
            # with more room more can end, so the same at both ends is the same between
            return FREE if self._ends(self.low) == self._ends(count + reach + 1) else count
        return count

    def layer(self, count: int) -> Layer:
        """Bytes to the end after each tick, had it brought the count to `count`."""
        if count >= self.low:
            return self._layer_above(self.high - count)
        return self._layer_below(self.low - 1 - count)

    def _matters(self, move: Move) -> bool:
        return isinstance(move, Done) or self._counts(move)

    def _find_ticks(self, entry: int) -> dict[int, int]:
        """The states that count this tally, numbered as they are reached."""
        found: dict[int, int] = {}
        waiting = [entry]
        while waiting:
            for event, _ in self._ways.of(waiting.pop()):
                if event not in found and not isinstance(self._nfa.moves[event], Done):
                    found[event] = len(found)
                    waiting += self._nfa.follow(event)
        return found

    def _wire(self) -> None:
        """The matrix of bytes from tick to tick, sparse, and the vector of bytes from each tick to the end."""
        self._end = np.full(len(self._ticks), INFINITE, np.int64)
        rows, columns, weights = [], [], []
        for event, tick in self._ticks.items():
            (target,) = self._nfa.follow(event)
            for after, n in self._ways.of(target):
                if after in self._ticks:
                    rows.append(tick)
                    columns.append(self._ticks[after])
                    weights.append(n)
                else:
                    self._end[tick] = n
        self._rows, starts = np.unique(np.array(rows, np.int64), return_index=True)
        self._starts, self._columns = starts.astype(np.intp), np.array(columns, np.intp)
        self._weights = np.array(weights, np.int64)

    def _before(self, layer: Layer) -> Layer:
        """Bytes to the end by way of one more tick."""
        found = np.full(len(self._ticks), INFINITE, np.int64)
        if len(self._columns):
            through = self._weights + layer[self._columns]
            found[self._rows.astype(np.intp)] = np.minimum.reduceat(through, self._starts)
        return np.minimum(found, INFINITE)

    def _top(self) -> Layer:
        """The layer of the highest count; when counts saturate there, any number of ticks may follow."""
        layer = self._end
        while self._saturates:
            more = np.minimum(self._end, self._before(layer))
            if (more == layer).all():
                break
            layer = more
        return layer

    def _layer_above(self, place: int) -> Layer:
        above = self._above
        while len(above) <= place and not self._is_flat:
            above.append(np.minimum(self._end, self._before(above[-1])))
            self._is_flat = bool((above[-1] == above[-2]).all())
            self._check(len(above))
        return above[min(place, len(above) - 1)]

    def _layer_below(self, place: int) -> Layer:
        below = self._below
        while len(below) <= place and self._period is None:
            layer = self._before(below[-1] if below else self.layer(self.low))
            self._note_repeat(layer)
            below.append(layer)
            self._check(len(below))
        if place < len(below) or self._period is None:
            return below[place]
        first, length, gained = self._period
        rounds, at = divmod(place - first, length)
        return np.minimum(below[first + at] + rounds * gained, INFINITE)

    def _note_repeat(self, layer: Layer) -> None:
        """Find out whether a layer below `low` is an earlier one plus a constant: then so is all that follows."""
        finite = layer < INFINITE
        least = int(layer.min()) if finite.any() else 0
        shape = np.where(finite, layer - least, -1).tobytes()
        first = self._seen.setdefault(shape, len(self._below))
        if first < len(self._below):
            earlier = self._below[first]
            gained = least - (int(earlier.min()) if finite.any() else 0)
            self._period = first, len(self._below) - first, gained

    def _after_tick(self, count: int) -> Layer | None:
        """The layer that counts after one more tick; None when there may not be one."""
        if count < 0:
            return self.layer(self.low if count == FREE else 0)
        if self._saturates:
            return self.layer(min(count + 1, self.low))
        return self.layer(count + 1) if count < self.high else None

    def _ends(self, count: int) -> bytes:
        """Which ticks can be followed by an end when they bring the count to `count`."""
        return (self.layer(count) < INFINITE).tobytes()

    def _check(self, n_layers: int) -> None:
        if n_layers > self._most_layers:
            hint = "use a smaller bound, or a simpler pattern beside it"
            raise LimitExceeded("work", self._most_layers, hint, "combining a count with what is counted")


def ticks_of(index: int) -> Callable[[Move], bool]:
    """Counts the ticks of tally number `index`."""
    return lambda move: isinstance(move, Act) and isinstance(move.event, Tick) and index in move.event.indices
