"""When Bokeh models may be changed directly: under the document's lock, once for all that has piled up.

Panel guards its own widgets; a figure's sources are bare Bokeh models. A change that comes from a running coroutine
holds no lock, so painting is put on the document's next tick (at once where there is no server: notebook, static page).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn


class Painter:
    """Runs `paint` soon, under the lock; calls that come before it ran are one call."""

    def __init__(self, paint: Callable[[], None]) -> None:
        self._paint = paint
        self._waiting = False

    def __call__(self, *_: Any) -> None:
        """Ask for a painting; fits as a watcher."""
        if not self._waiting:
            self._waiting = True
            pn.state.execute(self._now, schedule=True)

    def _now(self) -> None:
        self._waiting = False
        self._paint()


def push_to_notebook(pane: pn.viewable.Viewable) -> None:
    """In a notebook, bare changes wait until they are pushed."""
    if pn.state._is_launching or pn.state.curdoc is not None:
        return
    pn.io.push_notebook(pane)
