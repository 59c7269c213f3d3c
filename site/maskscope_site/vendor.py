"""Pyodide's core as a folder of the site, and numpy as a tree of files, repacked to start fast.

The standard library and numpy become byte code, and lose what the page never runs. Pyodide would unpack numpy's wheel
file by file; as a pack beside the others it is imported from where it lies, so the lock file names no package.
"""

from __future__ import annotations

import json
import re
import tarfile
from pathlib import Path

from maskscope_site.bundle import read_zip, zip_tree
from maskscope_site.bytecode import compile_tree
from maskscope_site.fetch import fetch_numpy, fetch_pyodide
from maskscope_site.pins import Pins

_RUNTIME = ("pyodide.js", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip")
_STDLIB_DROPPED = re.compile(
    r"^(idlelib|lib2to3|turtle|tkinter|ensurepip|pydoc_data|distutils|xmlrpc|wsgiref|curses|dbm|sqlite3|venv|imaplib|ftplib"
    r"|smtplib|nntplib|telnetlib|poplib|mailbox|mailcap|antigravity|this|cgi|cgitb|aifc|sunau|chunk|crypt)(/|\.)"
)
_NUMPY_DROPPED = re.compile(
    r"^numpy/(f2py|random|distutils|doc|_pyinstaller|_core/include|_core/lib|typing/tests)/|\.(pyi|a|h|c)$|/tests/"
)


def unpack_core(pins: Pins, cache: Path) -> Path:
    """The unpacked npm archive of Pyodide, kept in the cache."""
    archive = fetch_pyodide(pins, cache)
    folder = cache / f"pyodide-{pins.pyodide.version}-{pins.pyodide.sha256[:12]}"
    if not (folder / "pyodide-lock.json").exists():
        with tarfile.open(archive) as tar:
            for member in tar.getmembers():
                if member.isfile():
                    member.name = Path(member.name).name
                    tar.extract(member, folder, filter="data")
    return folder


def vendor_files(pins: Pins, cache: Path) -> dict[str, bytes]:
    """What goes into `vendor/pyodide/`: file name → contents."""
    core = unpack_core(pins, cache)
    files = {name: (core / name).read_bytes() for name in _RUNTIME}
    stdlib = {n: d for n, d in read_zip(files["python_stdlib.zip"]).items() if not _STDLIB_DROPPED.match(n)}
    files["python_stdlib.zip"] = zip_tree(compile_tree(stdlib, core, cache))
    lock = json.loads((core / "pyodide-lock.json").read_text("utf-8"))
    lock["packages"] = {}
    files["pyodide-lock.json"] = json.dumps(lock, separators=(",", ":"), sort_keys=True).encode()
    return files


def numpy_tree(pins: Pins, cache: Path) -> dict[str, bytes]:
    """numpy as files of site-packages: byte code, machine code, and little else."""
    core = unpack_core(pins, cache)
    entry = json.loads((core / "pyodide-lock.json").read_text("utf-8"))["packages"]["numpy"]
    return _numpy(read_zip(fetch_numpy(pins, cache, entry["sha256"]).read_bytes()), core, cache)


def _numpy(wheel: dict[str, bytes], core: Path, cache: Path) -> dict[str, bytes]:
    """numpy's wheel less what is not used, as byte code; the RECORD no longer lists what it held and goes."""
    kept = {n: d for n, d in wheel.items() if not _NUMPY_DROPPED.search(n) and not n.endswith("/RECORD")}
    return compile_tree(kept, core, cache, docstrings=True)
