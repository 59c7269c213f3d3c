"""The top: the name, the pages, the vocabulary, share, light and dark."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.session import Session
from maskscope_playground.theme import WIDGET
from maskscope_playground.views.bound import bound
from maskscope_playground.views.icons import ICONS, LOGO
from maskscope_playground.views.page import Page
from maskscope_playground.views.vocabulary_file import VocabularyFile

_BAR = """
:host {
  display: flex !important; flex-flow: row wrap !important; align-items: center !important; gap: 0 12px !important;
  min-width: 0 !important;
  box-sizing: border-box; width: 100% !important; height: auto !important; min-height: 53px; padding: 0 14px !important;
  background: var(--ms-panel); border-bottom: 1px solid var(--ms-hair); container-type: inline-size;
}
:host > * { align-self: center !important; }
.ms-space { flex: 1 1 0; }
@container (max-width: 720px) {
  .ms-space { flex: 0 0 100%; height: 0; }
  .ms-tools { padding-bottom: 8px; }
  .ms-name { padding-top: 10px; }
}
"""
_NAME = """
:host { margin: 0 !important; }
h1 {
  display: flex; align-items: center; gap: 9px; margin: 0; white-space: nowrap;
  font: 700 16px/1 var(--ms-sans); letter-spacing: -0.01em; color: var(--ms-text);
}
h1 svg { width: 24px; height: 24px; color: var(--ms-accent); }
"""
_TOOLS = """
:host {
  display: flex !important; flex-flow: row wrap !important; gap: 4px 8px !important; align-items: center !important;
  width: auto !important; height: auto !important;
}
:host > * { align-self: center !important; }
"""


class Header(pn.viewable.Viewer):
    """The bar over all pages."""

    def __init__(self, session: Session, page: Page, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": 0}
        quiet: dict[str, Any] = {**look, "css_classes": ["ms-quiet"]}
        self._share = pn.widgets.Button(name="Share", icon=ICONS["Share"], **quiet)
        theme = pn.widgets.Button(name="Theme", icon=ICONS["Theme"], **quiet)
        theme.on_click(lambda _: setattr(session, "dark", not session.dark))
        self._share.on_click(lambda _: page.copy_link(self._copied))
        pages = bound(
            pn.widgets.RadioButtonGroup, session.param["page"], label="Pages", css_classes=["ms-tab"],
            button_type="default", **look,
        )  # fmt: skip
        vocabulary = bound(
            pn.widgets.Select, session.param["vocabulary"], label="Vocabulary", description=None, width=196,
            css_classes=["ms-select", "ms-beside"], **look,
        )  # fmt: skip
        tools = pn.Row(
            vocabulary, VocabularyFile(session), self._share, theme, page.parts,
            stylesheets=[_TOOLS], css_classes=["ms-tools"], margin=0,
        )  # fmt: skip
        self._view = pn.Row(
            pn.pane.HTML(f"<h1>{LOGO}maskscope</h1>", stylesheets=[_NAME], css_classes=["ms-name"]),
            pages, pn.Spacer(css_classes=["ms-space"], margin=0), tools,
            stylesheets=[_BAR], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip
        session.param.watch(lambda *_: setattr(self._share, "name", "Share"), ["moves", "compiled"])

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _copied(self, done: bool) -> None:
        self._share.name = "Link copied" if done else "Copy the address bar"
