"""Sets of code points as bytes: exactly the UTF-8 forms of their members."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskscope.sets.codepoints import ANY, CodePoints
from maskscope.sets.utf8 import byte_arcs, sequences

EDGES = [0, 0x41, 0x7F, 0x80, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000, 0xFFFF, 0x10000, 0x3FFFF, 0x40000, 0x10FFFF]


def reads(points: CodePoints, data: bytes) -> bool:
    """Whether the automaton of a set reads all of `data`."""
    arcs = byte_arcs(points)
    at = len(arcs) - 1
    for b in data:
        if at < 0:
            return False
        at = next((to for bits, to in arcs[at] if bits >> b & 1), None)
        if at is None:
            return False
    return at == -1


@pytest.mark.parametrize(
    "low, high, expected",
    [
        (0x61, 0x7A, [((0x61, 0x7A),)]),
        (0x7F, 0x80, [((0x7F, 0x7F),), ((0xC2, 0xC2), (0x80, 0x80))]),
        (0xE0, 0x7FF, [((0xC3, 0xC3), (0xA0, 0xBF)), ((0xC4, 0xDF), (0x80, 0xBF))]),
        (0x20AC, 0x20AC, [((0xE2, 0xE2), (0x82, 0x82), (0xAC, 0xAC))]),
    ],
)
def test_a_range_is_cut_where_its_bytes_no_longer_vary_on_their_own(low: int, high: int, expected: list) -> None:
    assert sequences(low, high) == expected


def test_all_of_unicode_is_eight_nodes() -> None:
    assert len(byte_arcs(ANY)) == 8


def test_surrogates_overlong_forms_and_what_is_beyond_unicode_are_never_read() -> None:
    bad = [b"\xed\xa0\x80", b"\xc0\x80", b"\xe0\x80\x80", b"\xf0\x80\x80\x80", b"\xf4\x90\x80\x80", b"\x80", b"\xff"]
    assert not any(reads(ANY, data) for data in bad)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(EDGES), st.integers(0, 300)), min_size=1, max_size=5))
def test_a_set_reads_its_members_and_no_others(ranges: list[tuple[int, int]]) -> None:
    points = CodePoints.of((low, min(0x10FFFF, low + n)) for low, n in ranges)
    near = {p + d for low, n in ranges for p in (low, low + n) for d in (-2, -1, 0, 1, 2)} | set(EDGES)
    for point in near:
        if 0 <= point <= 0x10FFFF and not 0xD800 <= point <= 0xDFFF:
            assert reads(points, chr(point).encode()) == (point in points)
