"""Builds the static site: the playground with no server. `maskscope site OUT [--offline]` calls `build`.

    fetch (pins.toml) → bundle our packages and the libraries → exchange lines (quicken), import late (lazy) → byte code
        → vendor JavaScript → pages → side files

With `offline` the site carries Pyodide itself and makes no request to any other host; without, the page takes Pyodide
from its CDN. Equal inputs give equal bytes.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SITE = Path(__file__).resolve().parent
if str(SITE) not in sys.path:  # the builder lies beside this file, in a checkout and in an installed wheel
    sys.path.insert(0, str(SITE))

from maskscope_site import bundle, bytecode, fetch, lazy, pack, pages, pins, policy, quicken, squeeze, start, vendor  # noqa: E402

_SCRIPTS = ("app.js", "work.js", "worker.js", "packs.js", "image.js", "starts.js", "shim.js", "sw.js")
_PYTHON = ("boot.py", "packs.py")
_PACKS = ("numpy.pack", "libraries.pack", "app.pack")  # numpy's first: the others import it
_STATIC = ("style.css", "favicon.svg")
_BOKEH = ("bokeh.min.js", "bokeh-widgets.min.js", "bokeh-tables.min.js")  # panel.min.js asks for all three


@dataclass(frozen=True, slots=True)
class Built:
    """What a build gave: the folder, its version (a hash of the contents) and bytes of a first visit by part."""

    out: Path
    version: str
    first_visit: dict[str, int]


def build(out: Path, offline: bool = False, cdn: str | None = None, cache: Path | None = None) -> Built:
    """Write the site into `out`, which is emptied first; `cdn` plays another address for Pyodide (tests do)."""
    table, cache = pins.read_pins(), cache or fetch.cache_folder()
    _fresh(out)
    core = vendor.unpack_core(table, cache)
    wheels = fetch.fetch_wheels(table.wheels, cache)
    _put(out / "numpy.pack", pack.pack_tree(vendor.numpy_tree(table, cache)))
    _write_bundles(out, wheels, core, cache)
    _write_javascript(out, wheels)
    for name in (*_SCRIPTS, *_PYTHON):
        _put(out / name, (SITE / "page" / name).read_bytes())
    _write_first_screen(out, table, cache)
    _write_pages(out, None if offline else cdn or table.cdn)
    if not offline:
        shutil.rmtree(out / "vendor/pyodide")
    squeeze.squeeze(out, cache)
    return Built(out, _version(out), first_visit(out))


def first_visit(out: Path) -> dict[str, int]:
    """Bytes a first visit transfers, by part, on a host that compresses."""
    parts = {
        "Pyodide": ["vendor/pyodide/*"],
        "libraries": ["numpy.pack", "libraries.pack"],
        "maskscope": ["app.pack", *_PYTHON],
        "Bokeh and Panel": ["vendor/bokeh/*", "vendor/panel/**/*.js", "vendor/panel/**/*.css"],
        "page": ["index.html", f"start-{start.THEMES[0]}.json", *_SCRIPTS, *_STATIC],
    }
    return {
        part: sum(
            squeeze.transfer_size(p)
            for g in globs
            for p in out.glob(g)
            if p.is_file() and p.suffix not in (".gz", ".br")
        )
        for part, globs in parts.items()
    }


def _fresh(out: Path) -> None:
    if out.exists():
        if any(out.iterdir()) and not (out / ".maskscope-site").exists():
            raise fetch.SiteError(f"{out} is not empty and is no site of ours; name a new folder")
        shutil.rmtree(out)
    _put(out / ".maskscope-site", b"This folder is written anew by each `maskscope site`.\n")
    _put(out / ".nojekyll", b"")


def _write_bundles(out: Path, wheels: list[Path], core: Path, cache: Path) -> None:
    quick = lazy.lazy_packages(quicken.quickened(bundle.library_tree(wheels)))
    libraries = bytecode.compile_tree(quick, core, cache)
    now, later = bundle.split_on_demand(bundle.app_tree(SITE / "shims"))
    app = bytecode.compile_tree(lazy.lazy_packages(now), core, cache)
    for name, data in later.items():
        _put(out / "data" / name, data)
    _put(out / "libraries.pack", pack.pack_tree(libraries))
    _put(out / "app.pack", pack.pack_tree(app))


def _write_javascript(out: Path, wheels: list[Path]) -> None:
    """Bokeh's and Panel's scripts and style sheets, where Panel looks for them (PANEL_CDN_ROOT in boot.py)."""
    by_name = {path.name.split("-")[0]: path for path in wheels}
    bokeh = bundle.wheel_files(by_name["bokeh"], "bokeh/server/static/js/")
    for name in _BOKEH:
        _put(out / "vendor/bokeh" / name, bokeh[name])
    panel = bundle.wheel_files(by_name["panel"], "panel/dist/")
    release = by_name["panel"].name.split("-")[1]
    _put(out / "vendor/panel/panel.min.js", panel["panel.min.js"])
    for name, data in panel.items():
        if name.endswith(".css") and name.startswith(("css/", "bundled/theme/")):
            _put(out / "vendor/panel" / release / "dist" / name, data)


def _write_first_screen(out: Path, table: pins.Pins, cache: Path) -> None:
    """What the page shows before Python runs; made with the Pyodide that will run there."""
    for name, data in vendor.vendor_files(table, cache).items():
        _put(out / "vendor/pyodide" / name, data)
    for name, data in start.start_documents(out, out / "vendor/pyodide", cache).items():
        _put(out / name, data)


def _write_pages(out: Path, cdn: str | None) -> None:
    for name in _STATIC:
        _put(out / name, (SITE / "page" / name).read_bytes())
    for path in sorted((SITE / "img").glob("*.png")):
        _put(out / "img" / path.name, path.read_bytes())
    version = _version(out)
    _put(out / "sw.js", pages.render_script("sw.js", version).encode())
    config = _config(out, version, cdn)
    for name, text in pages.render_pages(version, policy.page_policy(cdn), config).items():
        _put(out / name, text.encode())
    for name, text in policy.header_files(cdn).items():
        _put(out / name, text.encode())
    _put(out / "sitemap.txt", pages.sitemap().encode())


def _config(out: Path, version: str, cdn: str | None) -> dict[str, Any]:
    """What app.js needs: the bundles' names, where Pyodide is, and how many bytes the worker will read."""
    counted = [*(out / name for name in _PACKS), *(out / "vendor/pyodide").glob("*")]
    wasm = out / "vendor/pyodide/pyodide.asm.wasm"
    return {
        "version": version,
        "packs": list(_PACKS),
        "onDemand": sorted(p.relative_to(out / "data").as_posix() for p in (out / "data").rglob("*") if p.is_file()),
        "pyodide": cdn or "vendor/pyodide/",
        "bytes": sum(p.stat().st_size for p in counted if not p.name.endswith(".js")),
        "wasmBytes": wasm.stat().st_size,
    }


def _version(out: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(p for p in out.rglob("*") if p.is_file()):
        digest.update(path.relative_to(out).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def test_wheels() -> list[Path]:
    """The wheels that run the tests inside Pyodide; no part of the site."""
    return fetch.fetch_wheels(pins.read_pins().test_wheels, fetch.cache_folder())
