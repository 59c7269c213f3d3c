"""The memory image: a second visit goes on where the first one's Python stood, or, where that can't be, starts anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from maskscope_playground.address import address_of
from maskscope_playground.session import Session
from support.chromium import Watched
from support.site_build import serving

pytestmark = pytest.mark.browser

READY = 60_000
SEEDED = "#" + address_of(Session(kind="regex", grammar="[a-z]{3,9}(-[0-9]+)*", seed=7))
CHANGED = """async ({drop = 0, zero = 0, text = "", search = ""}) => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const at = new URL(request.url);
      if (!at.pathname.includes("/memory/")) continue;
      const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
      bytes.fill(0, 0, zero);
      const changed = text ? new TextEncoder().encode(text) : bytes.subarray(0, bytes.length - drop);
      await cache.delete(request);
      if (search) at.search = search;
      await cache.put(at.href, new Response(changed, { headers: { "Content-Length": changed.length } }));
      return bytes.length;
    }
  }
}"""
IMAGES = """async () => {
  const sizes = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.includes("/memory/")) sizes.push((await (await cache.match(request)).arrayBuffer()).byteLength);
  }
  return sizes;
}"""
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module")
def address(built_site: Path) -> Iterator[str]:
    with serving(built_site) as at:
        yield at


@pytest.fixture(scope="module")
def visited(chromium: Any, address: str) -> Iterator[Any]:
    """A browser that has been there once and kept an image."""
    context = chromium.new_context()
    page = context.new_page()
    started(page, address)
    kept(page)
    yield context
    context.close()


def started(page: Any, address: str, fragment: str = "") -> bool:
    """Open the page and wait for Python; whether it was resumed."""
    page.goto("about:blank")
    page.goto(f"{address}index.html{fragment}")
    page.locator("body[data-stage=ready]").wait_for(state="attached", timeout=READY)
    return bool(page.evaluate("maskscope.resumed"))


def kept(page: Any) -> None:
    """Wait until the browser has an image."""
    page.wait_for_function("() => maskscope.kept || maskscope.resumed", timeout=READY)


def ran(page: Any) -> str:
    """The text of a whole run."""
    page.get_by_role("button", name="Run", exact=True).click()
    page.locator(".ms-status").filter(has_text="Finished").first.wait_for()
    page.get_by_text("EOS", exact=True).first.wait_for()  # the tape may come a frame after the status
    return str(page.locator(".ms-text").first.text_content())


def test_a_resumed_python_samples_what_a_new_one_samples(chromium: Any, visited: Any, address: str) -> None:
    fresh, resumed = chromium.new_context().new_page(), Watched(visited.new_page(), address)
    assert not started(fresh, address, SEEDED)
    assert started(resumed.page, address, SEEDED)
    assert ran(resumed.page) == ran(fresh)
    resumed.check()


def test_a_resumed_python_can_write_its_own_document(visited: Any, address: str) -> None:
    page = visited.new_page()
    page.goto(address + "404.html")
    page.evaluate("key => sessionStorage.setItem(key, 'yes')", distrusted(page, address))
    assert started(page, address)
    assert ran(page)


def distrusted(page: Any, address: str) -> str:
    """The key under which the page remembers that the first screen was another build's."""
    config = page.request.get(address + "index.html").text()
    return "maskscope first screen " + config.split('"version":')[1].split('"')[1]


def test_it_is_resumed_with_the_network_gone(chromium: Any, built_site: Path) -> None:
    page = chromium.new_context().new_page()
    with serving(built_site) as address:
        started(page, address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        started(page, address)  # through the service worker, which keeps every file
        kept(page)
    assert started(page, address)
    assert ran(page)
    page.evaluate(CHANGED, {"text": "no image"})
    assert not started(page, address), "the files of a new start are there too"
    assert ran(page)


@pytest.mark.parametrize(
    "change", [{"drop": 5_000_000}, {"zero": 4096}, {"text": "<!doctype html>"}], ids=["short", "overwritten", "other"]
)
def test_where_an_image_fails_no_other_is_tried(chromium: Any, address: str, change: dict[str, Any]) -> None:
    page = chromium.new_context().new_page()
    started(page, address)
    kept(page)
    assert page.evaluate(CHANGED, change) > 30e6
    assert not started(page, address)
    assert ran(page)
    assert page.evaluate(IMAGES) == [0]  # which says: none here


def test_the_image_of_another_browser_is_replaced(chromium: Any, address: str) -> None:
    page = chromium.new_context().new_page()
    started(page, address)
    kept(page)
    page.evaluate(CHANGED, {"search": "?an%20older%20browser"})
    assert not started(page, address)
    kept(page)
    assert len(page.evaluate(IMAGES)) == 1
    assert started(page, address)


def test_each_theme_has_its_own(visited: Any, address: str) -> None:
    page = visited.new_page()
    assert started(page, address)
    light = page.evaluate(BACKGROUND)
    page.emulate_media(color_scheme="dark")
    assert not started(page, address)
    kept(page)
    assert started(page, address)
    assert page.evaluate(BACKGROUND) != light
