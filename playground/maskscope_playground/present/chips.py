"""The tape as chips: one plain value a token."""

from __future__ import annotations

from typing import Any

from maskscope.decode.run import Step
from maskscope.guide.guide import FINISHED
from maskscope_playground.present.words import counted, parts_of, said, visible


def chip_view(step: Step, by_hand: bool, wanted: str = "") -> dict[str, Any]:
    """What a chip shows, and what it says when it is pointed at."""
    end = step.next_state == FINISHED
    return {
        "id": step.token,
        "parts": [["eos", "EOS"]] if end else parts_of(step.data),
        "said": "end of text" if end else said(step.data),
        "hex": step.data.hex(),
        "end": end,
        "hand": by_hand,
        "down": step.winding_down,
        "title": _title(step, end, by_hand, wanted),
    }


def _title(step: Step, end: bool, by_hand: bool, wanted: str) -> str:
    facts = [f"token {step.token}: {'end of text' if end else visible(step.data)}"]
    if not end:
        facts.append(f"bytes {step.data.hex(' ').upper()}")
    facts.append(f"one of {counted(step.n_allowed, 'allowed token')}")
    if not end:
        facts.append(f"then {counted(step.distance, 'byte')} from a complete text")
    if by_hand:
        facts.append("taken by hand")
    if step.winding_down:
        facts.append("winding down: the budget is spent")
    if wanted:
        facts.append(f"the model wanted {wanted}")
    return "\n".join(facts)
