"""How the page looks: one set of colours as CSS custom properties, and the style of Panel's own widgets.

Custom properties inherit through shadow roots, so they are set once on the app's root and every component uses them.
`light-dark()` picks by `color-scheme`, which the root sets: changing the theme changes one class. Fonts are the
reader's own; nothing is loaded from anywhere.
"""

from __future__ import annotations

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
    return f"{pairs}--ms-sans:{_SANS};--ms-mono:{_MONO};"


ROOT = f"""
:host {{ {_variables()} color-scheme: light; color: var(--ms-text); background: var(--ms-page); font-family: var(--ms-sans); }}
:host(.ms-dark) {{ color-scheme: dark; }}
"""

# Panel's widgets, one sheet for all of them.
WIDGET = """
:host { --border-radius: 8px; font-family: var(--ms-sans); color: var(--ms-text); min-width: 0; }
.bk-input-group { gap: 3px; min-width: 0; }
.bk-input-group > label, label, .bk-slider-title { font: 500 12px/1.3 var(--ms-sans) !important; color: var(--ms-soft) !important; margin: 0; padding: 0; }
.bk-input, select.bk-input, input.bk-input {
  font: 13px/1.3 var(--ms-sans) !important; color: var(--ms-text) !important; background-color: var(--ms-field) !important;
  border: 1px solid var(--ms-edge) !important; border-radius: 8px !important; padding: 0 10px !important; height: 32px !important; min-height: 32px !important; line-height: 30px !important; box-shadow: none !important;
}
select.bk-input { padding-right: 26px !important; text-overflow: ellipsis; appearance: none; background-image: none !important; cursor: pointer; }
.bk-input-group:has(select.bk-input) .bk-input-container::after, .bk-select-arrow::after { content: ""; }
:host(.ms-select) .bk-input-group::after {
  content: ""; position: absolute; right: 12px; bottom: 12px; width: 6px; height: 6px; pointer-events: none;
  border-right: 1.6px solid var(--ms-soft); border-bottom: 1.6px solid var(--ms-soft); transform: rotate(45deg);
}
.bk-input-group { position: relative; }
.bk-input:hover { border-color: var(--ms-soft) !important; }
.bk-input:focus, .bk-input:focus-visible { outline: none !important; border-color: var(--ms-accent) !important; box-shadow: 0 0 0 3px var(--ms-halo) !important; }
.bk-input::placeholder { color: var(--ms-faint) !important; opacity: 1; }
input[type=checkbox] { accent-color: var(--ms-accent); width: 15px; height: 15px; margin: 0 7px 0 0; }
input[type=checkbox]:focus-visible { outline: 2px solid var(--ms-accent); outline-offset: 2px; }
:host(.ms-check) label, .bk-checkbox-label { display: inline-flex; align-items: center; color: var(--ms-text) !important; font-size: 13px !important; font-weight: 400 !important; cursor: pointer; }
.bk-btn, .bk-btn.bk-btn-default {
  font: 550 13px/1 var(--ms-sans) !important; height: 32px; padding: 0 12px !important; border-radius: 8px !important; cursor: pointer;
  color: var(--ms-text) !important; background: var(--ms-field) !important; border: 1px solid var(--ms-edge) !important; box-shadow: none !important; gap: 6px;
  display: inline-flex; align-items: center; justify-content: center; white-space: nowrap;
}
.bk-btn:hover:not(:disabled) { background: var(--ms-wash) !important; border-color: var(--ms-soft) !important; }
.bk-btn:focus-visible { outline: 2px solid var(--ms-accent) !important; outline-offset: 2px; }
.bk-btn:disabled { opacity: 0.45; cursor: default; }
.bk-btn.bk-btn-primary { color: var(--ms-accent-ink) !important; background: var(--ms-accent) !important; border-color: var(--ms-accent) !important; }
.bk-btn.bk-btn-primary:hover:not(:disabled) { background: var(--ms-accent-hover) !important; border-color: var(--ms-accent-hover) !important; }
:host(.ms-quiet) .bk-btn { border-color: transparent !important; background: transparent !important; color: var(--ms-soft) !important; padding: 0 8px !important; }
:host(.ms-quiet) .bk-btn:hover:not(:disabled) { background: var(--ms-wash) !important; color: var(--ms-text) !important; }
:host(.ms-tab) .bk-btn { border: 0 !important; border-radius: 0 !important; height: 52px; background: transparent !important; color: var(--ms-soft) !important; padding: 0 10px !important; border-bottom: 2px solid transparent !important; }
:host(.ms-tab) .bk-btn:hover { color: var(--ms-text) !important; background: transparent !important; }
:host(.ms-tab) .bk-btn.bk-active { color: var(--ms-text) !important; border-bottom-color: var(--ms-accent) !important; background: transparent !important; }
.bk-btn-group { gap: 0; }
.noUi-target { background: var(--ms-edge) !important; border: 0 !important; box-shadow: none !important; height: 4px !important; margin: 8px 8px 8px 8px; }
.noUi-connect { background: var(--ms-accent) !important; }
.noUi-handle { background: var(--ms-field) !important; border: 2px solid var(--ms-accent) !important; border-radius: 999px !important; box-shadow: none !important; width: 16px !important; height: 16px !important; top: -6px !important; right: -8px !important; }
.noUi-handle:focus-visible { outline: 2px solid var(--ms-accent); outline-offset: 2px; }
.noUi-handle::before, .noUi-handle::after { display: none !important; }
.bk-slider-value { color: var(--ms-text); font-weight: 600; }
.bk-spin-btn { color: var(--ms-soft); background: transparent !important; opacity: 0.75; transform: scale(0.7); }
:host(.ms-beside) .bk-input-group { flex-direction: row !important; align-items: center; gap: 8px; }
:host(.ms-mark) .bk-btn { width: 32px; padding: 0 !important; font-size: 0 !important; gap: 0; }
.bk-SVGIcon { display: inline-flex !important; width: 15px !important; height: 15px !important; align-items: center; }
.bk-SVGIcon svg { width: 15px; height: 15px; display: block; }
.bk-description { display: none; }
"""

