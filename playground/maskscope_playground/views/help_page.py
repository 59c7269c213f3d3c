"""Help: what is on the screen, what the words mean, and the keys. Text of ours alone."""

from __future__ import annotations

from html import escape
from typing import Any

import panel as pn

from maskscope_playground.session import Session
from maskscope_playground.theme import CARD, HEADING, LEAF

Rows = tuple[tuple[str, str], ...]

STEPS: Rows = (
    (
        "Write or pick a grammar",
        "A regex, GBNF or a JSON Schema on the left; presets and the gallery have one for each idea.",
    ),
    ("Press Step", "One allowed token is taken. The current state moves, and what is live in the grammar lights up."),
    (
        "Ask Why?",
        "For a token you miss: the byte at which it died, what was expected there, and which part expected it.",
    ),
    ("Press Run", "After the budget only tokens that come nearer to a complete text are taken: it always finishes."),
)
SCREEN: Rows = (
    (
        "Source",
        "Compiles as you type. Problems stand under it with their place; notes say what is narrowed or "
        "differs elsewhere; Lint says what is odd with the vocabulary.",
    ),
    (
        "Automaton",
        "States by distance to a complete text, the current one filled, accepting ones with a double ring. A "
        "click shows a state's tokens; Export writes SVG, PNG or DOT.",
    ),
    (
        "Tokens",
        "What may come next, its share where a model is asked, and how many bytes a complete text still "
        "needs. A click takes the token.",
    ),
    (
        "Tape",
        "The tokens so far; a click on one goes back to it. Type cuts a text into tokens and takes them as "
        "far as allowed.",
    ),
    ("Compare", "Two grammars: equal, contained, or a shortest text that only one accepts."),
    ("Tokenizer", "A text's tokens and merges; a chat prompt as a model reads it, and where the grammar begins."),
)
STRATEGIES: Rows = (
    ("monkey", "Any allowed token, with chances that spread over the shapes of text rather than over tokens."),
    ("greedy", "The allowed token that the model finds likeliest."),
    ("sampler", "Temperature, top-k, top-p and min-p, as real runtimes apply them, then the mask."),
)
KEYS: Rows = (
    ("Ctrl + Enter", "run"),
    ("Alt + →", "step"),
    ("Alt + ←", "one token back"),
    ("Tab", "to the next control; all can be reached"),
)
_CARDS = (
    ("First steps", STEPS),
    ("The screen", SCREEN),
    ("Strategies", STRATEGIES),
    ("Keys", KEYS),
)
_STAYS = (
    "Grammars, links and tokenizer files are read where the page runs and go nowhere else. Share puts the whole screen "
    "into a link, behind its #, which no server sees."
)
_LIST = """
dl {
  display: grid; grid-template-columns: 170px minmax(0, 1fr); gap: 7px 16px; margin: 10px 0 0;
  font: 13px/1.5 var(--ms-sans);
}
dt { font-weight: 650; color: var(--ms-text); }
dd { margin: 0; color: var(--ms-soft); max-width: 96ch; }
@media (max-width: 520px) { dl { grid-template-columns: 1fr; gap: 2px; } dd { margin-bottom: 8px; } }
"""


class HelpPage(pn.viewable.Viewer):
    """What there is and how to use it."""

    def __init__(self, session: Session, **params: Any) -> None:
        super().__init__(**params)
        cards = [_card(title, rows) for title, rows in _CARDS]
        heading = _text(f"<h2>Help</h2><p>{escape(_STAYS)}</p>", margin=(0, 0, 14, 0))
        self._view = pn.Column(heading, *cards, stylesheets=[LEAF], margin=0, sizing_mode="stretch_width")

    def __panel__(self) -> pn.viewable.Viewable:
        return self._view


def _card(title: str, rows: Rows) -> pn.Column:
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(what)}</dd>" for name, what in rows)
    text = _text(f"<h2>{title}</h2><dl>{listed}</dl>")
    return pn.Column(text, stylesheets=[CARD], margin=(0, 0, 12, 0), sizing_mode="stretch_width")


def _text(markup: str, margin: Any = 0) -> pn.pane.HTML:
    return pn.pane.HTML(markup, stylesheets=[HEADING, _LIST], margin=margin, sizing_mode="stretch_width")
