"""The session: inputs in, tape and status out, no browser."""

from __future__ import annotations

import asyncio
import json

import jsonschema
import pytest

from maskscope import pipeline
from maskscope.decode.monkey import monkey
from maskscope.decode.rng import Rng
from maskscope.errors import GrammarError, LimitExceeded, VocabularyError
from maskscope.guide.guide import FINISHED
from maskscope.vocab.load import load_vocabulary
from maskscope.vocab.vocabulary import Vocabulary
from maskscope_playground.session import Session


def regex(text: str, **inputs: object) -> Session:
    return Session(kind="regex", grammar=text, vocabulary="toy", **inputs)


def walk(session: Session) -> bytes:
    while session.step():
        pass
    return session.data


def test_a_new_session_shows_the_user_preset_ready() -> None:
    session = Session()
    assert (session.kind, session.preset) == ("json_schema", "user")
    assert session.status[0] == "Ready"
    assert session.problem is None


def test_stepping_the_user_preset_gives_a_document_that_validates() -> None:
    session = Session()
    text = walk(session)
    assert session.status[0] == "Finished"
    assert session.moves[-1].step.next_state == FINISHED
    jsonschema.validate(json.loads(text), json.loads(session.grammar))


@pytest.mark.parametrize(("seed", "budget"), [(1, 3), (7, 0), (42, 64)])
def test_stepping_by_hand_takes_the_tokens_of_a_monkey(seed: int, budget: int) -> None:
    session = regex("[a-c]*d?[0-9]{2,}", seed=seed, budget=budget)
    walk(session)
    run = monkey(session.compiled.guide, Rng(seed), budget)
    assert tuple(move.step.token for move in session.moves) == run.tokens


def test_going_back_and_on_again_takes_the_same_tokens() -> None:
    session = regex("[a-z]{4,9}")
    walk(session)
    tokens = [move.step.token for move in session.moves]
    session.back(1)
    assert session.status[0] == "Step 1"
    walk(session)
    assert [move.step.token for move in session.moves] == tokens


def test_a_broken_text_keeps_the_last_automaton_and_says_where_it_is_wrong() -> None:
    session = regex("[a-z]+")
    good = session.compiled
    session.type_grammar("id=[z-a]+")
    assert session.compiled is good
    assert isinstance(session.problem, GrammarError)
    assert (session.problem.span.start, session.problem.span.end) == (4, 7)
    session.type_grammar("[0-9]+")
    assert session.problem is None
    assert session.compiled is not good


def test_typing_leaves_the_preset_and_choosing_one_brings_kind_text_and_options() -> None:
    session = Session()
    session.type_grammar('{"type": "null"}')
    assert session.preset == ""
    session.preset = "iso-date"
    assert session.kind == "regex"


def test_changing_the_kind_changes_an_untouched_preset_and_keeps_a_text_of_ones_own() -> None:
    session = Session(preset="user")
    session.kind = "gbnf"
    assert session.preset
    assert session.problem is None
    session.type_grammar("root ::= [a-z]+")
    session.kind = "regex"
    assert session.grammar == "root ::= [a-z]+"


def test_a_token_taken_by_hand_is_taken_or_refused() -> None:
    session = regex("ab")
    ids = session.compiled.guide.vocabulary.ids
    assert not session.push(ids[b"b"])
    assert session.push(ids[b"a"])
    assert session.moves[0].by_hand
    assert session.data == b"a"


def test_a_vocabulary_without_the_needed_byte_stalls_and_says_so() -> None:
    session = Session(kind="regex", grammar="é", vocabulary="toy")
    if walk(session):
        pytest.skip("the toy vocabulary can spell this after all")
    assert session.status[0] == "Stalled"


def test_a_run_can_be_stopped_and_shows_itself_meanwhile() -> None:
    session = regex("[a-z]*", budget=4000, seed=3)
    seen: list[int] = []
    session.param.watch(lambda event: seen.append(len(event.new)), ["moves"])

    async def run_and_stop() -> None:
        task = asyncio.ensure_future(session.run())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        session.stop()
        await task

    asyncio.run(run_and_stop())
    assert not session.running
    assert seen[-1] == len(session.moves)


def test_a_run_to_the_end_is_the_same_as_stepping() -> None:
    session, other = regex("[a-f]{3,20}", seed=5), regex("[a-f]{3,20}", seed=5)
    asyncio.run(session.run())
    assert session.data == walk(other)
    assert session.status[0] == "Finished"


def test_a_new_seed_begins_again() -> None:
    session = regex("[a-z]{8}")
    session.step()
    session.seed = 7
    assert session.moves == ()
    assert session.status[0] == "Ready"


def test_another_vocabulary_keeps_the_language_and_empties_the_tape() -> None:
    session = regex("[a-z]{8}")
    session.step()
    language = session.compiled.language
    session.vocabulary = "bytes"
    assert session.compiled.language is language
    assert session.moves == ()
    assert session.compiled.guide.vocabulary.name == "bytes"


def test_looking_at_a_state_shows_its_tokens_and_leaves_the_tape() -> None:
    session = regex("ab|cd")
    session.step()
    before = session.data
    machine = session.compiled.machine
    other = machine.run(machine.start, b"c")
    session.look_at(other)
    state, shown = session.shown_state
    assert shown == other
    assert [b for b, _ in machine.language.live(state)] == [ord("d")]
    assert session.data == before
    session.step()
    assert session.looked_at is None


def test_derived_parameters_cannot_be_set_from_outside() -> None:
    with pytest.raises(TypeError):
        Session().status = ("Ready", "")


def test_every_preset_compiles_and_steps() -> None:
    session = Session()
    for title, name in session.param["preset"].objects.items():
        if name:
            session.preset = name
            assert session.problem is None, title
            session.step()
            assert session.status[0].startswith(("Step", "Finished")), title


def test_the_limits_of_the_page_are_named_when_they_are_met() -> None:
    session = regex("a")
    session.type_grammar("(" * 50_000 + ")" * 50_000)
    assert session.problem is not None
    assert pipeline.KINDS == ("regex", "gbnf", "json_schema")


def test_a_vocabulary_whose_file_does_not_come_is_said_and_the_old_one_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(name: str) -> Vocabulary:
        if name == "cl100k":
            raise VocabularyError(name, None, "its file could not be read (I/O error)")
        return load_vocabulary(name)

    session = Session()
    monkeypatch.setattr("maskscope_playground.session.load_vocabulary", lost)
    session.vocabulary = "cl100k"
    assert session.notice == "cl100k: its file could not be read (I/O error)"
    assert session.vocabulary == "gpt2"
    assert session.compiled.guide.vocabulary.name == "gpt2"


def test_lint_is_asked_for_and_forgotten_with_the_grammar_and_with_the_vocabulary() -> None:
    session = Session(kind="json_schema", grammar='{"type": "array"}', whitespace="json", vocabulary="gpt2")
    assert session.findings is None
    session.lint()
    assert session.findings[0].kind == "warning"
    session.vocabulary = "toy"
    assert session.findings is None
    session.lint()
    session.grammar = '{"const": 1}'
    assert session.findings is None


def test_lint_that_meets_a_limit_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    session = regex("a+")

    def too_much() -> None:
        raise LimitExceeded("states", 1)

    monkeypatch.setattr(session.compiled.guide, "lint", too_much)
    session.lint()
    assert [note.kind for note in session.findings] == ["warning"]
