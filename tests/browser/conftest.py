"""Where the browser tests find the playground: served by Panel, and as the built static site. One file tests both."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.chromium import Watched, browser

MODES = ("server", "site")
READY = 90_000  # milliseconds until a test gives up on a start


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    with browser() as running:
        yield running


@pytest.fixture(scope="session", params=MODES)
def page_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of the app, without a fragment."""
    if request.param == "server":
        with served() as address:
            yield address
    else:
        from support.site_build import serving

        with serving(request.getfixturevalue("built_site")) as address:
            yield address + "index.html"


@contextlib.contextmanager
def served() -> Iterator[str]:
    """`maskscope play` on a free port."""
    port = free_port()
    command = [
        sys.executable,
        "-c",
        "from maskscope_playground.cli import main; main()",
        "play",
        "--port",
        str(port),
        "--no-open",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        try:
            yield answering(f"http://127.0.0.1:{port}/", process)
        finally:
            process.terminate()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answering(address: str, process: subprocess.Popen[bytes]) -> str:
    """The address, once somebody answers there."""
    for _ in range(150):
        if process.poll() is not None:
            assert process.stderr is not None
            raise RuntimeError(process.stderr.read().decode())
        with contextlib.suppress(urllib.error.URLError, ConnectionError):
            urllib.request.urlopen(address, timeout=5)
            return address
        time.sleep(0.2)
    raise TimeoutError(address)


class Opened(Watched):
    """The app in a page, ready to be used."""

    def __init__(self, page: Any, address: str) -> None:
        super().__init__(page, address.split("index.html")[0])
        self.address = address

    def go(self, fragment: str = "") -> Opened:
        """Open the app with this fragment and wait until it answers."""
        self.page.goto("about:blank")
        self.page.goto(self.address + fragment)
        self.page.locator(".ms-status").first.wait_for(timeout=READY)
        self.page.get_by_role("textbox", name="Grammar").wait_for()
        return self

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def status(self) -> Any:
        return self.page.locator(".ms-status").first

    def tokens(self) -> Any:
        return self.page.locator(".ms-token")

    def text(self) -> str:
        """The decoded text on the tape."""
        return str(self.page.locator(".ms-text").first.text_content())

    def type_grammar(self, kind: str, text: str) -> None:
        self.page.get_by_label("Kind").select_option(label=kind)
        self.page.get_by_role("textbox", name="Grammar").fill(text)


@pytest.fixture
def app(chromium: Any, page_url: str) -> Iterator[Opened]:
    """A fresh page with the app; at the end nothing may have gone wrong in it."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    opened = Opened(context.new_page(), page_url).go()
    yield opened
    opened.check()
    context.close()


@pytest.fixture(scope="session")
def pictures() -> Path:
    """Where a failed look leaves its screenshots."""
    folder = Path(__file__).resolve().parents[2] / "out" / "pictures"
    folder.mkdir(parents=True, exist_ok=True)
    return folder
