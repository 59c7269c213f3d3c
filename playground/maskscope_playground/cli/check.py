"""`maskscope check`: does a grammar compile, and does it accept and refuse what it should?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from maskscope_playground.cli.inputs import GrammarFile, Utf8, takes_grammar
from maskscope_playground.cli.wording import echo_json, note_lines, note_value, problem_value, shown

if TYPE_CHECKING:
    from maskscope.automaton.language import Language


@dataclass(frozen=True, slots=True)
class Answer:
    """What became of one text: `wanted` is what the user said, `why` how the language sees it."""

    text: str
    wanted: bool
    accepted: bool
    why: str

    @property
    def is_right(self) -> bool:
        """Whether the language does as the user says."""
        return self.wanted == self.accepted

    @property
    def line(self) -> str:
        """The sentence on the terminal."""
        if self.is_right:
            return f"{'accepts' if self.accepted else 'refuses'} {shown(self.text.encode())}"
        should = "should be accepted" if self.wanted else "should be refused, but is accepted"
        return f"{shown(self.text.encode())} {should}{': ' + self.why if self.wanted else ''}"


@click.command("check")
@takes_grammar
@click.option("--accept", "accepts", multiple=True, type=Utf8(), help="A whole text that must be accepted; repeatable.")
@click.option("--reject", "rejects", multiple=True, type=Utf8(), help="A whole text that must be refused; repeatable.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of sentences.")
def command(grammar: GrammarFile, accepts: tuple[str, ...], rejects: tuple[str, ...], as_json: bool) -> None:
    """Compile a grammar, and try texts on it.

    Exits with 1, and says what is wrong and where, when the grammar does not compile or a text comes out otherwise.

    \b
    Examples:
      maskscope check gbnf json.gbnf --accept '{"a":[]}' --reject '{"a":}'
      maskscope check regex - <<< 'id=[z-a]+'
    """
    if as_json:
        _check_for_program(grammar, accepts, rejects)
        return
    language = grammar.language()
    if language.notes:
        click.echo(note_lines(language.notes, language.source))
    answers = _answers(language, accepts, rejects)
    for answer in answers:
        click.echo(answer.line, err=not answer.is_right)
    if not all(answer.is_right for answer in answers):
        raise SystemExit(1)
    click.echo(f"{grammar.name}: fine")


def _check_for_program(grammar: GrammarFile, accepts: tuple[str, ...], rejects: tuple[str, ...]) -> None:
    from maskscope.errors import MaskscopeError

    value: dict[str, Any] = {"kind": grammar.kind, "file": grammar.path, "ok": False}
    try:
        language = grammar.language()
    except MaskscopeError as problem:
        echo_json(value | {"error": problem_value(problem)})
        raise SystemExit(1) from None
    answers = _answers(language, accepts, rejects)
    value["ok"] = all(answer.is_right for answer in answers)
    value["notes"] = [note_value(note, language.source) for note in language.notes]
    value["texts"] = [
        {"text": a.text, "accepted": a.accepted, "expected": a.wanted} | ({} if a.accepted else {"why": a.why})
        for a in answers
    ]
    echo_json(value)
    if not value["ok"]:
        raise SystemExit(1)


def _answers(language: Language, accepts: tuple[str, ...], rejects: tuple[str, ...]) -> list[Answer]:
    asked = [(text, True) for text in accepts] + [(text, False) for text in rejects]
    return [Answer(text, wanted, *_tried(language, text)) for text, wanted in asked]


def _tried(language: Language, text: str) -> tuple[bool, str]:
    """Whether the whole text is accepted, and what there is to say about it."""
    from maskscope.guide.why import verdict_on_text

    data = text.encode()
    verdict = verdict_on_text(language, language.start, data)
    if data and not verdict.is_allowed:
        return False, str(verdict)
    state = language.run(language.start, data)
    if language.is_accepting(state):
        return True, "it is accepted"
    more = language.distance(state)
    return False, f"it ends too soon: at least {more:,} more byte{'s' if more != 1 else ''} must come"
