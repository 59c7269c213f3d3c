"""The page: one session, its views, and how they are arranged. Server, notebook and static site all call `build`."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.session import Session
from maskscope_playground.theme import CARD, GRID, ROOT, SHELL
from maskscope_playground.views.automaton_panel import AutomatonPanel
from maskscope_playground.views.header import Header
from maskscope_playground.views.source_panel import SourcePanel
from maskscope_playground.views.tape_panel import TapePanel
from maskscope_playground.views.token_panel import TokenPanel


def build(session: Session, standalone: bool = True) -> pn.viewable.Viewable:
    """The whole playground for one session; `standalone` is a page of its own, not a cell of a notebook."""
    header = Header(session, standalone)
    play = pn.Column(
        SourcePanel(session), AutomatonPanel(session), TokenPanel(session), TapePanel(session),
        stylesheets=[GRID], css_classes=[] if standalone else ["ms-embedded"], margin=0, sizing_mode="stretch_width",
    )  # fmt: skip
    shell = pn.Column(play, stylesheets=[SHELL], margin=0, sizing_mode="stretch_width")
    root = pn.Column(header, shell, css_classes=["ms-app"], stylesheets=[ROOT], margin=0, sizing_mode="stretch_width")

    def dress(*_: Any) -> None:
        root.css_classes = ["ms-app", "ms-dark"] if session.dark else ["ms-app"]

    session.param.watch(dress, ["dark"])
    dress()
    return root
