"""In a notebook cell: `Playground(regex=r"…")` is the whole app, `show(…)` one picture of a value.

    from maskscope_playground import Playground, show

    Playground(regex=r"\\d{4}-\\d{2}-\\d{2}")      # the app, with buttons
    show(language)                               # the graph alone
    show(run)                                    # the tape of a finished sampling

What `show` gives is static HTML and needs no server; the app needs the kernel.
"""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope.automaton.language import Language
from maskscope.decode.run import Run
from maskscope_playground.app import build
from maskscope_playground.inputs import KINDS
from maskscope_playground.present.html import language_html, run_html
from maskscope_playground.session import Session

_KINDS = tuple(KINDS.values())


class Playground(pn.viewable.Viewer):
    """The app for one grammar: `Playground(regex=…)`, `Playground(gbnf=…)` or `Playground(json_schema=…)`.

    Further keywords are inputs of the session: vocabulary, seed, budget, strategy, dark, whitespace …
    """

    def __init__(self, session: Session | None = None, **settings: Any) -> None:
        pn.extension(inline=True)
        self.session = session or Session(**_as_session(settings))
        self._app = build(self.session, standalone=False)
        super().__init__()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._app


def _as_session(settings: dict[str, Any]) -> dict[str, Any]:
    """`regex=text` becomes kind and grammar."""
    given = [kind for kind in _KINDS if kind in settings]
    if len(given) > 1:
        raise TypeError(f"one grammar at a time, not {' and '.join(given)}")
    if not given:
        return settings
    text = settings.pop(given[0])
    return {**settings, "kind": given[0], "grammar": text}


def show(value: Language | Run) -> pn.pane.HTML:
    """The automaton of a language, or the tape of a run, as static HTML."""
    if isinstance(value, Language):
        return pn.pane.HTML(language_html(value))
    if isinstance(value, Run):
        return pn.pane.HTML(run_html(value))
    raise TypeError(f"show() takes a Language or a Run, not {type(value).__name__}")
