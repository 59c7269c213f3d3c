"""Compressed files beside the others, for hosts that send them (`gzip_static`, `brotli_static`), and their sizes.

gzip is always made; brotli with Node's own zlib, cached by content because level 11 is slow.
"""

from __future__ import annotations

import gzip
import hashlib
import shutil
import subprocess
from pathlib import Path

# Already compressed: a second pass would gain nothing.
_STORED = {".zip", ".whl", ".png", ".gz", ".br"}
_LEAST = 1024  # bytes under which a side file is not worth a request header
_BROTLI = "process.stdout.write(require('zlib').brotliCompressSync(require('fs').readFileSync(process.argv[1])))"


def squeeze(folder: Path, cache: Path) -> None:
    """Write `.gz` and, with Node at hand, `.br` beside every file that gains by it."""
    for path in sorted(p for p in folder.rglob("*") if p.is_file() and p.suffix not in _STORED):
        data = path.read_bytes()
        if len(data) >= _LEAST:
            _side(path, ".gz", gzip.compress(data, 9, mtime=0))
            if (packed := _brotli(path, data, cache)) is not None:
                _side(path, ".br", packed)


def transfer_size(path: Path) -> int:
    """Bytes a first visit costs for this file on a host that compresses."""
    sizes = [path.stat().st_size]
    for ending in (".br", ".gz"):
        side = path.with_name(path.name + ending)
        if side.exists():
            sizes.append(side.stat().st_size)
    return min(sizes)


def _side(path: Path, ending: str, data: bytes) -> None:
    path.with_name(path.name + ending).write_bytes(data)


def _brotli(path: Path, data: bytes, cache: Path) -> bytes | None:
    node = shutil.which("node")
    if node is None:
        return None
    kept = cache / "brotli" / hashlib.sha256(data).hexdigest()
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(subprocess.run([node, "-e", _BROTLI, str(path)], capture_output=True, check=True).stdout)
    return kept.read_bytes()
