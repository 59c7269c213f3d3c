"""The JSON reader, the writer, and places: each against the standard library's own."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.errors import GrammarError, LimitExceeded
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.reading.json_document import Place, WrittenSource, document_of
from maskscope.reading.json_reader import Json, Spot, read_json
from maskscope.reading.json_writer import write_json
from maskscope.text import Source

scalars = st.none() | st.booleans() | st.integers() | st.text()
values = st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


def source(text: str) -> Source:
    return Source("json", text)


@given(values, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_the_reader_reads_what_the_standard_library_writes(value: Json, indent: int | str | None, plain: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)
    assert read_json(source(text), DEFAULT_LIMITS)[0] == value


@given(st.text(alphabet='[]{}:," \n0123456789.eE+-truefalsn\\u"', max_size=12))
def test_the_reader_takes_exactly_what_the_standard_library_takes(text: str) -> None:
    try:
        json.loads(text, object_pairs_hook=no_duplicates)
    except ValueError:
        with pytest.raises(GrammarError):
            read_json(source(text), DEFAULT_LIMITS)
    else:
        read_json(source(text), DEFAULT_LIMITS)


def no_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError
    return dict(pairs)


@given(values)
def test_a_value_is_written_as_json_dumps_writes_it(value: Json) -> None:
    assert write_json(value)[0] == json.dumps(value, indent=2)


@given(values)
def test_the_writer_and_the_reader_find_the_same_places(value: Json) -> None:
    text, written = write_json(value)
    assert flat(written) == flat(read_json(source(text), DEFAULT_LIMITS)[1])


@given(values)
def test_each_part_stands_at_its_spot(value: Json) -> None:
    text = json.dumps(value, ensure_ascii=False, indent=1)
    for part, spot in parts(value, read_json(source(text), DEFAULT_LIMITS)[1]):
        assert json.loads(text[spot.start : spot.end]) == part


def parts(value: Json, spot: Spot) -> list[tuple[Json, Spot]]:
    found = [(value, spot)]
    if isinstance(value, dict) and isinstance(spot.parts, dict):
        for key, part in value.items():
            key_spot, part_spot = spot.parts[key]
            found += [(key, key_spot), *parts(part, part_spot)]
    elif isinstance(value, list) and isinstance(spot.parts, list):
        for part, part_spot in zip(value, spot.parts, strict=True):
            found += parts(part, part_spot)
    return found


def flat(spot: Spot) -> list[tuple[int, int]]:
    inner = spot.parts.values() if isinstance(spot.parts, dict) else [(None, s) for s in spot.parts or ()]
    found = [(spot.start, spot.end)]
    for key_spot, part in inner:
        found += ([(key_spot.start, key_spot.end)] if key_spot else []) + flat(part)
    return found


def test_numbers_keep_every_digit() -> None:
    text = "[0.1, 1e400, 123456789012345678901234567890, 2.50]"
    assert read_json(source(text), DEFAULT_LIMITS)[0] == [
        Decimal("0.1"),
        Decimal("1e400"),
        123456789012345678901234567890,
        Decimal("2.50"),
    ]


def test_an_integer_of_ten_thousand_digits_is_read() -> None:
    assert read_json(source("9" * 10_000), DEFAULT_LIMITS)[0] == 10**10_000 - 1


def test_depth_costs_no_stack() -> None:
    text = "[" * 9_000 + '{"a":1}' + "]" * 9_000
    value, _ = read_json(source(text), DEFAULT_LIMITS)
    assert write_json(value)[0].count("[") == 9_000


def test_depth_beyond_the_limit_is_refused_by_name() -> None:
    with pytest.raises(LimitExceeded, match="limit depth"):
        read_json(source("[" * 11 + "]" * 11), Limits(depth=10))


def test_a_place_is_found_in_a_text_and_in_a_written_value() -> None:
    value = {"a": [1, {"b~/": "xyz"}]}
    for src in (source(json.dumps(value)), WrittenSource("json", value)):
        place = Place(document_of(src, DEFAULT_LIMITS))["a"][1]["b~/"]
        assert (src.text[place.start : place.end], place.pointer) == ('"xyz"', "#/a/1/b~0~1")
        assert src.text[place.inside(1, 2).start] == "y"


def test_a_place_inside_a_text_counts_decoded_characters() -> None:
    src = source(r'{"\u0061\n": "\ud83d\ude00\"b"}')
    root = Place(document_of(src, DEFAULT_LIMITS))
    inside, key = root["a\n"].inside(2, 3), root.of_key("a\n").inside(1, 2)
    assert src.text[inside.start : inside.end] == "b"
    assert src.text[key.start : key.end] == r"\n"
