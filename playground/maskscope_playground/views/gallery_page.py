"""The gallery: a card a preset; one click loads it into the playground."""

from __future__ import annotations

import asyncio
from typing import Any

import panel as pn

from maskscope_playground.present.cards import card_view, preset_svg
from maskscope_playground.session import Session
from maskscope_playground.theme import HEADING, LEAF
from maskscope_playground.views.parts import Cards
from maskscope_presets import presets


class GalleryPage(pn.viewable.Viewer):
    """All presets as cards."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        self._cards = Cards(
            self._heard, cards=[card_view(one) for one in presets()], margin=(14, 0, 0, 0), sizing_mode="stretch_width"
        )
        heading = pn.pane.HTML(
            "<h2>Gallery</h2><p>Grammars to start from, each for one idea. A click opens it in the playground.</p>",
            stylesheets=[HEADING], margin=0,
        )  # fmt: skip
        self._view = pn.Column(heading, self._cards, stylesheets=[LEAF], margin=0, sizing_mode="stretch_width")
        session.param.watch(self._draw, ["dark"])

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _draw(self, *_: Any) -> None:
        pn.state.execute(self._fill)

    async def _fill(self) -> None:
        """The drawings, one at a time, so that the page can be used meanwhile; a change of theme starts anew."""
        dark = self._session.dark
        for one in presets():
            await asyncio.sleep(0)
            if self._session.dark != dark:
                return
            drawn = self._cards.drawings["n"] + 1
            svg = preset_svg(one.name, "dark" if dark else "light")
            self._cards.drawings = {"n": drawn, "name": one.name, "svg": svg}

    def _heard(self, message: dict[str, Any]) -> None:
        if message.get("ready"):
            self._draw()
        name = message.get("load")
        if any(one.name == name for one in presets()):
            self._session.param.update(preset=name, page="Playground")
