"""Drawings: every state of a walk has its place, small automata are whole, large and recursive ones a window."""

from __future__ import annotations

import json

import pytest

from maskscope_playground.present.drawing import columns_of, pen_of
from maskscope_playground.session import Session

PRESETS = ("iso-date", "user", "json", "arithmetic", "chess")


@pytest.mark.parametrize("name", PRESETS)
def test_the_tape_is_always_somewhere_in_the_drawing(name: str) -> None:
    session = Session(preset=name, budget=12)
    for _ in range(20):
        drawing = session.drawing
        assert drawing.place is not None
        assert columns_of(drawing, pen_of(False))["nodes"]["x"].size == drawing.picture.graph.n
        if not session.step():
            break


def test_a_small_automaton_is_drawn_whole_and_keeps_its_places() -> None:
    session = Session(preset="iso-date")
    first = session.drawing.picture
    session.step()
    assert first.whole
    assert session.drawing.picture is first
    assert session.drawing.walked


def test_a_recursive_grammar_is_drawn_as_a_window_that_says_how_much_goes_on() -> None:
    picture = Session(preset="json").drawing.picture
    assert not picture.whole
    assert picture.graph.more


def test_a_wider_radius_shows_more() -> None:
    session = Session(preset="json", radius=1)
    near = session.drawing.picture.graph.n
    session.radius = 3
    assert session.drawing.picture.graph.n > near


def test_a_thousand_choices_are_drawn_one_choice_ahead() -> None:
    values = [f"value {i * 7919}" for i in range(2_000)]
    session = Session(kind="json_schema", grammar=json.dumps({"enum": values}), radius=4)
    assert session.drawing.picture.graph.n <= 200


def test_a_click_finds_the_state_under_it_and_nothing_elsewhere() -> None:
    drawing = Session(preset="iso-date").drawing
    layout = drawing.picture.layout
    assert drawing.state_near(layout.x[2] + 5, layout.y[2] - 5) == drawing.picture.graph.states[2]
    assert drawing.state_near(-500, -500) is None


def test_a_clicked_state_of_the_drawing_is_a_state_of_the_language() -> None:
    session = Session(preset="iso-date")
    machine = session.compiled.machine
    for state in range(machine.size):
        session.look_at(state)
        reached, _ = session.shown_state
        assert machine.language.distance(reached) == machine.distance(state)


def test_the_shortest_end_is_as_long_as_the_distance_says() -> None:
    machine = Session(preset="user").compiled.machine
    end = machine.shortest_end(machine.start)
    assert end is not None
    assert len(end) == machine.distance(machine.start)
    assert machine.is_accepting(machine.run(machine.start, end))


def test_a_string_of_any_characters_is_one_choice_after_another() -> None:
    session = Session(kind="json_schema", grammar='{"type": "string", "maxLength": 100000}', radius=2)
    assert not session.drawing.picture.whole
    assert session.drawing.picture.graph.n < 16
