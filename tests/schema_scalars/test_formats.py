"""Formats against other implementations of the same documents, and against the public suite."""

from __future__ import annotations

import ipaddress
import json
import uuid
from calendar import monthrange
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.automaton.chars import CharDfa
from maskscope.automaton.chars_algebra import contains
from maskscope.automaton.chars_texts import accepts
from maskscope.syntax.schema.formats import FORMATS
from maskscope.syntax.schema.strings import StringSet
from support.spelling import pattern


@cache
def members(name: str) -> StringSet:
    return StringSet.format(name)


def automaton(name: str) -> CharDfa:
    return members(name).clauses[0].wanted[0].inner


# ---- dates and times


def test_dates_are_the_calendar_from_0000_to_9999() -> None:
    dates = automaton("date")
    for year in range(10_000):
        leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
        assert accepts(dates, f"{year:04}-02-29") == leap
        assert accepts(dates, f"{year:04}-02-28") and not accepts(dates, f"{year:04}-02-30")


def test_every_month_has_its_days_and_no_other() -> None:
    dates = automaton("date")
    for year in (1, 1900, 2000, 2023, 2024):
        for month in range(14):
            days = monthrange(year, month)[1] if 1 <= month <= 12 else 0
            found = [day for day in range(100) if accepts(dates, f"{year:04}-{month:02}-{day:02}")]
            assert found == list(range(1, days + 1))


@given(st.datetimes(), st.sampled_from("tT"), st.sampled_from(["Z", "z", "+00:00", "-23:59", "+05:45"]))
def test_every_datetime_is_one(moment: datetime, letter: str, offset: str) -> None:
    text = moment.isoformat().replace("T", letter) + offset
    assert accepts(automaton("date-time"), text)
    assert accepts(automaton("time"), text[11:])
    assert accepts(automaton("date"), text[:10])


def test_a_leap_second_falls_where_it_is_a_minute_to_midnight_in_utc() -> None:
    times = automaton("time")
    for half_hours in range(-47, 48):
        local = datetime(2016, 12, 31, 23, 59) + timedelta(minutes=30 * half_hours)
        sign, (hours, minutes) = "+-"[half_hours < 0], divmod(abs(half_hours) * 30, 60)
        offset = f"{sign}{hours:02}:{minutes:02}"
        for hour in range(24):
            for minute in (29, 58, 59):
                right = (hour, minute) == (local.hour, local.minute)
                assert accepts(times, f"{hour:02}:{minute:02}:60{offset}") == right


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("duration", ["P1D", "PT0S", "P1Y2M3DT4H5M6S", "P3W"], ["P", "PT", "P1Y2D", "PT1H2S", "P1WT1H", "PT0.5S"]),
        ("time", ["08:30:06Z", "23:59:60z", "12:00:00.123-00:00"], ["24:00:00Z", "12:00:00", "22:59:60Z", "1:2:3Z"]),
        ("uuid", [str(uuid.UUID(int=2**128 - 1)), "2EB8AA08-aa98-11ea-B4AA-73B441D16380"], ["2eb8aa08aa98"]),
        ("json-pointer", ["", "/", "/a~1b/~0", "/é\n"], ["a", "/~2", "/~"]),
        ("relative-json-pointer", ["0", "10/a", "0#"], ["", "01", "-1", "1#/a"]),
        (
            "hostname",
            ["a", "a-b.c", "1.2.3.4", "ab--cd.x", "xn", "xna--b"],
            ["", "-a", "a-", "a..b", "a.", "xn--a", "XN--a"],
        ),
        ("ipv4", ["0.0.0.0", "255.10.1.99"], ["256.1.1.1", "01.2.3.4", "1.2.3", "1.2.3.4.5"]),
        (
            "email",
            ["a@b", '"a b"@c.d', "a@[127.0.0.1]", "a.b+c@d", "a@[IPv6:::1]"],
            ["a", "@b", ".a@b", "a@b.", "a@[::1]"],
        ),
        ("idn-email", ["실례@실례.테스트", "δ@b"], ["a", "a@\u0300b", "a＠b"]),
        ("idn-hostname", ["실례.테스트", "a。b", "l·l", "אב.אב"], ["", "a·l", "0a.א", "xn--a", "a..b"]),
        (
            "uri",
            ["a:", "http://a:1/b?c#d", "urn:x:y", "http://[::1]/"],
            ["a", "//a", "a:%", "http://[::1", "a: b", "a:é"],
        ),
        ("uri-reference", ["", "#", "a/b", "//a", "./a:b"], ["1:b", "a b", "%", "\\"]),
        ("iri", ["http://é/ü?\ue000", "a:é"], ["é", "a:\ue000", "a:\u200e"]),
        ("iri-reference", ["é", "//é", "#é"], ["\\", " "]),
        ("uri-template", ["", "{a}", "x{?a,b*,c:3}", "a%41"], ["{", "{}", "{a,,b}", "{a:0}", "a b", "}"]),
        (
            "regex",
            ["", "^a+$", "(?<n>[a-z]\\d{3,5})|b", "[^]", "\\u{1F600}"],
            ["(", "a**", "[z-a]", "\\a", "{3,2}", "(?i)a"],
        ),
    ],
)
def test_examples(name: str, good: list[str], bad: list[str]) -> None:
    strings = members(name)
    assert [text for text in good if not strings.contains(text)] == []
    assert [text for text in bad if strings.contains(text)] == []


