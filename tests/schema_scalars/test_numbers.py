"""Sets of numbers: membership is a predicate over decimals, and every text that is spelled is a member."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maskscope.errors import LimitExceeded
from maskscope.ir.nodes import Graph, Nothing
from maskscope.ir.walk import nodes
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.syntax.schema import numbers as numbers_module
from maskscope.syntax.schema.decimals import exact, spell
from maskscope.syntax.schema.numbers import ANY_NUMBER, NO_NUMBER, NumberSet
from maskscope.syntax.schema.numbers_residues import reader_of, states_met
from maskscope.syntax.schema.numbers_runs import Run
from maskscope.syntax.schema.numbers_steps import multiple_of
from maskscope.syntax.schema.options import SchemaOptions
from maskscope.syntax.schema.read import read_schema
from maskscope.text import Source
from support.random_sets import Predicate, bounds, near, number_sets, step_sizes
from support.spelling import Spellings


def spelled(canonical: bool = False, **bounds: object) -> Spellings:
    return Spellings(NumberSet.of(**bounds).node(canonical))  # type: ignore[arg-type]


# ---- what is written


def test_an_unconstrained_number_is_as_json_allows() -> None:
    texts = Spellings(NumberSet.any().node())
    for good in ("0", "-0", "1.50", "1e5", "-2E-07", "0.0", "10.25e+3"):
        assert good in texts
    for bad in ("", "-", "01", "1.", ".5", "+1", "1e", "NaN", "--1"):
        assert bad not in texts


def test_an_integer_is_plain() -> None:
    texts = spelled(integer=True)
    for good in ("0", "7", "-1", "120", "123456789012345678901234567890"):
        assert good in texts
    for bad in ("-0", "1.0", "1e3", "00", "01", "-01", "+1", ""):
        assert bad not in texts


def test_an_integer_from_0_to_120() -> None:
    texts = spelled(minimum=0, maximum=120, integer=True)
    assert [n for n in range(-20, 1300) if str(n) in texts] == list(range(121))
    assert "-0" not in texts and "007" not in texts


def test_bounds_of_any_size() -> None:
    texts = spelled(minimum=-5, maximum=10**40, integer=True)
    assert str(10**40) in texts and str(10**40 + 1) not in texts
    assert "-5" in texts and "-6" not in texts
    texts = spelled(minimum=Decimal("1e400"))
    assert "1" + "0" * 400 in texts and "9" * 400 not in texts
    texts = spelled(exclusive_minimum=0, exclusive_maximum=Decimal("1e-30"))
    assert "0." + "0" * 30 + "1" in texts and "0." + "0" * 29 + "1" not in texts and "0" not in texts


def test_an_exclusive_bound_is_about_the_value_and_not_its_spelling() -> None:
    texts = spelled(exclusive_maximum=3)
    for good in ("2.999", "2.50", "2", "2.0", "2.000"):
        assert good in texts
    for bad in ("3", "3.0", "3.000", "3.0001", "2.", "10"):
        assert bad not in texts


def test_zeros_may_end_a_fraction_but_not_where_values_are_compared() -> None:
    for text in ("19.90", "5.0", "5.000", "0.0"):
        assert text in spelled(minimum=0)
        assert text not in spelled(minimum=0, canonical=True)
    assert "1.50" not in Spellings(NumberSet.values_of([Decimal("1.5")]).node())


@pytest.mark.parametrize(
    "asked",
    [
        {"minimum": 1, "maximum": 5},
        {"exclusive_minimum": 1, "exclusive_maximum": 5},
        {"minimum": Decimal("0.5"), "maximum": Decimal("4.05")},
        {"minimum": Decimal("1.05"), "maximum": Decimal("1.5")},
        {"minimum": 1, "maximum": Decimal("1.05")},
        {"exclusive_minimum": 1, "exclusive_maximum": Decimal("1.001")},
        {"minimum": -2, "maximum": 3},
        {"minimum": 0, "maximum": 5, "multiple_of": Decimal("0.5")},
        {"minimum": 0, "multiple_of": Decimal("0.25")},
        {"exclusive_minimum": Decimal("-1.5"), "multiple_of": Decimal("1.5")},
    ],
)
def test_every_plain_decimal_is_written_with_any_zeros_at_its_end(asked: dict[str, Decimal]) -> None:
    numbers = NumberSet.of(**asked)  # type: ignore[arg-type]
    texts = Spellings(numbers.node())
    for n in range(-2_600, 5_200):
        for places in (1, 2, 3):
            text = f"{Decimal(n).scaleb(-3):.{places}f}"
            expected = numbers.contains(Decimal(text)) and not (text[0] == "-" and not Decimal(text))
            assert (text in texts) == expected, text


def test_integers_have_no_fraction_even_where_a_step_makes_them() -> None:
    for texts in (
        spelled(minimum=1, maximum=5, integer=True),
        spelled(multiple_of=5),
        spelled(multiple_of=5, maximum=9),
    ):
        assert "5" in texts and "5.0" not in texts
    mixed = Spellings((NumberSet.of(maximum=0, integer=True) | NumberSet.of(minimum=4)).node())
    assert "-5" in mixed and "-5.0" not in mixed and "5.0" in mixed


def test_canonical_numbers_have_one_spelling_a_value() -> None:
    texts = Spellings(NumberSet.any().node(canonical=True))
    assert "0" in texts and "-0.5" in texts and "1000" in texts
    for twice in ("-0", "0.0", "1e3", "0.50", "1.0"):
        assert twice not in texts


def test_range_and_multiple_are_exact_together() -> None:
    assert NumberSet.of(minimum=15, maximum=20, multiple_of=7).is_empty
    assert NumberSet.of(minimum=15, maximum=20, multiple_of=7).node() == Nothing()
    texts = spelled(minimum=15, maximum=30, multiple_of=7, integer=True)
    assert [n for n in range(100) if str(n) in texts] == [21, 28]


@pytest.mark.parametrize("step", [2, 3, 7, 10, 12, 25, 64, 97, 100])
def test_multiples_of_a_whole_step(step: int) -> None:
    texts = spelled(multiple_of=step)
    assert [n for n in range(-300, 1200) if str(n) in texts] == [n for n in range(-300, 1200) if n % step == 0]


@pytest.mark.parametrize(("step", "places"), [("0.01", 2), ("0.25", 2), ("0.5", 1), ("1.5", 1), ("0.003", 3)])
def test_multiples_of_a_decimal_step(step: str, places: int) -> None:
    texts = spelled(multiple_of=Decimal(step))
    for n in range(0, 3000, 7):
        value = exact(Decimal(n).scaleb(-places))
        assert (spell(value) in texts) == (value % Decimal(step) == 0), value


def test_a_multiple_of_cents_may_be_written_with_two_places() -> None:
    texts = spelled(multiple_of=Decimal("0.01"), minimum=0)
    for good in ("19.90", "19.9", "19.900", "19", "19.00", "0.0"):
        assert good in texts
    for bad in ("19.901", "19.001", "19.", "19.9001"):
        assert bad not in texts


def test_a_long_step_is_listed_where_its_range_is_short() -> None:
    texts = spelled(multiple_of=123_456_789, minimum=0, maximum=10**11)
    assert str(123_456_789 * 810) in texts and "123456788" not in texts and str(123_456_789 * 811) not in texts


def test_a_long_step_without_a_range_meets_a_named_limit() -> None:
    with pytest.raises(LimitExceeded, match="dfa_states"):
        NumberSet.of(multiple_of=123_456_789).node()


def test_a_step_with_too_many_remainders_is_cut_short_where_somebody_notes_it() -> None:
    told: list[str] = []
    texts = Spellings(NumberSet.of(multiple_of=Decimal("0.123456789"), integer=True).node(narrowed=told.append))
    for good in ("0", "123456789", "-246913578", str(123_456_789 * 999), str(-123_456_789 * 1_000)):
        assert good in texts
    for bad in ("1", "123456788", "0.123456789", "1" + "0" * 308, str(123_456_789 * 1_000)):
        assert bad not in texts
    note = "of each range only the 1,000 nearest to 0 are written; this step has too many remainders"
    assert told == 2 * [f"multiples of 123456789: {note}"]


def test_what_is_cut_short_begins_at_its_bound() -> None:
    low = 10**30
    first = low + -low % 1_234_567_890
    texts = Spellings(NumberSet.of(multiple_of=1_234_567_890, minimum=low).node(narrowed=lambda _: None))
    assert str(first) in texts and str(first + 1_234_567_890) in texts
    assert str(first - 1_234_567_890) not in texts and "0" not in texts and str(low) not in texts


def test_a_set_that_is_cut_short_when_written_is_whole_in_the_algebra() -> None:
    numbers = NumberSet.of(multiple_of=123_456_789)
    assert not (~numbers).contains(123_456_789 * 10**9)
    assert (numbers - NumberSet.of(multiple_of=123_456_789)).is_empty
    with pytest.raises(LimitExceeded, match="dfa_states"):
        (NumberSet.of(integer=True) - numbers).node(narrowed=lambda _: None)


def test_the_note_about_a_step_points_at_its_schema() -> None:
    text = '{"properties": {"n": {"type": "integer", "multipleOf": 0.123456789}}}'
    notes = read_schema(Source("json_schema", text), Limits(), SchemaOptions()).notes
    found = [note for note in notes if note.text.startswith("multiples of 123456789")]
    assert [(note.kind, note.span and text[note.span.start : note.span.end]) for note in found] == [
        ("narrowing", '{"type": "integer", "multipleOf": 0.123456789}')
    ]


@settings(max_examples=200)
@given(bounds.map(abs), st.none() | bounds.map(abs), step_sizes, st.booleans())
def test_a_step_is_refused_beforehand_only_where_it_would_be(
    low: Decimal, high: Decimal | None, step: Decimal, zeros: bool
) -> None:
    run = Run(low, True, high, True, multiple_of(step))
    reader = reader_of(run, zeros)
    assert reader.least_states <= len(states_met(reader, DEFAULT_LIMITS)[0])


def test_numbers_whose_spellings_are_counted_are_never_cut_short() -> None:
    text = '{"type": "array", "uniqueItems": true, "items": {"type": "integer", "multipleOf": 123456789}}'
    with pytest.raises(LimitExceeded, match="dfa_states"):
        read_schema(Source("json_schema", text), Limits(), SchemaOptions())


@pytest.mark.parametrize("keyword", ["anyOf", "not"])
def test_many_constants_are_united_by_halves(keyword: str, monkeypatch: pytest.MonkeyPatch) -> None:
    visited: list[int] = []
    simplest = numbers_module._simplest
    monkeypatch.setattr(
        numbers_module, "_simplest", lambda cuts, *more: visited.append(len(cuts)) or simplest(cuts, *more)
    )
    union = {"anyOf": [{"const": n} for n in range(4_000)]}
    schema = union if keyword == "anyOf" else {"type": "integer", "not": union}
    read_schema(Source("json_schema", json.dumps(schema)), Limits(), SchemaOptions())
    assert sum(visited) < 4_000 * 16  # one by one: 8,000,000


def test_plain_intervals_make_no_automaton() -> None:
    for interval in (
        {"minimum": 0, "maximum": 120, "integer": True},
        {"minimum": Decimal("0.5"), "exclusive_maximum": 99},
    ):
        tree = NumberSet.of(**interval).node()  # type: ignore[arg-type]
        assert not any(isinstance(node, Graph) for node in nodes(tree))


# ---- what is in


def test_bounds_that_leave_nothing() -> None:
    assert NumberSet.of(minimum=5, maximum=3).is_empty
    assert NumberSet.of(exclusive_minimum=4, exclusive_maximum=5, integer=True).is_empty
    assert not NumberSet.of(exclusive_minimum=4, exclusive_maximum=5).is_empty
    assert NumberSet.of(minimum=3, exclusive_maximum=3).is_empty
    assert NumberSet.of(minimum=3, maximum=3).values(1) == [3]


def test_finite_sets_are_listed() -> None:
    assert NumberSet.of(minimum=0, maximum=10, multiple_of=Decimal("2.5")).values(10) == [
        0,
        Decimal("2.5"),
        5,
        Decimal("7.5"),
        10,
    ]
    assert NumberSet.of(minimum=0, maximum=10).values(1_000_000) is None
    assert NumberSet.of(minimum=0, maximum=10**9, integer=True).values(1000) is None
    assert NumberSet.of(minimum=0, maximum=10**9, integer=True).count == 10**9 + 1


def test_equal_values_of_other_spelling_are_one_value() -> None:
    assert NumberSet.values_of([Decimal("1.0"), 1, Decimal("1e0")]).values(5) == [1]
    assert NumberSet.values_of([Decimal("-0"), 0]).values(5) == [0]


def test_sets_are_described_in_words() -> None:
    assert NumberSet.of(minimum=0, maximum=120, integer=True).describe() == "integers from 0 to 120"
    assert NumberSet.of(exclusive_minimum=Decimal("0.5")).describe() == "numbers above 0.5"
    assert (NumberSet.of(integer=True) - NumberSet.of(multiple_of=2)).describe() == "integers but no multiples of 2"
    assert NumberSet.values_of([1, Decimal("2.5")]).describe() == "1, 2.5"
    assert NO_NUMBER.describe() == "no number"
    assert ANY_NUMBER.describe() == "numbers"


def test_fifty_thousand_values_are_no_trouble() -> None:
    values = NumberSet.values_of(range(50_000))
    assert (values & NumberSet.of(multiple_of=2)).count == 25_000
    assert (NumberSet.of(integer=True) - values).contains(50_000)


# ---- laws


@settings(max_examples=200)
@given(number_sets, st.lists(bounds, max_size=10))
def test_membership_is_the_predicate_and_so_is_what_is_spelled(
    pair: tuple[NumberSet, Predicate], values: list[Decimal]
) -> None:
    numbers, holds = pair
    plain, canonical = Spellings(numbers.node()), Spellings(numbers.node(canonical=True))
    for value in [*values, *near(numbers)]:
        text, expected = spell(value), holds(value)
        assert numbers.contains(value) == expected
        assert (text in canonical) == expected
        assert (text in plain) == expected


@settings(max_examples=100)
@given(number_sets, st.integers(0, 2**64))
def test_every_text_that_is_spelled_parses_to_a_member(pair: tuple[NumberSet, Predicate], choice: int) -> None:
    from maskscope.automaton.chars_texts import texts

    numbers, holds = pair
    found = texts(Spellings(numbers.node()).dfa, 60)
    for text in found[choice % 3 :: 3]:
        assert holds(json.loads(text, parse_float=Decimal, parse_int=Decimal)), text
    assert bool(found) != numbers.is_empty


@settings(max_examples=100)
@given(number_sets, number_sets)
def test_the_boolean_laws(a: tuple[NumberSet, Predicate], b: tuple[NumberSet, Predicate]) -> None:
    x, y = a[0], b[0]
    assert (x - x).is_empty and (x & ~x).is_empty
    assert (~(x | ~x)).is_empty
    assert (~(x & y) - (~x | ~y)).is_empty and ((~x | ~y) - ~(x & y)).is_empty
    assert (x & y).is_subset(x) and x.is_subset(x | y)
    assert (x - y).isdisjoint(y)


@settings(max_examples=100)
@given(number_sets)
def test_listed_values_are_all_the_members(pair: tuple[NumberSet, Predicate]) -> None:
    numbers, holds = pair
    values = numbers.values(200)
    if values is None:
        assert numbers.count is None or numbers.count > 200
    else:
        assert len(values) == numbers.count and values == sorted(values)
        assert all(holds(value) for value in values)
        assert (numbers - NumberSet.values_of(values)).is_empty
