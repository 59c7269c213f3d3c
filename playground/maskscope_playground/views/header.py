"""The top: the name, the vocabulary, share, light and dark."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.address import address_of, apply_address
from maskscope_playground.session import Session
from maskscope_playground.theme import WIDGET
from maskscope_playground.views.icons import ICONS
from maskscope_playground.views.parts import PageParts

_BAR = """
:host {
  display: flex !important; flex-flow: row wrap !important; align-items: center !important; gap: 6px 12px !important; box-sizing: border-box;
  width: 100% !important; height: auto !important; min-height: 53px; padding: 0 14px !important; background: var(--ms-panel); border-bottom: 1px solid var(--ms-hair);
}
.ms-space { flex: 1 1 0; }
:host > * { align-self: center !important; }
"""
_NAME = """
:host { margin: 0 !important; }
.name { display: flex; align-items: center; gap: 9px; font: 700 16px/1 var(--ms-sans); letter-spacing: -0.01em; color: var(--ms-text); white-space: nowrap; }
.name svg { width: 24px; height: 24px; color: var(--ms-accent); }
"""
_LOGO = (
    '<h1 class="name" style="margin:0"><svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">'
    '<circle cx="5" cy="12" r="3"/><circle cx="18" cy="12" r="4.6"/><circle cx="18" cy="12" r="1.9"/>'
    '<path d="M8 12h5.2"/></svg>maskscope</h1>'
)


class Header(pn.viewable.Viewer):
    """The bar, and the parts of the page that have no picture: address and keyboard."""

    def __init__(self, session: Session, standalone: bool, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._page = PageParts(self._heard, standalone=standalone, dark=session.dark, margin=0, width=0, height=0)
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": 0}
        vocabulary = pn.widgets.Select.from_param(
            session.param["vocabulary"],
            name="Vocabulary",
            description=None,
            width=200,
            css_classes=["ms-select", "ms-beside"],
            **look,
        )
        self._share = pn.widgets.Button(name="Share", icon=ICONS["Share"], css_classes=["ms-quiet"], **look)
        theme = pn.widgets.Button(name="Theme", icon=ICONS["Theme"], css_classes=["ms-quiet"], **look)
        theme.on_click(lambda _: setattr(session, "dark", not session.dark))
        self._share.on_click(self._copy_link)
        self._view = pn.Row(
            pn.pane.HTML(_LOGO, stylesheets=[_NAME]),
            pn.Spacer(css_classes=["ms-space"], margin=0),
            vocabulary, self._share, theme, self._page,
            stylesheets=[_BAR], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip
        session.param.watch(self._write_address, ["compiled", "moves", "problem"])
        session.param.watch(lambda event: setattr(self._page, "dark", event.new), ["dark"])

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("ready"):
            self._session.dark = bool(message.get("dark")) and self._page.standalone
        if message.get("hash"):
            apply_address(self._session, str(message["hash"]))
        if message.get("copied") is not None:
            self._share.name = "Link copied" if message["copied"] else "Copy the address bar"
        self._key(str(message.get("key", "")))

    def _key(self, key: str) -> None:
        if key == "step":
            self._session.step()
        elif key == "back":
            self._session.back()
        elif key == "run":
            pn.state.execute(self._session.run)

    def _write_address(self, *_: Any) -> None:
        if not self._session.running:
            self._page.address = address_of(self._session)
            self._share.name = "Share"

    def _copy_link(self, *_: Any) -> None:
        self._page.copy = {"text": address_of(self._session), "link": True, "n": int(self._page.copy["n"]) + 1}
