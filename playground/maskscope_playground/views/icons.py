"""Small pictures for buttons, drawn here so that none is fetched."""

from __future__ import annotations


def _icon(path: str, fill: bool = True) -> str:
    paint = (
        'fill="currentColor"' if fill else 'fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round"'
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" aria-hidden="true" {paint}>{path}</svg>'


ICONS = {
    "Reset": _icon('<path d="M3 3h2v10H3zM13 3v10L6 8z"/>'),
    "Back": _icon('<path d="M11 3v10L4 8z"/>'),
    "Step": _icon('<path d="M5 3v10l7-5z"/>'),
    "Run": _icon('<path d="M2 3v10l6-5zM8 3v10l6-5z"/>'),
    "Stop": _icon('<path d="M4 4h8v8H4z"/>'),
    "Share": _icon(
        '<path d="M6.5 9.5a3 3 0 0 0 4.2 0l2-2a3 3 0 0 0-4.2-4.2l-.8.8M9.5 6.5a3 3 0 0 0-4.2 0l-2 2a3 3 0 0 0 4.2 4.2l.8-.8"/>',
        False,
    ),
    "Theme": _icon(
        '<path d="M8 2a6 6 0 1 0 0 12zM8 2a6 6 0 0 1 0 12" stroke="currentColor" stroke-width="1.4" fill-rule="evenodd"/><path d="M8 2.7a5.3 5.3 0 0 1 0 10.6z" fill="var(--ms-panel)"/>'
    ),
    "Options": _icon(
        '<path d="M2 5h7M13 5h1M2 11h1M7 11h7"/><circle cx="11" cy="5" r="1.8"/><circle cx="5" cy="11" r="1.8"/>', False
    ),
    "Near": _icon('<path d="M8 3v10M3 8h10"/>', False),
    "Far": _icon('<path d="M3 8h10"/>', False),
    "Fit": _icon('<path d="M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10"/>', False),
}
