"""How the next token is picked: one function a strategy, all with the signature of `monkey_step`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from maskscope.decode.monkey import monkey_step
from maskscope_playground.tape import Chooser

if TYPE_CHECKING:
    from maskscope_playground.session import Session

STRATEGIES = {"monkey": "monkey"}


def chooser_of(session: Session) -> Chooser:
    """The chooser of a session's strategy."""
    return monkey_step
