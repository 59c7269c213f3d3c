"""How long a page keeps its frames waiting: from Chromium's own trace, in time on the clock and in the page's own work.

A page that paints all the time calls back every 17 ms. Between two calls its main thread has laid out, painted and run
scripts: the clock says how long that took, which grows with whatever else the machine does, and the thread's CPU time
says how much work it was, which hardly does.
"""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

_ALWAYS = """() => {
  const frame = () => window.painting && requestAnimationFrame(frame);
  window.painting = true;
  frame();
}"""
_MARK = "maskscope: "


@dataclass(frozen=True, slots=True)
class Gap:
    """What lies between two frames: milliseconds on the clock, and of the main thread's CPU time."""

    begins: float
    clock: float
    work: float


@dataclass
class Frames:
    """The gaps between a page's frames, in order, and the moments that were marked between them."""

    gaps: list[Gap] = field(default_factory=list)
    marks: dict[str, float] = field(default_factory=dict)

    def since(self, name: str) -> list[Gap]:
        """The gaps that begin after a mark."""
        return [gap for gap in self.gaps if gap.begins > self.marks[name]]

    def until(self, name: str) -> list[Gap]:
        """The gaps that end before a mark."""
        return [gap for gap in self.gaps if gap.begins + gap.clock < self.marks[name]]


def most_work(gaps: list[Gap]) -> Gap:
    """The gap in which the page did most."""
    return max(gaps, key=lambda gap: gap.work)


def mark(page: Any, name: str) -> None:
    """Write a moment into the trace."""
    page.evaluate("name => performance.mark(name)", _MARK + name)


@contextlib.contextmanager
def watched_frames(page: Any, folder: Path) -> Iterator[Frames]:
    """The frames of a page while the block runs; they are there when it has ended."""
    browser, path, frames = page.context.browser, folder / "trace.json", Frames()
    page.evaluate(_ALWAYS)
    categories = ["-*", "devtools.timeline", "blink.user_timing"]
    browser.start_tracing(page=page, path=path, categories=categories)
    try:
        yield frames
    finally:
        browser.stop_tracing()
        page.evaluate("() => { window.painting = false; }")
    _read(json.loads(path.read_text(encoding="utf-8"))["traceEvents"], frames)


def _read(events: list[dict[str, Any]], frames: Frames) -> None:
    calls = [e for e in events if e.get("name") == "FireAnimationFrame" and e.get("ph") == "X"]
    busiest = Counter((e["pid"], e["tid"]) for e in calls).most_common(1)[0][0]
    calls = sorted((e for e in calls if (e["pid"], e["tid"]) == busiest), key=lambda e: e["ts"])
    for before, after in pairwise(calls):
        if after["ts"] - before["ts"] > 2000:  # microseconds: one frame has several callbacks
            clock, work = ((after[key] - before[key]) / 1000 for key in ("ts", "tts"))
            frames.gaps.append(Gap(before["ts"] / 1000, clock, work))
    for event in events:
        if event.get("name", "").startswith(_MARK):
            frames.marks[event["name"].removeprefix(_MARK)] = event["ts"] / 1000
