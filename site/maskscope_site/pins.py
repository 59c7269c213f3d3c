"""The table of everything that comes from elsewhere (`pins.toml`), as frozen values."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

SITE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Pin:
    """One package of a registry: its name, its version, and the sha256 its file must have."""

    package: str
    version: str
    sha256: str

    @property
    def spec(self) -> str:
        """As pip and the cache write it."""
        return f"{self.package}=={self.version}"


@dataclass(frozen=True, slots=True)
class Pins:
    """All pins; `numpy_wheel` is the file inside the numpy carrier, `cdn` where Pyodide is without `--offline`."""

    pyodide: Pin
    cdn: str
    numpy_carrier: Pin
    numpy_wheel: str
    wheels: tuple[Pin, ...]
    test_wheels: tuple[Pin, ...]


def read_pins(path: Path = SITE / "pins.toml") -> Pins:
    """The pins as the table has them."""
    table = tomllib.loads(path.read_text("utf-8"))
    return Pins(
        pyodide=_pin(table["pyodide"]),
        cdn=table["pyodide"]["cdn"],
        numpy_carrier=_pin(table["numpy"]),
        numpy_wheel=table["numpy"]["wheel"],
        wheels=tuple(_pin(row) for row in table["wheel"]),
        test_wheels=tuple(_pin(row) for row in table["test_wheel"]),
    )


def _pin(row: dict[str, str]) -> Pin:
    return Pin(row["package"], row["version"], row["sha256"])
