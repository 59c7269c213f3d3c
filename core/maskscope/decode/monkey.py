"""Monkey sampling: any allowed token at random, and then surely home.

A monkey at the keyboard writes valid text as long as the mask holds its hand, but it need never stop: `[0-9]*` has no
last digit. So it gets a budget. Up to `max_tokens` it takes any allowed token; from then on it winds down: it ends at
once where the text is complete, and else takes only tokens after which the nearest complete text is strictly nearer.
With a vocabulary that has every single byte as a token there always is one, so every run finishes, however far away
the shortest end was. A sparse vocabulary may have none: the run stalls, and says where.

The budget is therefore a bound on wandering, not on length; `Run.stop` says how it came out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from maskscope.decode.rng import Rng
from maskscope.decode.run import Run, Stall, Step, Stop
from maskscope.guide.guide import FINISHED, Guide
from maskscope.sets.byteset import ByteSet, bits_of


def monkey(guide: Guide, rng: Rng, max_tokens: int = 64) -> Run:
    """Sample from the start until the text ends, no token can be taken, or the hard cap is met.

    The cap is `max(4 * max_tokens + 64, max_tokens + d + 1)` steps, d being the distance when winding down starts.
    """
    if max_tokens < 0:
        raise ValueError(f"max_tokens must be 0 or more, not {max_tokens}")
    steps: list[Step] = []
    state, cap = guide.start, 4 * max_tokens + 64
    while state != FINISHED and len(steps) < cap:
        if len(steps) == max_tokens:
            cap = max(cap, max_tokens + guide.distance(state) + 1)
        step = monkey_step(guide, rng, state, len(steps), max_tokens)
        if step is None:
            return _stuck(guide, state, steps)
        steps.append(step)
        state = step.next_state
    stop: Stop = "finished" if state == FINISHED else "capped"
    return Run(tuple(steps), stop)


def monkey_step(guide: Guide, rng: Rng, state: int, step: int, max_tokens: int) -> Step | None:
    """Step number `step` (from 0) of a run with this budget; None when no token can be taken.

    One random number is drawn, none when the end is forced. The pick is `ids[int(u * len(ids))]` over ascending ids.
    """
    winding_down = step >= max_tokens
    token = _home(guide, rng, state) if winding_down else _pick(rng, guide.allowed(state))
    if token is None:
        return None
    next_state = guide.advance(state, token)
    return Step(
        state=state,
        token=token,
        data=b"" if next_state == FINISHED else guide.vocabulary.token(token),
        next_state=next_state,
        n_allowed=len(guide.allowed(state)),
        distance=guide.distance(next_state),
        winding_down=winding_down,
    )


def _home(guide: Guide, rng: Rng, state: int) -> int | None:
    """The lowest end token where the text is complete, else any token that shortens the distance."""
    if state >= 0 and guide.language.is_accepting(state):
        return min(guide.vocabulary.eos_ids, default=None)
    return _pick(rng, guide.nearer(state))


def _pick(rng: Rng, ids: NDArray[np.int32]) -> int | None:
    return int(ids[rng.below(len(ids))]) if len(ids) else None


def _stuck(guide: Guide, state: int, steps: list[Step]) -> Run:
    """A run with no way on: complete after all if only the end token is missing from the vocabulary, else stalled."""
    if state >= 0 and guide.language.is_accepting(state):
        return Run(tuple(steps), "finished")
    after = b"".join(step.data for step in steps)
    return Run(tuple(steps), "stalled", Stall(state, after, _nearer_bytes(guide, state)))


def _nearer_bytes(guide: Guide, state: int) -> ByteSet:
    now = guide.distance(state)
    return ByteSet(bits_of(b for b, there in guide.language.live(state) if guide.distance(there) < now))
