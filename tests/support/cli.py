"""The command line as tests use it: in this process, or as a real one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner

from maskscope_playground.cli import main

COMMAND = (sys.executable, "-c", "from maskscope_playground.cli import main; main()")


def run(*args: str, stdin: str | bytes = "") -> tuple[int, str, str]:
    """Exit code, standard output, standard error; a traceback of ours is raised."""
    result = CliRunner().invoke(main, list(args), input=stdin)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def process(*args: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The same in a process of its own."""
    return subprocess.run(
        [*COMMAND, *args], input=stdin, capture_output=True, env={**os.environ, **environment}, check=False
    )


def rows(text: str) -> list[dict[str, Any]]:
    """Output with one JSON object a line."""
    return [json.loads(line) for line in text.splitlines()]