HEADING = """
:host { display: block; min-width: 0; }
h2 { margin: 0; font: 650 14px/1.3 var(--ms-sans); color: var(--ms-text); letter-spacing: 0.005em; }
p { margin: 2px 0 0; font: 12.5px/1.45 var(--ms-sans); color: var(--ms-soft); }
"""

# A card: a white box with its parts in a column.
CARD = """
:host {
  background: var(--ms-panel); border: 1px solid var(--ms-hair); border-radius: 12px; padding: 14px !important; box-sizing: border-box;
  min-width: 0; min-height: 0; gap: 10px !important; overflow: hidden;
}
"""

# Rows whose parts wrap, and the grid of the whole page; !important because Bokeh's layouts set styles of their own.
ROW = """
:host { display: flex !important; flex-flow: row wrap !important; align-items: flex-end !important; gap: 8px 10px !important; min-width: 0; height: auto !important; }
"""
BARE_ROW = ROW.replace("flex-end", "center")
SHELL = """
:host { container: ms-shell / inline-size; display: block !important; width: 100% !important; }
"""
GRID = """
:host {
  display: grid !important; box-sizing: border-box; width: 100% !important; gap: 12px !important; padding: 12px !important;
  grid-template-columns: minmax(300px, 27%) minmax(0, 1fr) minmax(300px, 25%);
  grid-template-rows: minmax(0, 1fr) auto;
  grid-template-areas: "source graph tokens" "tape tape tape";
  height: calc(100vh - 53px) !important; min-height: 700px;
}
:host(.ms-embedded) { height: 780px !important; }
.ms-source { grid-area: source; } .ms-middle { grid-area: graph; } .ms-right { grid-area: tokens; } .ms-bottom { grid-area: tape; }
.ms-source, .ms-middle, .ms-right, .ms-bottom { width: auto !important; height: auto !important; align-self: stretch !important; min-width: 0; min-height: 0; margin: 0 !important; }
@container ms-shell (max-width: 1099px) {
  :host { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); grid-template-rows: none; grid-template-areas: "graph graph" "tape tape" "source tokens"; height: auto !important; min-height: 0; }
  .ms-middle { height: 400px !important; } .ms-source, .ms-right { height: 560px !important; }
}
@container ms-shell (max-width: 679px) {
  :host { grid-template-columns: minmax(0, 1fr); grid-template-areas: "source" "graph" "tape" "tokens"; padding: 8px !important; gap: 8px !important; }
  .ms-middle { height: 320px !important; } .ms-source { height: 480px !important; } .ms-right { height: 520px !important; }
}
"""
