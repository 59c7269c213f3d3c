"""Compare: two sources side by side, how they relate, a shortest text for each difference, both graphs."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope_playground.comparing import Comparing, Side
from maskscope_playground.present.html import language_svg
from maskscope_playground.present.marks import all_marks
from maskscope_playground.present.report import problem_spans, problem_views
from maskscope_playground.session import Session
from maskscope_playground.theme import BARE_ROW, CARD, HEADING, LEAF, NO_BUTTON, ROW, WIDGET
from maskscope_playground.views.bound import bound
from maskscope_playground.views.editor import SourceEditor
from maskscope_playground.views.parts import Report, TextLine, Witnesses

_PAIR = """
:host {
  display: grid !important; grid-template-columns: repeat(auto-fit, minmax(min(360px, 100%), 1fr));
  gap: 12px !important; width: 100% !important; height: auto !important;
}
:host > * { width: auto !important; min-width: 0; }
"""
_PICTURE = ".picture { overflow: auto; max-height: 320px; } .picture svg { max-width: none !important; }"


class ComparePage(pn.viewable.Viewer):
    """Two sides and what comes of comparing them."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session, self._model = session, Comparing()
        self._sides = [_SideView(session, self._model.a, "A"), _SideView(session, self._model.b, "B")]
        self._verdict = TextLine(kind="ms-status", words=["", ""], margin=0)
        self._witnesses = Witnesses(margin=0)
        button = pn.widgets.Button(name="Compare", button_type="primary", stylesheets=[WIDGET], margin=0)
        button.on_click(lambda _: self._model.compare())
        heading = pn.pane.HTML(
            "<h2>Compare two grammars</h2><p>Do they mean the same? If not: the shortest texts that tell.</p>",
            stylesheets=[HEADING], margin=0,
        )  # fmt: skip
        self._view = pn.Column(
            heading,
            pn.Row(*self._sides, stylesheets=[_PAIR, NO_BUTTON], margin=(14, 0, 12, 0)),
            pn.Column(
                pn.Row(button, self._verdict, stylesheets=[BARE_ROW], margin=0), self._witnesses,
                stylesheets=[CARD], margin=0, sizing_mode="stretch_width",
            ),
            stylesheets=[LEAF], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip
        self._model.param.watch(self._show, ["result"])
        self._model.compare()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _show(self, *_: Any) -> None:
        result = self._model.result or {"word": "", "said": "", "rows": []}
        self._verdict.words = [result["word"], result["said"]]
        self._witnesses.rows = result["rows"]


class _SideView(pn.viewable.Viewer):
    """One grammar: kind, editor, problems, picture."""

    def __init__(self, session: Session, side: Side, letter: str, **params: Any) -> None:
        super().__init__(**params)
        self._session, self._side = session, side
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": 0}
        kind = bound(
            pn.widgets.Select, side.param["kind"], label=f"Kind {letter}", width=130, css_classes=["ms-select"],
            description=None, **look,
        )  # fmt: skip
        take = pn.widgets.Button(name=f"Take the playground's as {letter}", css_classes=["ms-quiet"], **look)
        take.on_click(lambda _: side.param.update(kind=session.kind, text=session.grammar))
        self._editor = SourceEditor(
            self._typed, label=f"Grammar {letter}", text={"rev": 1, "value": side.text, "put": 0},
            height=180, sizing_mode="stretch_width", margin=0,
        )  # fmt: skip
        self._report = Report(lambda message: self._editor.scroll_to(int(message["at"])), margin=0)
        self._picture = pn.pane.HTML("", stylesheets=[_PICTURE], margin=0, sizing_mode="stretch_width")
        self._view = pn.Column(
            pn.Row(kind, take, stylesheets=[ROW], margin=0), self._editor, self._report, self._picture,
            stylesheets=[CARD], margin=0, sizing_mode="stretch_width",
        )  # fmt: skip
        side.param.watch(self._show, ["language", "problem", "kind", "text"])
        session.param.watch(self._show, ["dark"])
        self._show()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _typed(self, text: str) -> None:
        self._side.text = text
        self._side.compile()

    def _show(self, *_: Any) -> None:
        side = self._side
        self._editor.wrap = side.kind == "regex"
        self._editor.put(side.text)
        self._editor.mark(all_marks(side.kind, side.text, (), problem_spans(side.problem), ()))
        self._report.view = {"problems": problem_views(side.problem), "notes": [], "sizes": []}
        if side.language is not None:
            theme = "dark" if self._session.dark else "light"
            self._picture.object = f'<div class="picture">{language_svg(side.language, theme)}</div>'
