"""A headless Chromium with name resolution cut off: whatever asks another host fails, and the test sees it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Iterator
from typing import Any

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
)


def chromium_path() -> str:
    """The system's Chromium or Chrome."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    raise FileNotFoundError("no Chromium on this machine: apt-get install chromium")


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """A Playwright browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        try:
            yield running
        finally:
            running.close()


class Watched:
    """A page and everything that went wrong in it: console errors, exceptions, requests to other hosts or refused."""

    def __init__(self, page: Any, *own_hosts: str) -> None:
        self.page, self.errors, self.strangers = page, [], []
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("request", lambda r: None if _own(r.url, own_hosts) else self.strangers.append(r.url))

    def check(self) -> None:
        """Nothing went wrong so far."""
        assert self.strangers == [], self.strangers
        assert self.errors == [], self.errors


def _own(url: str, hosts: tuple[str, ...]) -> bool:
    return url.startswith(("data:", "blob:", "about:", *hosts))
