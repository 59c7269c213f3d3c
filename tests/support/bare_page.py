"""A page that starts Pyodide and imports numpy, Bokeh and Panel, and nothing else: what any page like ours has to pay.

The libraries are those of the site as their authors ship them, less what no page can use, compiled and unpacked.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from support.site_build import builder

_PAGE = '<!doctype html><title>bare</title><script src="page.js"></script>'
_PAGE_SCRIPT = """
new Worker("python.js").onmessage = () => { document.title = "ready"; window.ready = Math.round(performance.now()); };
"""
_WORKER = """
const base = new URL(".", self.location.href).href;
const archive = fetch(base + "libraries.zip").then((r) => r.arrayBuffer());
importScripts(base + "vendor/pyodide/pyodide.js");
loadPyodide({ indexURL: base + "vendor/pyodide/", packages: ["numpy"] }).then(async (pyodide) => {
  const packages = pyodide.runPython("import site; site.getsitepackages()[0]");
  pyodide.unpackArchive(await archive, "zip", { extractDir: packages });
  pyodide.runPython("import bokeh.models, bokeh.plotting, panel");
  postMessage("ready");
});
"""


def build_bare_page(out: Path, site: Path) -> Path:
    """The page, with the Pyodide of a built site."""
    build = builder()
    table, cache = build.pins.read_pins(), build.fetch.cache_folder()
    core = build.vendor.unpack_core(table, cache)
    libraries = build.bundle.library_tree(build.fetch.fetch_wheels(table.wheels, cache))
    stubs = build.bundle.folder_tree(build.SITE / "shims")
    compiled = build.bytecode.compile_tree({**libraries, **stubs}, core, cache)
    out.mkdir(parents=True)
    _write_vendor(out / "vendor/pyodide", site, table, cache)
    (out / "libraries.zip").write_bytes(build.bundle.zip_tree(compiled))
    for name, text in {"index.html": _PAGE, "page.js": _PAGE_SCRIPT, "python.js": _WORKER}.items():
        (out / name).write_text(text, "utf-8")
    return out


def _write_vendor(folder: Path, site: Path, table: Any, cache: Path) -> None:
    """Pyodide's core as in the site, and numpy as the wheel that Pyodide loads."""
    build = builder()
    folder.mkdir(parents=True)
    for path in (site / "vendor/pyodide").iterdir():
        (folder / path.name).symlink_to(path)
    lock = json.loads((build.vendor.unpack_core(table, cache) / "pyodide-lock.json").read_text("utf-8"))
    numpy = build.bundle.zip_tree(build.vendor.numpy_tree(table, cache))
    lock["packages"] = {"numpy": {**lock["packages"]["numpy"], "sha256": hashlib.sha256(numpy).hexdigest()}}
    (folder / table.numpy_wheel).write_bytes(numpy)
    (folder / "pyodide-lock.json").unlink()
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), "utf-8")
