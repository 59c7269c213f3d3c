"""The page: one session, its views, and how they are arranged. Server, notebook and static site all call `build`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import panel as pn

from maskscope_playground.session import Session
from maskscope_playground.theme import GRID, PAGE, ROOT, SHELL, hide
from maskscope_playground.views.automaton_panel import AutomatonPanel
from maskscope_playground.views.header import Header
from maskscope_playground.views.page import Page
from maskscope_playground.views.parts import TextLine
from maskscope_playground.views.source_panel import SourcePanel
from maskscope_playground.views.tape_panel import TapePanel
from maskscope_playground.views.token_panel import TokenPanel


def build(session: Session, standalone: bool = True) -> pn.viewable.Viewable:
    """The whole playground for one session; `standalone` is a page of its own, not a cell of a notebook."""
    pn.config.respect_explicit_sizing = True  # else Panel overrides ours, and warns of it at every start
    page = Page(session, standalone)
    pages = _Pages(session, {"Playground": lambda: _playground(session, page, standalone)})
    root = pn.Column(
        Header(session, page), _notice(session), pages,
        css_classes=["ms-app"], stylesheets=[ROOT], margin=0, sizing_mode="stretch_width",
    )  # fmt: skip

    def dress(*_: Any) -> None:
        root.css_classes = ["ms-app", *([] if standalone else ["ms-embedded"]), *(["ms-dark"] if session.dark else [])]

    session.param.watch(dress, ["dark"])
    dress()
    return root


def _playground(session: Session, page: Page, standalone: bool) -> pn.viewable.Viewable:
    return pn.Column(
        SourcePanel(session), AutomatonPanel(session, page), TokenPanel(session), TapePanel(session),
        stylesheets=[GRID], css_classes=[] if standalone else ["ms-embedded"], margin=0, sizing_mode="stretch_width",
    )  # fmt: skip


def _notice(session: Session) -> pn.viewable.Viewable:
    line = TextLine(kind="ms-notice", margin=0, sizing_mode="stretch_width")
    session.param.watch(lambda event: setattr(line, "words", ["", event.new]), ["notice"])
    return line


def _gallery(session: Session) -> pn.viewable.Viewable:
    from maskscope_playground.views.gallery_page import GalleryPage

    return GalleryPage(session)


def _compare(session: Session) -> pn.viewable.Viewable:
    from maskscope_playground.views.compare_page import ComparePage

    return ComparePage(session)


def _tokenizer(session: Session) -> pn.viewable.Viewable:
    from maskscope_playground.views.tokenizer_page import TokenizerPage

    return TokenizerPage(session)


def _help(session: Session) -> pn.viewable.Viewable:
    from maskscope_playground.views.help_page import HelpPage

    return HelpPage(session)


# Imported and made when they are first turned to: the first screen does not wait for them.
_OTHERS: dict[str, Callable[[Session], pn.viewable.Viewable]] = {
    "Gallery": _gallery,
    "Compare": _compare,
    "Tokenizer": _tokenizer,
    "Help": _help,
}


class _Pages(pn.viewable.Viewer):
    """The pages, one shown at a time; each is made when it is first asked for."""

    def __init__(self, session: Session, makers: dict[str, Callable[[], pn.viewable.Viewable]], **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._makers = {**makers, **{name: partial(maker, session) for name, maker in _OTHERS.items()}}
        self._made: dict[str, pn.Column] = {}
        self._view = pn.Column(stylesheets=[SHELL], margin=0, sizing_mode="stretch_width")
        session.param.watch(self._turn, ["page"])
        self._turn()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _turn(self, *_: Any) -> None:
        wanted = self._session.page
        if wanted not in self._made:
            self._made[wanted] = pn.Column(
                self._makers[wanted](), margin=0, sizing_mode="stretch_width", stylesheets=[PAGE]
            )
            self._view.append(self._made[wanted])
        for name, made in self._made.items():
            hide(made, name != wanted)
