"""The tape: the tokens taken so far, and how to take one more or go back.

A plain object without param or Panel. Every move remembers the random numbers' state before it, so going back and on
again takes the same tokens, and stepping by hand takes exactly those of `maskscope.monkey` for the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from maskscope.decode.rng import Rng
from maskscope.decode.run import Step
from maskscope.guide.guide import DEAD, FINISHED, Guide

Chooser = Callable[[Guide, Rng, int, int, int], Step | None]  # guide, rng, state, step number, budget


@dataclass(frozen=True, slots=True)
class Insight:
    """What a model thought where a token was taken."""

    wanted: int  # the token it would have taken without the grammar
    feasible: float  # share of its probability that the mask left
    entropy: float  # bits, over all tokens
    entropy_allowed: float  # bits, over the allowed ones


@dataclass(frozen=True, slots=True)
class Move:
    """One token on the tape."""

    step: Step
    rng: int  # state of the random numbers before it
    by_hand: bool = False
    insight: Insight | None = None


@dataclass(slots=True)
class Tape:
    """The moves of one guide; `stop` says why no further one can be taken."""

    guide: Guide
    rng: Rng
    budget: int
    moves: list[Move]
    stop: str = ""  # "", "finished", "stalled" or "capped"

    @property
    def state(self) -> int:
        """The guide's state now."""
        return self.moves[-1].step.next_state if self.moves else self.guide.start

    @property
    def data(self) -> bytes:
        """The bytes so far."""
        return b"".join(move.step.data for move in self.moves)

    @property
    def cap(self) -> int:
        """How many steps a run may take: `maskscope.monkey`'s bound."""
        loose = 4 * self.budget + 64
        if len(self.moves) < self.budget:
            return loose
        before = self.moves[self.budget - 1].step.next_state if self.budget else self.guide.start
        return max(loose, self.budget + self.guide.distance(before) + 1)

    def step(self, choose: Chooser) -> bool:
        """Let the strategy take one token; False when the run is over."""
        if self.state == FINISHED:
            self.stop = "finished"
        elif len(self.moves) >= self.cap:
            self.stop = "capped"
        if self.stop:
            return False
        before = self.rng.state
        step = choose(self.guide, self.rng, self.state, len(self.moves), self.budget)
        if step is None:
            self.stop = "finished" if self.guide.language.is_accepting(self.state) else "stalled"
            return False
        self._add(Move(step, before))
        return True

    def push(self, token: int) -> bool:
        """Take this token, if it is allowed; no random number is drawn."""
        state = self.state
        after = self.guide.advance(state, token)
        if after == DEAD:
            return False
        data = b"" if after == FINISHED else self.guide.vocabulary.token(token)
        allowed, left = len(self.guide.allowed(state)), self.guide.distance(after)
        down = len(self.moves) >= self.budget
        self._add(Move(Step(state, token, data, after, allowed, left, down), self.rng.state, by_hand=True))
        return True

    def back_to(self, count: int) -> None:
        """Keep the first `count` moves, and the random numbers as they were then."""
        if count < len(self.moves):
            self.rng.state = self.moves[count].rng
            del self.moves[count:]
        self.stop = "finished" if self.state == FINISHED else ""

    def _add(self, move: Move) -> None:
        self.moves.append(move)
        self.stop = "finished" if self.state == FINISHED else ""


def empty_tape(guide: Guide, seed: int | str, budget: int) -> Tape:
    """A tape with nothing on it."""
    return Tape(guide, Rng(seed), budget, [])


def replayed(tape: Tape, tokens: tuple[int, ...], by_hand: frozenset[int], choose: Chooser) -> Tape:
    """The tape of these tokens, from a link: moves not made by hand draw from the random numbers as they did then."""
    fresh = replace(tape, moves=[], stop="")
    for i, token in enumerate(tokens):
        before = fresh.rng.state
        if i not in by_hand and fresh.step(choose):
            if fresh.moves[-1].step.token == token:
                continue
            fresh.moves.pop()
        fresh.rng.state = before
        if not fresh.push(token):
            break
    return fresh
