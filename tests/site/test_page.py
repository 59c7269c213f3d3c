"""The site in a real Chromium that can reach nothing but it: starts, works, stays quiet."""

from __future__ import annotations

import json
import shutil
import statistics
from pathlib import Path
from typing import Any

import pytest

from maskscope_playground.address import pack
from support.chromium import Watched
from support.site_build import build_site, serving

pytestmark = pytest.mark.browser

READY = 60_000  # milliseconds until a test gives up on a start; the bars are in test_speed.py


def opened(chromium: Any, address: str, *hosts: str) -> Watched:
    watched = Watched(chromium.new_context().new_page(), address, *hosts)
    watched.page.goto(address + "index.html")
    watched.page.locator("body[data-stage=ready]").wait_for(state="attached", timeout=READY)
    return watched


def stepped(page: Any) -> str:
    """The status line after one step."""
    page.get_by_role("button", name="Step", exact=True).click()
    status = page.locator(".ms-status")
    status.filter(has_text="Step 1").or_(status.filter(has_text="Finished")).first.wait_for()
    return str(status.first.inner_text())


@pytest.mark.parametrize("under", ["/", "/tools/maskscope/"])
def test_it_starts_and_steps_and_asks_no_other_host(chromium: Any, built_site: Path, under: str) -> None:
    with serving(built_site, under) as address:
        watched = opened(chromium, address)
        assert stepped(watched.page)
        watched.check()


def test_what_is_clicked_before_python_is_there_is_done_when_it_is(chromium: Any, built_site: Path) -> None:
    with serving(built_site) as address:
        watched = Watched(chromium.new_context(color_scheme="dark").new_page(), address)
        watched.page.goto(address + "index.html")
        watched.page.get_by_role("button", name="Step", exact=True).click()  # of the first screen
        assert watched.page.locator("body").get_attribute("data-stage") != "ready"
        watched.page.locator(".ms-status").filter(has_text="Step 1").first.wait_for(timeout=READY)
        watched.check()


def test_a_first_screen_of_another_build_is_replaced(chromium: Any, built_site: Path, tmp_path: Path) -> None:
    stale = tmp_path / "stale"
    shutil.copytree(built_site, stale)
    start = stale / "start-light.json"
    start.write_text(start.read_text("utf-8").replace('"print":"', '"print":"not '), "utf-8")
    with serving(stale) as address:
        watched = opened(chromium, address)
        assert watched.page.evaluate("sessionStorage.length") == 1
        assert stepped(watched.page)
        watched.check()


def test_python_may_come_from_another_host_that_the_policy_names(
    chromium: Any, built_site: Path, tmp_path: Path
) -> None:
    with serving(built_site / "vendor" / "pyodide", open_to_all=True) as cdn:
        site = build_site(tmp_path / "out", offline=False, cdn=cdn)
        with serving(site, cdn=cdn) as address:
            watched = opened(chromium, address, cdn)
            assert stepped(watched.page)
            watched.page.wait_for_function("() => maskscope.kept", timeout=READY)
            watched.page.reload()  # goes on from the memory image
            watched.page.wait_for_function("() => window.maskscope?.resumed", timeout=READY)
            assert stepped(watched.page)
            watched.check()


def test_a_long_compile_can_be_stopped_and_what_was_typed_is_kept(chromium: Any, built_site: Path) -> None:
    huge = json.dumps({"properties": {f"p{i}": {"type": "integer", "minimum": i} for i in range(12_000)}})
    with serving(built_site) as address:
        watched = opened(chromium, address)
        page = watched.page
        page.wait_for_function("() => maskscope.kept", timeout=READY)
        text = page.get_by_role("textbox", name="Grammar")
        before = text.input_value()
        text.fill(huge)
        page.get_by_role("button", name="Stop it").click(timeout=READY)
        page.wait_for_function("() => window.maskscope?.resumed", timeout=READY)
        page.get_by_role("button", name="Put it back").wait_for()
        assert text.input_value() == before
        assert stepped(page)
        page.get_by_role("button", name="Put it back").click()
        assert text.input_value() == huge
        assert not page.get_by_role("button", name="Drop it").is_visible()
        watched.check()


def test_a_link_that_takes_long_can_be_stopped_too(chromium: Any, built_site: Path) -> None:
    overlapping = {"oneOf": [{"required": [f"p{i}", f"p{i + 1}"]} for i in range(40)]}
    slow = json.dumps({"properties": {f"q{i}": {"oneOf": overlapping["oneOf"][:10]} for i in range(60)}, **overlapping})
    with serving(built_site) as address:
        page = chromium.new_context().new_page()
        page.goto(f"{address}index.html#k=json_schema&s={pack(slow)}")
        page.get_by_role("button", name="Stop it").click(timeout=READY)
        page.get_by_role("button", name="Put it back").wait_for(timeout=READY)
        assert page.evaluate("location.hash") == ""
        assert stepped(page)


def test_a_missing_file_is_said_with_what_to_do(chromium: Any, built_site: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    shutil.copytree(built_site, broken)
    (broken / "libraries.pack").unlink()
    with serving(broken) as address:
        page = chromium.new_context().new_page()
        page.goto(address + "index.html")
        failure = page.get_by_role("alert")
        failure.wait_for(timeout=READY)
        assert "libraries.pack" in failure.inner_text() and "404" in failure.inner_text()
        assert failure.get_by_role("button", name="Reload without cache").is_visible()


def test_an_unknown_page_leads_back(chromium: Any, built_site: Path) -> None:
    with serving(built_site) as address:
        page = chromium.new_context().new_page()
        page.goto(address + "404.html")
        page.get_by_role("link", name="gallery").last.click()
        page.get_by_role("heading", name="Gallery").wait_for()


def test_the_gallery_opens_a_preset(chromium: Any, built_site: Path) -> None:
    with serving(built_site) as address:
        watched = Watched(chromium.new_context().new_page(), address)
        watched.page.goto(address + "gallery.html")
        card = watched.page.locator(".card").first
        title = card.locator("h2").inner_text()
        card.click()
        watched.page.locator("body[data-stage=ready]").wait_for(state="attached", timeout=READY)
        chosen = watched.page.get_by_label("Preset").evaluate(
            "e => e.selectedOptions ? e.selectedOptions[0].text : e.value"
        )
        assert chosen == title
        watched.check()


STEP = """async () => {
  const all = (selector, root) => [...root.querySelectorAll(selector),
    ...[...root.querySelectorAll("*")].flatMap((e) => (e.shadowRoot ? all(selector, e.shadowRoot) : []))];
  const button = all("button", document).find((b) => b.textContent.trim() === "Step");
  const status = all(".ms-status", document)[0], said = () => (status.shadowRoot ?? status).textContent;
  const frame = () => new Promise(requestAnimationFrame), before = said(), start = performance.now();
  button.click();
  while (said() === before) await frame();
  await frame();
  return performance.now() - start;
}"""  # click to the frame after the one in which the status has changed, with no driver in between


def test_a_step_is_quick(chromium: Any, built_site: Path, capsys: Any) -> None:
    with serving(built_site) as address:
        page = opened(chromium, address).page
        times = []
        while len(times) < 50:
            page.get_by_role("button", name="Reset", exact=True).click()
            page.locator(".ms-status").filter(has_text="Ready").first.wait_for()
            times += [page.evaluate(STEP) for _ in range(10)]
        median, p95 = statistics.median(times), sorted(times)[47]
        with capsys.disabled():
            print(f"\nstep, click to paint: median {median:.0f} ms, p95 {p95:.0f} ms (bars 120, 250)")
        assert median <= 600, "five times the bar: something is wrong, not just the machine"
