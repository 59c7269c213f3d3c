"""What every test may ask for: the shared data when it is there, and a freshly built site."""

from __future__ import annotations

import os
from pathlib import Path

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


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The offline site, built once a run."""
    from support.site_build import build_site

    return build_site(tmp_path_factory.mktemp("site") / "out", offline=True)
