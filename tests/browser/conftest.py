"""Where the browser tests find the playground: served by Panel, and as the built static site. One file tests both."""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import IO, Any

import pytest

from maskscope_playground.address import address_of
from maskscope_playground.session import Session
from support.chromium import Watched

MODES = ("server", "site")
READY = 120_000  # milliseconds until a test gives up on a start
WAIT = 20_000  # milliseconds until it gives up on anything else


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
    # subtle: a pipe that nobody reads fills up, and then the server stands still
    with tempfile.TemporaryFile() as log, subprocess.Popen(command, stdout=log, stderr=log) as process:
        try:
            yield answering(f"http://127.0.0.1:{port}/", process, log)
        finally:
            process.terminate()


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answering(address: str, process: subprocess.Popen[bytes], log: IO[bytes]) -> str:
    """The address, once somebody answers there."""
    for _ in range(150):
        if process.poll() is not None:
            log.seek(0)
            raise RuntimeError(log.read().decode())
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
        self.page.goto(self.address + fragment, timeout=READY)
        self.page.locator(".ms-status").first.wait_for(timeout=READY)
        self.page.get_by_role("textbox", name="Grammar").wait_for(timeout=READY)
        return self

    def follow(self, fragment: str) -> None:
        """Change the fragment of the open page, as a click on a link in it would."""
        self.page.evaluate("fragment => { location.hash = fragment; }", fragment)

    def begin_again(self) -> Opened:
        """The screen of a first visit, without starting Python again."""
        from playwright.sync_api import expect

        self.errors.clear()
        self.strangers.clear()
        session = Session()
        self.follow(address_of(session))
        self.page.get_by_role("button", name="Playground", exact=True).click()
        expect(self.page.get_by_role("textbox", name="Grammar")).to_have_value(session.grammar)
        expect(self.status()).to_contain_text("Ready")
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


@pytest.fixture(scope="session")
def opened(chromium: Any, page_url: str) -> Iterator[Opened]:
    """One page a mode: a start of Python in the browser takes seconds, a new screen none."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800})
    context.set_default_timeout(WAIT)
    from playwright.sync_api import expect

    expect.set_options(timeout=WAIT)
    opened = Opened(context.new_page(), page_url).go()
    if page_url.endswith(
        "index.html"
    ):  # the site, as it is from the second visit on: Python goes on from a memory image
        opened.page.wait_for_function("() => window.maskscope?.kept", timeout=READY)
        opened.go().page.wait_for_function("() => window.maskscope?.resumed", timeout=READY)
    yield opened
    context.close()


@pytest.fixture
def app(opened: Opened) -> Iterator[Opened]:
    """The page with the screen of a first visit; at the end nothing may have gone wrong in it."""
    yield opened.begin_again()
    opened.check()
