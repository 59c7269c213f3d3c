"""Static HTML of core values, for notebooks and exported pages. Every text is escaped."""

from __future__ import annotations

from html import escape

from maskscope.automaton.language import Language
from maskscope.decode.run import Run
from maskscope.draw.svg import Theme, svg_of
from maskscope_playground.present.machine import machine_of
from maskscope_playground.present.pictures import whole_picture, window
from maskscope_playground.present.words import counted, visible

_CHIP = (
    "display:inline-block;margin:2px;padding:2px 7px;border-radius:6px;border:1px solid {edge};"
    "background:{fill};color:#1c2433;font:13px monospace"
)
_FILLS = ("#e3f1ff", "#e6f6ea", "#fdf0d9", "#f3e8fd", "#fde8ec", "#e1f5f4")
_EDGES = ("#8fbbe6", "#90c8a0", "#dcb56b", "#c3a1e3", "#e3a0ad", "#85c9c5")


def language_svg(language: Language, theme: Theme = "auto") -> str:
    """The whole automaton, or the surroundings of its start where it is large or recursive."""
    machine = machine_of(language)
    picture = whole_picture(machine, "auto") or window(machine, b"", 2, "auto")
    return svg_of(picture.graph, picture.layout, theme, title=f"{language.kind or 'grammar'} automaton")


def language_html(language: Language) -> str:
    """The picture, and beneath it what it is."""
    size = counted(language.n_nfa_states, "NFA state")
    return f'<div style="overflow:auto">{language_svg(language)}</div><small>{escape(language.kind)}, {size}</small>'


def run_html(run: Run) -> str:
    """The tokens as chips, and how it ended."""
    chips = "".join(
        _chip(i, visible(step.data) if step.data else "EOS", step.token) for i, step in enumerate(run.steps)
    )
    return f"<div>{chips}</div><small>{escape(run.stop)}: {counted(len(run.steps), 'token')}</small>"


def _chip(i: int, text: str, token: int) -> str:
    style = _CHIP.format(edge=_EDGES[i % 6], fill=_FILLS[i % 6])
    return f'<span style="{style}" title="token {token}">{escape(text)}</span>'