# ---- addresses and identifiers


@given(st.ip_addresses(v=6), st.booleans())
def test_every_ipv6_address_is_one(address: ipaddress.IPv6Address, long: bool) -> None:
    assert accepts(automaton("ipv6"), address.exploded if long else str(address))


@given(st.text("0123456789abcf:.", max_size=22))
def test_other_texts_are_ipv6_addresses_exactly_when_ipaddress_says_so(text: str) -> None:
    try:
        expected = bool(ipaddress.IPv6Address(text)) or True
    except ValueError:
        expected = False
    assert accepts(automaton("ipv6"), text) == expected


@given(st.lists(st.sampled_from(["0", "1", "ffff", "12ab", "", "", "1.2.3.4", "00001"]), max_size=10))
def test_groups_between_colons_are_ipv6_addresses_exactly_when_ipaddress_says_so(groups: list[str]) -> None:
    test_other_texts_are_ipv6_addresses_exactly_when_ipaddress_says_so.hypothesis.inner_test(":".join(groups))  # type: ignore[attr-defined]


@given(st.ip_addresses(v=4))
def test_every_ipv4_address_is_one(address: ipaddress.IPv4Address) -> None:
    assert accepts(automaton("ipv4"), str(address))


@given(st.uuids(), st.booleans())
def test_every_uuid_is_one(value: uuid.UUID, upper: bool) -> None:
    assert accepts(automaton("uuid"), str(value).upper() if upper else str(value))


def test_lengths_of_names() -> None:
    strings = members("hostname")
    assert strings.contains("a" * 63) and not strings.contains("a" * 64)
    assert strings.contains(".".join(["a" * 63] * 3)) and strings.contains(".".join(["a" * 35] * 7))
    assert not strings.contains(".".join(["a" * 63] * 4))  # 255 characters
    strings = members("email")
    assert strings.contains("a" * 64 + "@b") and not strings.contains("a" * 65 + "@b")


# ---- the table, and the public suite


def test_every_standard_format_is_in_the_table_with_its_document() -> None:
    standard = "date time date-time duration email idn-email hostname idn-hostname ipv4 ipv6 uri uri-reference iri"
    standard += " iri-reference uri-template uuid json-pointer relative-json-pointer regex"
    assert sorted(FORMATS) == sorted(standard.split())
    assert all(entry.source for entry in FORMATS.values())
    narrowed = {name for name, entry in FORMATS.items() if not entry.is_exact}
    assert narrowed == {"time", "date-time", "email", "idn-email", "hostname", "idn-hostname", "regex"}


@pytest.mark.parametrize("name", [name for name, entry in FORMATS.items() if not entry.is_exact])
def test_what_is_not_wanted_in_a_narrowed_format_keeps_out_of_all_of_it(name: str) -> None:
    atom = members(name).clauses[0].wanted[0]
    assert contains(atom.outer, atom.inner)
    assert atom.inner.n_states > 1


def test_a_name_that_is_not_built_is_not_taken_for_no_name() -> None:
    names, punycode = members("hostname"), "xn--9n2bp8q.xn--9t4b11yi5a"
    assert not names.contains(punycode)
    assert not (~names).contains(punycode) and (~names).contains("a b")
    assert not names.isdisjoint(pattern("^xn--"))
    assert not StringSet.literals([punycode]).is_subset(~names)
    assert (~(names & StringSet.literals([punycode]))).texts(1) is None
    assert not (~(names & StringSet.literals([punycode]))).contains(punycode)


def test_a_text_too_long_for_a_name_is_no_name() -> None:
    assert not (pattern("^a{100}$") - members("hostname")).is_empty


def test_addresses_under_a_pattern() -> None:
    strings = members("email") & pattern("@example\\.com$")
    assert not strings.is_empty
    assert strings.contains("a.b@example.com") and not strings.contains("a.b@example.org")


REFUSED = {
    "hostname": "labels in Punycode",
    "idn-hostname": "a label in Punycode, and Greek labels of 52 letters",
    "idn-email": "a label that is not in normal form",
    "regex": "a back-reference",
}


def rows(path: Path) -> list[dict[str, Any]]:
    with (path / "jsts" / "json_schema_test_suite.jsonl").open(encoding="utf-8") as lines:
        return [row for row in map(json.loads, lines) if row["class"] == "format"]


@pytest.mark.suite
@pytest.mark.parametrize("draft", ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"])
def test_the_public_format_tests(shared_data: Path, suite_line: Callable[[str], None], draft: str) -> None:
    right = wrong = 0
    for row in rows(shared_data):
        name = row["schema"].get("format")
        if row["draft"] != draft or name not in FORMATS:
            continue
        for case in row["tests"]:
            if not isinstance(case["data"], str):
                continue
            accepted = members(name).contains(case["data"])
            assert case["valid"] or not accepted, f"{name} accepts {case['data']!r}: {case['description']}"
            assert accepted or not case["valid"] or name in REFUSED, f"{name} refuses {case['data']!r}"
            right, wrong = right + (accepted == case["valid"]), wrong + (accepted != case["valid"])
    suite_line(f"formats: {draft} {right} of {right + wrong} right, 0 false accepts")
    assert wrong <= 22 and right > 10 * wrong
