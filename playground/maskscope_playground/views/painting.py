"""How bare Bokeh models are changed: under the document's lock, once for all that piled up, and only what differs.

Panel guards its own widgets; a figure's sources are bare Bokeh models. A change that comes from a running coroutine
holds no lock, so painting is put on the document's next tick (at once where there is no server: notebook, static page).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import panel as pn
from bokeh.models import ColumnDataSource

Columns = dict[str, Any]


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


def show_columns(source: ColumnDataSource, before: Columns, after: Columns) -> None:
    """Bring a source from the columns it has to others: nothing, some rows, new rows at the end, or all anew."""
    changed = {name: column for name, column in after.items() if column is not before[name]}
    rows = {name: _rows(before[name], column) for name, column in changed.items()}
    if all(found is not None for found in rows.values()):
        patches = {name: found for name, found in rows.items() if found}
        if patches:
            source.patch(patches)
    elif len(changed) == len(after) and all(_continues(before[name], column) for name, column in changed.items()):
        source.stream({name: column[len(before[name]) :] for name, column in changed.items()})
    else:
        source.data = dict(after)


def _rows(before: Any, after: Any) -> list[tuple[int, Any]] | None:
    """The rows that differ; None when a patch cannot say so."""
    if len(before) != len(after):
        return None
    return [(i, value) for i, (old, value) in enumerate(zip(before, after)) if not _same(old, value)]


def _continues(before: Any, after: Any) -> bool:
    return len(before) < len(after) and all(map(_same, before, after))


def _same(a: Any, b: Any) -> bool:
    """Curves of one picture are the same objects; comparing others costs more than sending them."""
    return a is b or (not isinstance(a, np.ndarray) and not isinstance(b, np.ndarray) and bool(a == b))


def push_to_notebook(pane: pn.viewable.Viewable) -> None:
    """In a notebook, bare changes wait until they are pushed."""
    if pn.state._is_launching or pn.state.curdoc is not None:
        return
    pn.io.push_notebook(pane)
