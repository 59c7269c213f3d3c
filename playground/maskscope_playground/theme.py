"""How the page looks: one set of colours as CSS custom properties, and the style sheets of layouts and widgets.

Custom properties inherit through shadow roots, so they are set once on the app's root and every component uses them.
`light-dark()` picks by `color-scheme`, which the root sets: changing the theme changes one class. Fonts are the
reader's own; nothing is loaded from anywhere. The sheets stand in `style/`, one a purpose; `!important` in them is
there because Bokeh's layouts set styles of their own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from maskscope.draw.palette import DARK, LIGHT

_PAIRS = {
    "page": ("#f3f5f8", "#0d1117"),
    "panel": (LIGHT.paper, DARK.paper),
    "field": ("#ffffff", "#10151d"),
    "wash": ("#f2f4f8", "#1d2430"),
    "hair": ("#e6e9ef", "#232b38"),
    "edge": ("#c3cad6", "#3b4658"),
    "text": (LIGHT.text, DARK.text),
    "soft": (LIGHT.soft, DARK.soft),
    "faint": ("#697386", "#8a94a7"),
    "accent": ("#0b6e62", "#4cc9b0"),
    "accent-ink": ("#ffffff", "#06231d"),
    "accent-hover": ("#095a50", "#6fd8c3"),
    "halo": ("#0b6e6233", "#4cc9b040"),
    "select": ("#0b6e6238", "#4cc9b045"),
    "now": (LIGHT.now, DARK.now),
    "good": ("#136c3f", "#5fd39a"),
    "good-wash": ("#e6f5ec", "#12281e"),
    "bad": ("#b3261e", "#ff8f85"),
    "bad-wash": ("#fdefee", "#2c1817"),
    "note": ("#7a5300", "#e0b25a"),
    "live": ("#ffe3b8", "#4a3310"),
    "live-wide": ("#fff6e8", "#221b10"),
    "live-edge": ("#e6a24a", "#8a6222"),
    "bar": ("#cfe6f5", "#22425a"),
    "code-key": ("#1d4f91", "#8fbcff"),
    "code-string": ("#1b6a45", "#86d9a8"),
    "code-number": ("#8a4a00", "#f0b878"),
    "code-op": ("#5a6478", "#9aa5b8"),
    "code-name": ("#6b3fa0", "#c9a6ff"),
    "code-comment": ("#667085", "#8a94a7"),
    "hue-0": ("#e3f1ff", "#152a40"),
    "hue-1": ("#e6f6ea", "#142c1f"),
    "hue-2": ("#fdf0d9", "#35280f"),
    "hue-3": ("#f3e8fd", "#2a1d3d"),
    "hue-4": ("#fde8ec", "#381a22"),
    "hue-5": ("#e1f5f4", "#102d2d"),
    "hue-0-edge": ("#8fbbe6", "#3d6893"),
    "hue-1-edge": ("#90c8a0", "#3c7550"),
    "hue-2-edge": ("#dcb56b", "#86672a"),
    "hue-3-edge": ("#c3a1e3", "#6c4f91"),
    "hue-4-edge": ("#e3a0ad", "#8d4654"),
    "hue-5-edge": ("#85c9c5", "#357673"),
}

_SANS = 'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif'
_MONO = 'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "Noto Sans Mono", "DejaVu Sans Mono", monospace'


def colour(name: str, dark: bool) -> str:
    """One colour of a theme, for what cannot use CSS."""
    return _PAIRS[name][int(dark)]


def _variables() -> str:
    pairs = "".join(f"--ms-{name}:light-dark({light},{dark});" for name, (light, dark) in _PAIRS.items())
    return f":host{{{pairs}--ms-sans:{_SANS};--ms-mono:{_MONO};}}"


def hide(view: Any, hidden: bool) -> None:
    """Hide or show a view whose style sheets include HIDDEN: a class, since a style of `:host` beats Bokeh's hiding."""
    kept = [name for name in view.css_classes or [] if name != "ms-hidden"]
    view.css_classes = [*kept, "ms-hidden"] if hidden else kept


def _sheet(name: str) -> str:
    return (Path(__file__).parent / "style" / f"{name}.css").read_text(encoding="utf-8")


# Panel's columns carry a scroll button, which a grid or a gap would make room for.
NO_BUTTON = ".scroll-button { display: none !important; }\n"
HIDDEN = ":host(.ms-hidden) { display: none !important; }\n"
# When anything changes size, Bokeh clears the style of every view, measures, and sets it again. A box that turns from
# `flex` to `block` and back is built anew with all that is in it, the editor's text too: so columns say what they are.
COLUMN = ":host { display: flex !important; flex-direction: column !important; }\n" + NO_BUTTON

ROOT = _variables() + COLUMN + _sheet("root")  # the app
SHELL = COLUMN + _sheet("shell")  # what the grid measures itself by
PAGE = COLUMN + HIDDEN + _sheet("page")  # one page among others
GRID = _sheet("grid") + NO_BUTTON  # the playground's four cards
LEAF = COLUMN + _sheet("leaf")  # any other page: one column with room around it
CARD = COLUMN + _sheet("card")  # a box with its parts in a column
ROW = _sheet("row")  # parts that wrap, their feet on one line
NARROW_ROW = ROW.replace("row wrap", "row nowrap")
BARE_ROW = ROW.replace("flex-end", "center")
WIDGET = _sheet("widget")  # Panel's own widgets
HEADING = _sheet("heading")  # a title and a sentence
