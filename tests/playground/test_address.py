"""Links: the same screen step for step, and nothing a stranger's link could break."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope_playground.address import LONGEST_TEXT, address_of, apply_address, pack, read_address, unpack
from maskscope_playground.session import Session


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=300))
def test_a_text_comes_back_from_a_link(text: str) -> None:
    assert unpack(pack(text)) == text


def test_a_link_opens_the_same_screen_step_for_step() -> None:
    session = Session(kind="regex", grammar="[a-z]{3,9}!", vocabulary="toy", seed=9, budget=5)
    session.step()
    session.push(session.compiled.guide.vocabulary.ids[b"e"])
    session.step()
    other = Session()
    apply_address(other, address_of(session))
    for name in ("kind", "grammar", "vocabulary", "seed", "budget", "moves"):
        assert getattr(other, name) == getattr(session, name)
    session.step()
    other.step()
    assert other.data == session.data


def test_a_link_without_a_tape_empties_it_and_sets_what_it_does_not_say_to_the_defaults() -> None:
    session = Session(strategy="greedy", budget=3)
    link = address_of(Session())
    session.step()
    apply_address(session, link)
    assert session.moves == ()
    assert (session.strategy, session.budget) == ("monkey", 64)


def test_options_of_a_schema_travel() -> None:
    session = Session(kind="json_schema", grammar='{"type": "object"}', closed=True, whitespace="json")
    other = Session()
    apply_address(other, "#" + address_of(session))
    assert (other.closed, other.whitespace) == (True, "json")


def test_an_untouched_preset_stays_one() -> None:
    other = Session(kind="regex", grammar="x")
    apply_address(other, address_of(Session(preset="iso-date")))
    assert other.preset == "iso-date"


@pytest.mark.parametrize(
    "link",
    [
        "",
        "#",
        "nonsense",
        "k=regex",
        "k=regex&s=%%%",
        "k=perl&s=" + pack("a"),
        "k=regex&s=" + pack("a")[:-3],
        "k=regex&s=" + "A" * 70_000,
        "<img src=x onerror=alert(1)>",
        "k=regex&s=" + urlsafe_b64encode(zlib.compress(b"\xff\xfe")).decode(),
        "k=regex&s=" + urlsafe_b64encode(zlib.compress(b"a" * (LONGEST_TEXT + 1))).decode(),
    ],
)
def test_a_link_that_makes_no_sense_changes_nothing(link: str) -> None:
    session = Session()
    before = (session.kind, session.grammar, session.moves)
    apply_address(session, link)
    assert (session.kind, session.grammar, session.moves) == before


def test_values_that_do_not_fit_stay_at_their_defaults() -> None:
    session = Session()
    apply_address(session, f"k=regex&s={pack('a+')}&v=../../etc/passwd&b=99999999&seed=-1&w=tabs&t=evil")
    assert session.grammar == "a+"
    assert session.vocabulary == "gpt2"
    assert session.budget == 64


def test_a_tape_stops_at_the_first_token_that_is_not_allowed() -> None:
    session = Session()
    apply_address(session, f"k=regex&s={pack('ab')}&v=bytes&r=2p-.2p-.2q-")
    assert session.data == b"a"


@given(st.text(max_size=200))
def test_no_link_raises(link: str) -> None:
    read_address(link)
    read_address("k=regex&s=" + link)
