"""The picture as text: well-formed, self-contained, and never markup from a stranger."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np

from draw.machines import graph_of, json_string, word_machine
from maskscope.draw.dot import dot_of
from maskscope.draw.graph import Place
from maskscope.draw.layout import lay_out
from maskscope.draw.palette import DARK, LIGHT, Palette
from maskscope.draw.picture import picture_of_dfa
from maskscope.draw.svg import svg_of


def drawn(*words: bytes, **options: object) -> str:
    graph = graph_of(word_machine(*words), fold="none")
    return svg_of(graph, lay_out(graph), **options)  # type: ignore[arg-type]


def test_it_is_well_formed_and_has_a_circle_a_state() -> None:
    root = ET.fromstring(drawn(b"ab"))
    circles = root.findall(".//{http://www.w3.org/2000/svg}circle")
    assert [c.get("class") for c in circles] == ["n", "n", "n", "r"]  # the last one has a second ring: it accepts


def test_a_label_is_escaped() -> None:
    text = drawn(b"<i>&\"'")
    assert "<i>" not in text
    assert "&lt;" in text


def test_it_asks_for_nothing_from_outside() -> None:
    graph = graph_of(json_string(4))
    text = svg_of(graph, lay_out(graph))
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "url(" not in text
    assert "<script" not in text


def test_the_current_state_and_the_path_are_marked() -> None:
    text = drawn(b"ab", current=Place(1, None, 0.0), walked={0})
    assert 'class="n c"' in text
    assert 'class="e w"' in text


def test_a_state_inside_an_edge_is_a_bead_on_it() -> None:
    assert 'class="b"' in drawn(b"ab", current=Place(None, 0, 0.5))


def test_auto_follows_the_readers_system_and_the_others_do_not() -> None:
    assert "prefers-color-scheme" in drawn(b"a", theme="auto")
    assert "prefers-color-scheme" not in drawn(b"a", theme="dark")
    assert DARK.paper in drawn(b"a", theme="dark")


def test_a_table_of_transitions_becomes_a_picture_in_one_call() -> None:
    transitions = np.full((2, 256), -1, np.int32)
    transitions[0, 0x61] = 1
    text = picture_of_dfa(transitions, np.asarray([False, True]), np.asarray([1, 0], np.int32))
    assert ET.fromstring(text).get("aria-label") == "automaton: 2 states, 1 accepting, 1 edges"


def test_dot_escapes_what_dot_reads() -> None:
    text = dot_of(graph_of(word_machine(b'"\\'), fold="none"))
    assert '[label="\\""]' in text
    assert '[label="\\\\"]' in text


def test_contrast_is_enough_in_both_themes() -> None:
    for palette in (LIGHT, DARK):
        for shade in palette.shades:
            assert contrast(palette.text, shade) >= 4.5
        assert contrast(palette.text, palette.paper) >= 4.5
        assert contrast(palette.soft, palette.paper) >= 4.5
        assert contrast(palette.now_text, palette.now) >= 4.5
        assert min(contrast(c, palette.paper) for c in lines_of(palette)) >= 3


def lines_of(palette: Palette) -> tuple[str, ...]:
    return palette.line, palette.ring, palette.walk


def contrast(a: str, b: str) -> float:
    """WCAG 2.1 contrast ratio of two `#rrggbb` colours."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
