"""What a change of size does to the page: nothing is built anew, and everything is where its box is.

Every test runs twice: on the server and on the static site.
"""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

expect = pytest.importorskip("playwright.sync_api", reason="make browser installs Playwright").expect

pytestmark = pytest.mark.browser

BARE = """area => {
  const boxes = [];
  for (let node = area; node; node = node.parentNode || node.host) if (node.shadowRoot) boxes.push(node);
  const views = [], visit = (view) => { views.push(view); (view.child_views ?? []).forEach(visit); };
  const roots = [...(Bokeh.index.roots ?? Object.values(Bokeh.index))];
  roots.forEach(visit);
  const columns = views.filter((view) => boxes.includes(view.el));
  const displays = () => columns.map((view) => getComputedStyle(view.el).display);
  const laid = displays();
  columns.forEach((view) => view.style.clear());  // as Bokeh does at the start of each layout
  const bare = displays();
  roots.forEach((view) => view.invalidate_layout?.());
  return [laid, bare];
}"""
PUT = """(area, text) => {
  area.focus();
  area.value = text;
  area.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
}"""
SCALES = """() => {
  const plot = [...Bokeh.documents[0]._all_models.values()].find((model) => model.type === "Plot");
  const { x_range: x, y_range: y } = plot;
  return [plot.inner_width / (x.end - x.start), plot.inner_height / (y.start - y.end)];
}"""
LINE = '"x", {"b": ]'  # the bracket is wrong: at column 11, counted from 0


def test_a_layout_of_the_page_does_not_build_the_editor_anew(app: Any) -> None:
    laid, bare = app.page.get_by_role("textbox", name="Grammar").evaluate(BARE)
    assert len(laid) > 4
    assert bare == laid  # a box whose `display` changes is built anew, with all that is in it


def test_the_figure_fills_its_box_when_its_heading_takes_more_lines(app: Any) -> None:
    figure, canvas = app.page.locator(".bk-Plot"), app.page.locator(".bk-Plot .bk-layer").first
    before = figure.bounding_box()["height"]
    app.type_grammar("JSON Schema", json.dumps({"type": "object", "properties": {"name": {"type": "string"}}}))
    expect(app.page.get_by_label("Radius")).to_be_visible()  # and so a row more is there
    for _ in range(50):
        box, drawn = figure.bounding_box()["height"], canvas.bounding_box()["height"]
        if box < before and abs(box - drawn) <= 1:
            break
        time.sleep(0.1)
    assert box < before
    assert abs(box - drawn) <= 1


def test_the_figure_is_as_wide_for_its_width_as_it_is_high_for_its_height(app: Any) -> None:
    for _ in range(50):
        across, down = app.page.evaluate(SCALES)
        if abs(across - down) < 0.01:
            break
        time.sleep(0.1)
    assert abs(across - down) < 0.01  # pixels a unit: Python knows how large the figure is


@pytest.mark.parametrize(("before", "alone"), [("", True), ('"größe 😀", ', False)], ids=["even", "uneven columns"])
def test_a_fault_in_a_long_text_stands_where_it_would_in_a_short_one(app: Any, before: str, alone: bool) -> None:
    app.page.get_by_label("Kind").select_option(label="JSON Schema")
    short = place_of_the_fault(app, f'{{"enum": [\n{before}{LINE}\n]}}')
    many = [json.dumps(f"value number {i}") for i in range(4000)]
    long = place_of_the_fault(app, '{"enum": [\n' + ",\n".join(many) + f",\n{before}{LINE}\n]}}")
    assert (short["line"], long["line"]) == (1, 4001)
    assert abs(long["left"] - short["left"]) < 1
    assert (short["alone"], long["alone"]) == (False, alone)


def place_of_the_fault(app: Any, text: str) -> dict[str, Any]:
    """Where the squiggle is: its line and its distance from the left, and whether the text area shows the rest."""
    area, fault = app.page.get_by_role("textbox", name="Grammar"), app.page.locator(".source-editor .bad").first
    area.evaluate(PUT, text)
    expect(app.page.get_by_text(f"line {text[: text.index(LINE)].count(chr(10)) + 1}").first).to_be_visible()
    expect(fault).to_have_count(1)
    left, top = area.evaluate(
        "area => { const { x, y } = area.getBoundingClientRect(); return [x, y - area.scrollTop]; }"
    )
    box = fault.bounding_box()
    plain = app.page.locator(".frame.plain").count() == 1
    return {"line": round((box["y"] - top - 10) / 20), "left": box["x"] - left, "alone": plain}
