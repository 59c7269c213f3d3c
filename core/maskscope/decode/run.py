"""What sampling did, as values: one Step a token, and a Run when it is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from maskscope.decode.run_html import run_html
from maskscope.guide.wording import bytes_in_words, one_of, quoted
from maskscope.sets.byteset import ByteSet

Stop = Literal["finished", "stalled", "capped"]


@dataclass(frozen=True, slots=True)
class Step:
    """One token taken."""

    state: int  # before it
    token: int
    data: bytes  # of the token; empty for an end-of-sequence token
    next_state: int  # after it; FINISHED after an end-of-sequence token
    n_allowed: int  # tokens the mask of `state` allowed, end-of-sequence ids included
    distance: int  # bytes from `next_state` to the nearest complete text
    winding_down: bool  # the budget was spent: only tokens that shorten the distance could be taken


@dataclass(frozen=True, slots=True)
class Stall:
    """Where no token could be taken although the text is not complete: this vocabulary cannot say what must come."""

    state: int
    after: bytes  # the text so far
    missing: ByteSet  # next bytes that would shorten the distance

    def __str__(self) -> str:
        after = f"after {quoted(self.after[-24:])}" if self.after else "at the start"
        wanted = f"go on with {one_of(bytes_in_words(self.missing))}" if self.missing else "go on"
        return f"stalled {after}: the text must {wanted}, and no token of this vocabulary brings it nearer to an end"


@dataclass(frozen=True, slots=True)
class Run:
    """A sampling that finished, stalled or was capped; `tokens` holds the end token too, `data` and `text` do not."""

    steps: tuple[Step, ...]
    stop: Stop
    stall: Stall | None = None

    @property
    def finished(self) -> bool:
        """Whether the text is complete."""
        return self.stop == "finished"

    @property
    def tokens(self) -> tuple[int, ...]:
        """The ids taken, in order."""
        return tuple(step.token for step in self.steps)

    @property
    def data(self) -> bytes:
        """The bytes of all tokens."""
        return b"".join(step.data for step in self.steps)

    @property
    def text(self) -> str:
        """The bytes as text; what is not UTF-8 (a character cut by a stall) shows as U+FFFD."""
        return self.data.decode("utf-8", "replace")

    def _repr_html_(self) -> str:
        return run_html(self)
