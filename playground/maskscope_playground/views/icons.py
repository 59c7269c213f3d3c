"""Small pictures for buttons, drawn here so that none is fetched."""

from __future__ import annotations

_SOLID = 'fill="currentColor"'
_LINES = 'fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"'


def _icon(path: str, paint: str = _LINES) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" aria-hidden="true" {paint}>{path}</svg>'


ICONS = {
    "Reset": _icon('<path d="M3 3h2v10H3zM13 3v10L6 8z"/>', _SOLID),
    "Back": _icon('<path d="M11 3v10L4 8z"/>', _SOLID),
    "Step": _icon('<path d="M5 3v10l7-5z"/>', _SOLID),
    "Run": _icon('<path d="M2 3v10l6-5zM8 3v10l6-5z"/>', _SOLID),
    "Stop": _icon('<path d="M4 4h8v8H4z"/>', _SOLID),
    "Share": _icon('<path d="M8 10V2M5 4.5 8 2l3 2.5M4 7H3v7h10V7h-1"/>'),
    "Theme": _icon('<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" fill="currentColor"/>'),
    "Near": _icon('<path d="M8 3v10M3 8h10"/>'),
    "Far": _icon('<path d="M3 8h10"/>'),
    "Fit": _icon('<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"/>'),
    "Options": _icon(
        '<path d="M2 5h7M13 5h1M2 11h1M7 11h7"/><circle cx="11" cy="5" r="1.8"/><circle cx="5" cy="11" r="1.8"/>'
    ),
    "File": _icon('<path d="M8 11V3M5 6l3-3 3 3M3 13h10"/>'),
}

LOGO = (
    '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true">'
    '<circle cx="5" cy="12" r="3"/><circle cx="18" cy="12" r="4.6"/><circle cx="18" cy="12" r="1.9"/>'
    '<path d="M8 12h5.2"/></svg>'
)
