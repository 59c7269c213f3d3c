"""The tape: the tokens taken so far, and how to take one more or go back.

A plain object without param or Panel. Every move remembers the random numbers' state before it, so going back and on
again takes the same tokens, and stepping by hand takes exactly those of `maskscope.monkey` for the same seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from maskscope.decode.mask_effect import MaskEffect
from maskscope.decode.rng import Rng
from maskscope.decode.run import Step
from maskscope.guide.guide import DEAD, FINISHED, Guide


@dataclass(frozen=True, slots=True)
class Choice:
    """What a strategy picked, and what the mask did to the model's opinion there (None where there is no model)."""

    step: Step
    effect: MaskEffect | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """One token on the tape."""

    step: Step
    rng: int  # state of the random numbers before it
    by_hand: bool = False
    effect: MaskEffect | None = None


Chooser = Callable[["Tape"], Choice | None]


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
    def tokens(self) -> list[int]:
        """The ids so far."""
        return [move.step.token for move in self.moves]

    @property
    def winding_down(self) -> bool:
        """Whether the budget is spent."""
        return len(self.moves) >= self.budget

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
        choice = choose(self)
        if choice is None:
            self.stop = "finished" if self.guide.language.is_accepting(self.state) else "stalled"
            return False
        self._add(Move(choice.step, before, effect=choice.effect))
        return True

    def push(self, token: int) -> bool:
        """Take this token, if it is allowed; no random number is drawn."""
        if self.guide.advance(self.state, token) == DEAD:
            return False
        self._add(Move(self.step_to(token), self.rng.state, by_hand=True))
        return True

    def step_to(self, token: int) -> Step:
        """The step that an allowed token makes from here."""
        guide, state = self.guide, self.state
        after = guide.advance(state, token)
        data = b"" if after == FINISHED else guide.vocabulary.token(token)
        return Step(state, token, data, after, len(guide.allowed(state)), guide.distance(after), self.winding_down)

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
