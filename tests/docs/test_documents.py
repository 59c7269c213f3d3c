"""What the documents print is what the commands print.

Every ```console block of README.md and site/docs/*.md is run: a line that begins with `$ ` is a command for the shell
(with `maskscope` on the path, in an empty folder), the lines below it are its output, whole.
A line `…` stands for any lines. Every ```python block with `>>>` is a doctest.
"""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import maskscope

ROOT = Path(__file__).resolve().parent.parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "site" / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.M | re.S)


def blocks(language: str) -> list[object]:
    """Every fenced block of a language, named by document and line."""
    found = []
    for document in DOCUMENTS:
        text = document.read_text("utf-8")
        for match in BLOCK.finditer(text):
            if match[1] == language:
                line = text.count("\n", 0, match.start()) + 1
                found.append(pytest.param(match[2], id=f"{document.name}:{line}"))
    return found


def commands(block: str) -> list[tuple[str, str]]:
    """Pairs of a command (continuation lines joined as the shell does) and its output."""
    pairs: list[list[str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            pairs.append([line[2:], ""])
        elif line.startswith("> ") and pairs and not pairs[-1][1]:
            pairs[-1][0] += "\n" + line[2:]
        else:
            pairs[-1][1] += line + "\n"
    return [(command, output) for command, output in pairs]


def run(command: str, folder: Path) -> str:
    """What the command prints on a terminal: both streams, in a plain environment."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=120,
    )
    return done.stdout


def matches(expected: str, actual: str) -> bool:
    """Equal, where a line `…` of the expected stands for any lines."""
    pattern = ".*".join(re.escape(part) for part in re.split(r"(?m)^…\n", expected))
    return re.fullmatch(pattern, actual, re.S) is not None


@pytest.mark.parametrize("block", blocks("console"))
def test_a_transcript_shows_what_the_commands_print(block: str, tmp_path: Path) -> None:
    for command, expected in commands(block):
        if command.startswith(("make ", "git ", "pip ", "python -m http")):
            continue  # what CI itself does, or what needs the network
        actual = run(command, tmp_path)
        assert matches(expected, actual), f"$ {command}\n{actual}"


@pytest.mark.parametrize("block", blocks("python"))
def test_a_python_example_gives_what_it_says(block: str) -> None:
    parser, runner = (
        doctest.DocTestParser(),
        doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS),
    )
    example = parser.get_doctest(block, {}, "README", None, 0)
    assert example.examples, "a python block shows no result"
    assert runner.run(example).failed == 0


def test_the_api_section_names_what_is_exported() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    rows = re.findall(r"^\| (.*?) \| (.*?) \|$", text.split("## API", 1)[1].split("\n## ", 1)[0], re.M)[1:]
    in_first_column = {name for first, _ in rows for name in re.findall(r"`(\w+)", first)}
    anywhere = {name for row in rows for cell in row for name in re.findall(r"`(\w+)", cell)}
    exported = set(maskscope.__all__)
    assert in_first_column <= exported
    assert exported <= anywhere
