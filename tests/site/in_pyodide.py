"""Run by site/node/run.mjs inside Pyodide: the tests of the core, with the bundle that the page has."""

import sys

# What needs processes, threads, other engines, compiled packages or the repository itself.
LEFT_OUT = ("bench", "browser", "cli", "docs", "oracle", "playground", "site")


def main(arguments: list[str]) -> int:
    """pytest's exit code."""
    import pytest

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
