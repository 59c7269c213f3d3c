"""The page's first screen, made when the site is built: shown before Python runs, and taken over by it when it does.

The worker builds the same document again, with the same ids, because nothing in it depends on the machine or the time.
It says which document it has by a fingerprint; where that is another one, the page shows the worker's own instead.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from maskscope_site.node import run_node, script

# Of the site: what decides how it looks.
_FROM = ("numpy.pack", "libraries.pack", "app.pack", "boot.py", "packs.py", "packs.js")
THEMES = ("light", "dark")


def start_documents(site: Path, core: Path, cache: Path) -> dict[str, bytes]:
    """File name → document of each theme, as boot.py writes it; `core` is a folder with Pyodide and numpy."""
    digest = hashlib.sha256(b"".join((site / name).read_bytes() for name in _FROM))
    digest.update(script("start.mjs").read_bytes() + (core / "pyodide-lock.json").read_bytes())
    return {f"start-{theme}.json": _made(site, core, cache / "start", digest.hexdigest(), theme) for theme in THEMES}


def _made(site: Path, core: Path, kept: Path, key: str, theme: str) -> bytes:
    file = kept / f"{key}-{theme}.json"
    if not file.exists():
        made = run_node("start.mjs", str(core), str(site), theme, purpose="drawing the first screen")
        kept.mkdir(parents=True, exist_ok=True)
        file.write_bytes(made)
    return file.read_bytes()
