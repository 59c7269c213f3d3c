"""The core's own tests, run by the Python of the page under Node; and the same seeds give the same bytes as here."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.site_build import ROOT, builder

pytestmark = pytest.mark.browser

HERE = Path(__file__).parent


def in_node(site: Path, main: Path, *more: str, timeout: int = 1500) -> subprocess.CompletedProcess[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    command = [node, str(ROOT / "site" / "node" / "run.mjs"), str(site), str(main), *more]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout)


def test_the_tests_of_the_core_pass_inside_pyodide(built_site: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wheels = builder().test_wheels()
    zips = [part for wheel in wheels for part in ("--zip", str(wheel))]
    done = in_node(built_site, HERE / "in_pyodide.py", "--mount", f"{ROOT}=/repo", *zips)
    with capsys.disabled():
        print("\ninside Pyodide:", done.stdout.strip().splitlines()[-1:] or done.stderr[-300:])
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]


def test_the_same_seeds_give_the_same_bytes(built_site: Path) -> None:
    done = in_node(built_site, HERE / "seeded_runs.py")
    assert done.returncode == 0, done.stderr[-2000:]
    here = subprocess.run([sys.executable, str(HERE / "seeded_runs.py")], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(here.stdout)
