"""How fast the page starts, how smooth it stays, and how much memory it takes: figures printed, and bounds on ratios.

Milliseconds depend on the machine and are only reported. What is held is a ratio inside one run, a gap between frames
with room for a busy machine, and the heap, which does not depend on time at all.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.site_build import serving

pytestmark = pytest.mark.browser

READY = 90_000
GAPS = """() => {
  const seen = window.gaps = []; let last = performance.now();
  const tick = (now) => { seen.push(now - last); last = now; window.watching && requestAnimationFrame(tick); };
  window.watching = true; requestAnimationFrame(tick);
}"""


@pytest.fixture(scope="module")
def address(built_site: Path) -> Iterator[str]:
    with serving(built_site) as at:
        yield at


@pytest.fixture
def page(chromium: Any, address: str) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    started(page, address)
    yield page
    context.close()


def started(page: Any, address: str) -> dict[str, Any]:
    """Open the page and wait until it works; what it says of its start, in milliseconds and bytes."""
    page.goto(address + "index.html")
    page.locator("body[data-stage=ready]").wait_for(state="attached", timeout=READY)
    return dict(page.evaluate("({mark: maskscope.mark, ready: maskscope.ready})"))


def heap(page: Any) -> int:
    """Megabytes of the worker's WebAssembly memory."""
    page.evaluate("maskscope.heap = 0; maskscope.worker.postMessage({type: 'heap'})")
    page.wait_for_function("() => maskscope.heap > 0")
    return round(page.evaluate("maskscope.heap") / 2**20)


def typed(page: Any, text: str) -> None:
    """Put a grammar into the editor at once."""
    box = page.get_by_role("textbox", name="Grammar", exact=True)
    box.fill(text)


def test_the_start_is_little_more_than_that_of_its_libraries(page: Any, address: str, capsys: Any) -> None:
    cold = page.evaluate("({mark: maskscope.mark, ready: maskscope.ready})")
    warm = started(page, address)
    bare = cold["mark"]["Bokeh and Panel"]  # Python, numpy, unpacking, Bokeh and Panel: all that is not ours
    with capsys.disabled():
        print(
            f"\nstart, ms: cold {cold['ready']}, warm {warm['ready']} (bars 4,500, 3,000 on a quiet machine);", end=" "
        )
        print(f"split {json.dumps(cold['mark'])}; ratio to the libraries alone {cold['ready'] / bare:.2f} (bar 1.4)")
    assert cold["ready"] / bare < 2.5


def test_the_page_stays_smooth_while_a_large_grammar_compiles(page: Any, capsys: Any) -> None:
    page.get_by_label("Kind").select_option(label="JSON Schema")
    page.evaluate(GAPS)
    typed(page, json.dumps({"enum": [f"value {i * 7919}" for i in range(20_000)]}))
    page.locator(".ms-status").filter(has_text="Ready").first.wait_for()
    time.sleep(3)
    gaps = page.evaluate("() => { window.watching = false; return window.gaps.slice(2); }")
    with capsys.disabled():
        print(f"\nlongest frame gap while 20,000 values compile: {max(gaps):.0f} ms (bar 100)")
    assert max(gaps) < 1000, "the worker is there so that the page never waits for Python"


def test_the_heap_stops_growing(page: Any, capsys: Any) -> None:
    grammars = [f"[a-z]{{{i + 1}}}(-[0-9]+)*x{i}" for i in range(25)]
    sizes = []
    page.get_by_label("Kind").select_option(label="Regex")
    for _ in range(2):
        for text in grammars:
            typed(page, text)
            page.locator(".ms-status").filter(has_text="Ready").first.wait_for()
            page.get_by_role("button", name="Run", exact=True).click()
            page.locator(".ms-status").filter(has_text="Finished").first.wait_for()
        sizes.append(heap(page))
    with capsys.disabled():
        print(f"\nwasm heap after 25 and 50 grammars, each run to its end: {sizes[0]} and {sizes[1]} MB (bar 150)")
    assert sizes[1] <= 150
    assert sizes[1] <= sizes[0] * 1.1
