"""Run by site/node/run.mjs inside Pyodide: the tests of the core, with the bundle that the page has."""

import sys
import types

# What needs processes, threads, other engines, compiled packages or the repository itself.
LEFT_OUT = ("bench", "browser", "cli", "docs", "oracle", "playground", "site")


def without_numpy_random() -> None:
    """hypothesis resets numpy's random numbers between examples; the site's numpy has none to reset."""
    import numpy

    stub = types.ModuleType("numpy.random")
    stub.seed = stub.set_state = stub.get_state = lambda *_: None
    numpy.random = sys.modules["numpy.random"] = stub


def main(arguments: list[str]) -> int:
    """pytest's exit code."""
    import pytest

    without_numpy_random()
    sys.path.insert(0, "/repo/tests")
    ignored = [f"--ignore=/repo/tests/{name}" for name in LEFT_OUT]
    return int(
        pytest.main(
            [
                "/repo/tests",
                "--rootdir=/repo",
                "-c",
                "/repo/pyproject.toml",
                "-p",
                "no:cacheprovider",
                "--capture=sys",
                "-m",
                "not browser and not oracle and not suite and not native",
                *ignored,
                *arguments,
            ]
        )
    )
