"""The presets that ship: what their files may say, and that they do as they say."""

import json
import tomllib

import pytest

from maskscope.automaton.language import Language
from maskscope.pipeline import compile
from maskscope.vocab.load import load_vocabulary
from maskscope_presets import Preset, Refusal, preset, presets
from maskscope_presets.check import check_preset, refused_at
from maskscope_presets.preset import KINDS, parse_preset

GOOD = """
place = 1
kind = "regex"
title = "A date"
teaches = "Nothing."
text = "[0-9]{2}"
accepts = ["12"]
refuses = ["1", { text = "1x", at = 1 }]
"""


def language_of(one: Preset) -> Language:
    return compile(one.kind, one.text, **one.options)


@pytest.mark.parametrize("one", presets(), ids=lambda p: p.name)
def test_a_preset_does_as_it_says_and_fifty_samples_end_well(one: Preset) -> None:
    assert check_preset(one, load_vocabulary("gpt2"), samples=50) == ()


@pytest.mark.parametrize("one", presets(), ids=lambda p: p.name)
def test_a_preset_states_where_each_of_its_texts_is_refused(one: Preset) -> None:
    assert [refusal.text for refusal in one.refuses if refusal.at is None] == []


@pytest.mark.parametrize("one", presets(), ids=lambda p: p.name)
def test_a_preset_compiles_without_warnings(one: Preset) -> None:
    assert [note.text for note in language_of(one).notes if note.kind == "warning"] == []


def test_each_kind_has_at_least_five() -> None:
    counts = {kind: sum(p.kind == kind for p in presets()) for kind in KINDS}
    assert min(counts.values()) >= 5


def test_the_ones_that_everybody_asks_for_are_there() -> None:
    wanted = ["user", "order", "tool-call", "iso-date", "email", "ipv4", "json", "arithmetic", "chess", "tree"]
    assert [name for name in wanted if name not in {p.name for p in presets()}] == []


def test_names_and_titles_are_unique() -> None:
    assert len({p.name for p in presets()}) == len({p.title for p in presets()}) == len(presets())


def test_a_preset_may_be_written_as_json() -> None:
    assert parse_preset("date", json.dumps(tomllib.loads(GOOD)), "json") == parse_preset("date", GOOD)


def test_a_file_becomes_a_preset() -> None:
    assert parse_preset("date", GOOD) == Preset(
        "date", "regex", "A date", "Nothing.", "[0-9]{2}", {}, ("12",), (Refusal("1"), Refusal("1x", 1)), 1
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('kind = "regex"', 'kind = "ebnf"'), "kind 'ebnf' is none of"),
        (('title = "A date"', ""), "keys missing or not known: title"),
        (("place = 1", "place = 1\nplaces = 2"), "keys missing or not known: places"),
        (('accepts = ["12"]', 'accepts = "12"'), "accepts must be of type list"),
        (('accepts = ["12"]', "accepts = []"), "must not be empty"),
        (("at = 1", "at = '1'"), "at must be of type int"),
        (("at = 1", "byte = 1"), "a refusal is a text"),
    ],
)
def test_a_file_that_is_wrong_is_refused_by_name(change: tuple[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=f"preset date: .*{message}"):
        parse_preset("date", GOOD.replace(*change))


def test_there_is_no_preset_of_an_unknown_name() -> None:
    with pytest.raises(KeyError):
        preset("nothing")


@pytest.mark.parametrize(("text", "place"), [("12", None), ("1", 1), ("", 0), ("1x", 1), ("é2", 0), ("123", 2)])
def test_a_text_is_refused_at_a_byte(text: str, place: int | None) -> None:
    assert refused_at(compile("regex", "[0-9]{2}"), text) == place


def test_the_check_says_what_is_wrong() -> None:
    wrong = parse_preset("date", GOOD.replace('["12"]', '["12", "1", "123"]').replace('["1",', '["34",'))
    assert check_preset(wrong, load_vocabulary("bytes"), samples=1) == (
        "refuses '1' at byte 1, which it should accept",
        "refuses '123' at byte 2, which it should accept",
        "accepts '34', which it should refuse",
    )


def test_the_check_says_when_a_preset_does_not_compile() -> None:
    wrong = parse_preset("date", GOOD.replace("[0-9]", "[9-0]"))
    assert check_preset(wrong, load_vocabulary("bytes"))[0].startswith("regex:1:2: range runs backwards")


def test_the_check_says_when_sampling_cannot_finish() -> None:
    one = parse_preset("date", GOOD.replace("[0-9]{2}", "12é?").replace('["1", { text = "1x", at = 1 }]', '["1"]'))
    assert check_preset(one, load_vocabulary("toy"), samples=3) == ()
    cut = parse_preset("date", GOOD.replace("[0-9]{2}", "12|é{9}"))
    problems = check_preset(cut, load_vocabulary("toy"), samples=3)
    assert all("does not finish: stalled" in problem for problem in problems)


def test_a_schema_is_held_to_jsonschema_too() -> None:
    text = GOOD.replace('kind = "regex"', 'kind = "json_schema"').replace('"[0-9]{2}"', '\'{"type": "integer"}\'')
    assert check_preset(parse_preset("date", text.replace('"1",', '"x",')), load_vocabulary("bytes"), samples=5) == ()
