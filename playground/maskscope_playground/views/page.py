"""The page itself: its address, its keyboard, the clipboard and saved files, in one invisible component."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import panel as pn

from maskscope_playground.address import address_of, apply_address
from maskscope_playground.session import Session
from maskscope_playground.views.parts import PageParts


class Page:
    """What the page hears, turned into what the session does."""

    def __init__(self, session: Session, standalone: bool) -> None:
        self._session = session
        self._copied: Callable[[bool], None] = lambda done: None
        self.parts = PageParts(self._heard, standalone=standalone, dark=session.dark, margin=0, width=0, height=0)
        session.param.watch(self._write_address, ["compiled", "moves", "problem"])
        session.param.watch(lambda event: setattr(self.parts, "dark", event.new), ["dark"])

    def copy_link(self, copied: Callable[[bool], None]) -> None:
        """Put the link to this screen on the clipboard, then say whether that worked."""
        self._copied = copied
        self.parts.copy = {"text": address_of(self._session), "link": True, "n": int(self.parts.copy["n"]) + 1}

    def save(self, name: str, kind: str, text: str) -> None:
        """Offer a text as a file; the kind "png" turns SVG text into a picture first."""
        self.parts.save = {"name": name, "kind": kind, "text": text, "n": int(self.parts.save["n"]) + 1}

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("ready") and self.parts.standalone:
            self._session.dark = bool(message.get("dark"))
        if message.get("hash"):
            apply_address(self._session, str(message["hash"]))
        if "copied" in message:
            self._copied(bool(message["copied"]))
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
            self.parts.address = address_of(self._session)
