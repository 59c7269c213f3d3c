"""Node, which runs Pyodide while the site is built: the Python that compiles and draws is the one the page has."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from maskscope_site.fetch import SiteError

_SCRIPTS = Path(__file__).resolve().parent.parent / "node"


def script(name: str) -> Path:
    """A script of `site/node/`."""
    return _SCRIPTS / name


def run_node(name: str, *arguments: str, purpose: str) -> bytes:
    """What a script of ours writes; SiteError says what it was run for."""
    node = shutil.which("node")
    if node is None:
        raise SiteError(f"node is not installed; it runs Pyodide for {purpose} (install Node.js 18 or newer)")
    done = subprocess.run([node, str(script(name)), *arguments], capture_output=True, check=False)
    if done.returncode:
        raise SiteError(f"{purpose} failed:\n{done.stderr.decode(errors='replace').strip()[-2000:]}")
    return done.stdout
