"""The left column: kind and preset, the editor, what the compiler says, the options."""

from __future__ import annotations

from typing import Any

import panel as pn

from maskscope.text import Source
from maskscope_playground.present.marks import all_marks
from maskscope_playground.present.report import lint_view, note_views, problem_spans, problem_views
from maskscope_playground.present.sizes import sizes_of
from maskscope_playground.session import Session
from maskscope_playground.theme import CARD, NARROW_ROW, WIDGET
from maskscope_playground.views.bound import bound
from maskscope_playground.views.editor import SourceEditor
from maskscope_playground.views.icons import ICONS
from maskscope_playground.views.parts import Report


class SourcePanel(pn.viewable.Viewer):
    """Where the grammar is written."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        self._session = session
        text = {"rev": 1, "value": session.grammar, "put": 0}
        self._editor = SourceEditor(
            self._typed, text=text, wrap=session.kind == "regex", sizing_mode="stretch_both", margin=0, min_height=120
        )
        self._report = Report(self._reported, margin=0)
        self._options = pn.Column(
            stylesheets=[":host { gap: 8px !important; }"], margin=0, visible=False, sizing_mode="stretch_width"
        )
        self._toggle = pn.widgets.Toggle(
            name="Options", icon=ICONS["Options"], value=session.options_changed, css_classes=["ms-mark"],
            stylesheets=[WIDGET], margin=0, width=32,
        )  # fmt: skip
        self._toggle.param.watch(self._show_options, "value")
        session.param.watch(self._show_options, ["kind"])
        self._show_options()
        self._view = pn.Column(
            self._choices(), self._options, self._editor, self._report,
            css_classes=["ms-source"], stylesheets=[CARD], sizing_mode="stretch_both",
        )  # fmt: skip
        session.param.watch(self._text_changed, ["grammar", "kind"])
        session.param.watch(self._mark, ["compiled", "problem", "moves", "looked_at", "findings"])
        self._mark()

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view

    def _choices(self) -> pn.viewable.Viewable:
        look = {"stylesheets": [WIDGET], "css_classes": ["ms-select"], "margin": 0}
        of = self._session.param
        kind = bound(pn.widgets.Select, of["kind"], label="Kind", description=None, width=122, **look)
        preset = bound(
            pn.widgets.Select, of["preset"], label="Preset", description=None, sizing_mode="stretch_width", **look
        )
        return pn.Row(kind, preset, self._toggle, stylesheets=[NARROW_ROW], margin=0)

    def _option_rows(self) -> list[pn.viewable.Viewable]:
        look: dict[str, Any] = {"stylesheets": [WIDGET], "margin": 0, "description": None}
        of = self._session.param
        select = {"css_classes": ["ms-select"], "sizing_mode": "stretch_width", **look}
        closed = {"css_classes": ["ms-check"], "stylesheets": [WIDGET], "margin": 0}
        return [
            pn.Row(
                bound(pn.widgets.Select, of["whitespace"], label="White space", **select),
                bound(pn.widgets.Select, of["order"], label="Key order", **select),
                bound(pn.widgets.Select, of["formats"], label="Formats", **select),
                stylesheets=[NARROW_ROW],
                margin=0,
            ),
            bound(pn.widgets.Checkbox, of["closed"], label="Objects are closed unless they say otherwise", **closed),
        ]

    def _show_options(self, *_: Any) -> None:
        has = self._session.kind == "json_schema"
        self._toggle.visible = has
        shown = has and self._toggle.value
        if shown and not len(self._options):
            self._options.objects = self._option_rows()  # made when they are first asked for
        self._options.visible = shown

    def _typed(self, text: str) -> None:
        if text == self._session.grammar:
            self._mark()
        else:
            self._session.type_grammar(text)

    def _reported(self, message: dict[str, Any]) -> None:
        if "lint" in message:
            self._session.lint()
        else:
            self._editor.scroll_to(int(message["at"]))

    def _text_changed(self, *_: Any) -> None:
        self._editor.wrap = self._session.kind == "regex"
        self._editor.put(self._session.grammar)
        self._mark()

    def _mark(self, *_: Any) -> None:
        session = self._session
        broken = session.problem is not None
        language = session.compiled.language if session.compiled else None
        live = () if broken or language is None else session.live_spans
        notes = () if broken or language is None else language.notes
        self._editor.mark(all_marks(session.kind, session.grammar, live, problem_spans(session.problem), notes))
        self._report.view = {
            "problems": problem_views(session.problem),
            "notes": note_views(notes, language.source) if language else [],
            "sizes": sizes_of(session.compiled) if session.compiled else [],
            "lint": self._lint(broken),
        }

    def _lint(self, broken: bool) -> dict[str, Any]:
        fresh = self._session.compiled
        if broken or fresh is None:
            return lint_view("", None, Source("", ""))
        return lint_view(fresh.guide.vocabulary.name, self._session.findings, fresh.language.source)
