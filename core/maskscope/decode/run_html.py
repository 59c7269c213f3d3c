"""A run as static HTML: its tokens as chips, its text, and how it ended."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from maskscope.guide.html import chip

if TYPE_CHECKING:
    from maskscope.decode.run import Run, Step


def run_html(run: Run) -> str:
    """The tape, the text beneath it, and the word that says how it came out."""
    tape = "".join(chip(step.data or b"<end>", _title(step)) for step in run.steps)
    why = f": {escape(str(run.stall))}" if run.stall is not None else ""
    return f"<div>{tape}</div><pre>{escape(run.text)}</pre><p><b>{run.stop.capitalize()}</b>{why}</p>"


def _title(step: Step) -> str:
    left = "winding down, " if step.winding_down else ""
    return f"token {step.token}, one of {step.n_allowed:,} allowed; {left}{step.distance:,} bytes from an end"
