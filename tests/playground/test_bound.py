"""A widget bound to an input: both show the same, whichever is changed."""

from __future__ import annotations

from typing import Any

import panel as pn
import param
import pytest

from maskscope_playground.session import Session
from maskscope_playground.views.bound import bound


class Knobs(param.Parameterized):
    """What the tests turn."""

    kind = param.Selector(default="a", objects={"First": "a", "Second": "b"})
    size = param.Integer(default=3, bounds=(0, 9), doc="How many.")
    stubborn = param.Selector(default="a", objects=["a", "b"])

    @param.depends("stubborn", watch=True)
    def _back(self) -> None:
        self.stubborn = "a"


@pytest.fixture
def knobs() -> Knobs:
    return Knobs()


def test_it_shows_the_value_and_the_choices(knobs: Knobs) -> None:
    select = bound(pn.widgets.Select, knobs.param["kind"], label="Kind")
    assert (select.label, select.value, select.options) == ("Kind", "a", {"First": "a", "Second": "b"})


def test_what_the_reader_picks_is_set(knobs: Knobs) -> None:
    select = bound(pn.widgets.Select, knobs.param["kind"])
    select.value = "b"
    assert knobs.kind == "b"


def test_what_is_set_elsewhere_is_shown(knobs: Knobs) -> None:
    select = bound(pn.widgets.Select, knobs.param["kind"])
    knobs.kind = "b"
    assert select.value == "b"


def test_it_shows_what_became_of_the_value(knobs: Knobs) -> None:
    select = bound(pn.widgets.Select, knobs.param["stubborn"])
    select.value = "b"
    assert (select.value, knobs.stubborn) == ("a", "a")


def test_a_refused_value_is_taken_back(knobs: Knobs) -> None:
    number = bound(pn.widgets.IntInput, knobs.param["size"])
    number.end = None
    with pytest.raises(ValueError, match="size"):
        number.value = 12
    assert (number.value, knobs.size) == (3, 3)


def test_new_choices_are_offered(knobs: Knobs) -> None:
    select = bound(pn.widgets.Select, knobs.param["stubborn"])
    knobs.param["stubborn"].objects = ["a", "b", "c"]
    assert list(select.options.values()) == ["a", "b", "c"]


WIDGETS = [
    (pn.widgets.Select, "kind"), (pn.widgets.Select, "preset"), (pn.widgets.Select, "whitespace"),
    (pn.widgets.Select, "vocabulary"), (pn.widgets.Checkbox, "closed"), (pn.widgets.IntInput, "seed"),
    (pn.widgets.IntInput, "budget"), (pn.widgets.IntInput, "radius"), (pn.widgets.IntSlider, "top_k"),
    (pn.widgets.FloatSlider, "temperature"), (pn.widgets.FloatSlider, "min_p"),
    (pn.widgets.RadioButtonGroup, "page"),
]  # fmt: skip


@pytest.mark.parametrize(("widget", "name"), WIDGETS, ids=[name for _, name in WIDGETS])
def test_it_is_the_widget_that_panel_makes(widget: Any, name: str) -> None:
    parameter = Session().param[name]
    ours, theirs = bound(widget, parameter, label="L"), widget.from_param(parameter, name="L")
    settings = {one: getattr(ours, one) for one in widget.param if one != "name"}
    assert settings == {one: getattr(theirs, one) for one in widget.param if one != "name"}
