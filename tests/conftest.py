"""What every test may ask for: the shared data when it is there, a line in the summary, and a freshly built site."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

# No deadlines: these machines are noisy, and speed is measured in tests/bench. CI takes the same examples every time,
# so that it can be believed; at a desk each run takes new ones.
settings.register_profile("maskscope", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("maskscope")

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of test data beside a checkout; a user's clone has none, and the test says so."""
    if not SHARED.is_dir():
        pytest.skip("the shared test data are not beside this checkout")
    return SHARED


@pytest.fixture
def suite_line(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Call it with the one line that a suite comes to: the lines are printed together when all tests have run."""
    return lambda line: record_property("suite", line)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """The suites' lines; they come with the reports, so it does not matter which process ran the test."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    told = [value for report in reports for value in getattr(report, "user_properties", ())]
    lines = sorted({line for name, line in told if name == "suite"})
    if lines:
        terminalreporter.section("suites")
        terminalreporter.write_line("\n".join(lines))


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The offline site, built once a run."""
    from support.site_build import build_site

    return build_site(tmp_path_factory.mktemp("site") / "out", offline=True)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One browser a run: Playwright's own loop can run only once in a process."""
    from support.chromium import browser

    with browser() as running:
        yield running
