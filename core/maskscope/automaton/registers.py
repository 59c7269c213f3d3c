"""What a scope remembers, and what its rules allow: pure values and pure steps.

A scope counts (`tallies`), notes which keys were written (`keys`) and keeps the texts that must not come again
(`used`). Each step gives new registers, or None where the rules forbid it. Whether what is left can still succeed is
another question, which `scope_cost` answers.

    tallies=((1, 2),)   start (0,)  ─tick→  (1,)  ─tick→  (2,)  ─tick→  None
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.nfa import FAR, FREE
from maskscope.automaton.used_texts import Text, UsedTexts
from maskscope.ir.nodes import Bound, KeyRule, Mark, Tick

NO_KEYS = KeyRule()


_FAR_ENOUGH = 8  # a length that is known so far tells such a text from all short ones


class Held(NamedTuple):
    """A text that is being captured: the state of its own language, and its bytes so far.

    The bytes are forgotten in a shallow state, once they are the beginning of no used text.
    """

    state: int
    text: Text


class Registers(NamedTuple):
    """The value of a scope's frame.

    `loose` marks a shallow state: it goes on forgetting the bytes of a text once they are the beginning of no used one,
    so that a mask need not make a state for each of thousands of texts.
    """

    counts: tuple[int, ...]
    keys: int
    used: UsedTexts
    held: Held | None = None
    loose: bool = False


def forgotten(length: int) -> Text:
    """A text of at least this length whose bytes are not kept."""
    return min(length, _FAR_ENOUGH)


def longer(text: Text, ending: bytes) -> Text:
    """A text with more bytes at its end."""
    return text + ending if isinstance(text, bytes) else forgotten(text + len(ending))


def is_used(text: Text, used: UsedTexts) -> bool:
    """Whether a whole text is among the used ones; PoppedBelow where that depends on bytes that were not kept.

    One that is forgotten began none of the used texts that are known.
    """
    if isinstance(text, bytes) and text in used:
        return True
    if used.forgotten is not None and (isinstance(text, int) or len(text) >= used.forgotten):
        raise PoppedBelow
    return False


@dataclass(frozen=True, slots=True)
class ScopeRules:
    """The rules of one scope, as `ir.nodes.Scope` has them."""

    tallies: tuple[Bound, ...] = ()
    keys: KeyRule = NO_KEYS
    taken: frozenset[bytes] = frozenset()
    _unused: UsedTexts = field(init=False, repr=False, compare=False)  # what all sets of used texts come of

    def __post_init__(self) -> None:
        object.__setattr__(self, "_unused", UsedTexts(self.taken))

    def start(self) -> Registers:
        """The registers on entering."""
        return Registers((0,) * len(self.tallies), 0, self._unused)

    def act(self, registers: Registers, event: Tick | Mark) -> Registers | None:
        """The registers after an event, None when it may not happen."""
        if isinstance(event, Tick):
            return self._tick(registers, event.indices)
        bit = 1 << event.key
        return None if registers.keys & bit else registers._replace(keys=registers.keys | bit)

    def _tick(self, registers: Registers, indices: tuple[int, ...]) -> Registers | None:
        counts = list(registers.counts)
        for i in indices:
            low, high = self.tallies[i]
            if counts[i] < 0:
                continue  # it no longer counts
            counts[i] = counts[i] + 1 if high is not None else min(counts[i] + 1, low)
            if high is not None and counts[i] > high:
                return None
        return registers._replace(counts=tuple(counts))

    def may_end(self, registers: Registers) -> bool:
        """Whether the scope may be left."""
        for count, (low, _) in zip(registers.counts, self.tallies):
            if count == FAR or (count != FREE and count < low):
                return False
        return self._keys_may_stand(registers.keys)

    def _keys_may_stand(self, keys: int) -> bool:
        if self.keys is NO_KEYS:
            return True
        low, high = self.keys.count
        n = keys.bit_count()
        return self.needed(keys) == keys and low <= n and (high is None or n <= high)

    def needed(self, keys: int) -> int | None:
        """The least set of keys that includes `keys` and all that must come with them; None if it is forbidden.

        Every set that may stand and includes `keys` includes this one: the rules only ever ask for more.
        """
        rule, grown = self.keys, keys | self.keys.required
        before = -1
        while before != grown:
            before = grown
            for condition, then in rule.implies:
                if condition & grown == condition:
                    grown |= then
        if any(mask & grown == mask for mask in rule.forbidden):
            return None
        return grown if rule.count[1] is None or grown.bit_count() <= rule.count[1] else None
