"""`maskscope why`: one token, one state, and the reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maskscope_playground.cli.allowed import state_after
from maskscope_playground.cli.inputs import GrammarFile, Utf8, takes_grammar, vocabulary, vocabulary_option
from maskscope_playground.cli.wording import echo_json, place_value, shown

if TYPE_CHECKING:
    from maskscope.guide.guide import Guide
    from maskscope.guide.verdict import Verdict
    from maskscope.text import Source, Span

_MOST_PLACES = 3


@click.command("why")
@takes_grammar
@click.option("--after", type=Utf8(), default="", help="The text so far.")
@click.option("--token", "text", type=Utf8(), help="The token's text, whether or not it is one token.")
@click.option("--id", "token", type=int, help="The token's id, instead of its text.")
@vocabulary_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(grammar: GrammarFile, after: str, text: str | None, token: int | None, vocab: str, as_json: bool) -> None:
    """Say whether a token may come next, and if not, at which byte it dies and what was expected there.

    Exits with 0 either way: a refusal is an answer.

    \b
    Examples:
      maskscope why json_schema user.json --after '{"name":' --token 42
      maskscope why regex date.txt --id 50256
    """
    if (text is None) == (token is None):
        raise click.UsageError("give the token's text with --token, or its id with --id")
    from maskscope.guide.guide import Guide

    guide = Guide(grammar.language(), vocabulary(vocab))
    asked = _asked(guide, text, token)
    verdict = guide.why(state_after(guide, after), asked)
    if as_json:
        echo_json(_value(verdict, guide.language.source))
        return
    click.echo(verdict)
    for span in _origins(verdict)[:_MOST_PLACES]:
        click.echo(guide.language.source.caret(span))
    if text and guide.vocabulary.ids.get(text.encode()) is None:
        click.echo(f"({shown(text.encode())} is no single token of {guide.vocabulary.name}; it was read as text)")


def _asked(guide: Guide, text: str | None, token: int | None) -> int | str:
    """The id, or the text when it is no single token."""
    if token is not None:
        if not 0 <= token < guide.vocabulary.size:
            raise click.ClickException(
                f"there is no token {token}: {guide.vocabulary.name} has {guide.vocabulary.size:,}"
            )
        return token
    assert text is not None
    return guide.vocabulary.ids.get(text.encode(), text)


def _origins(verdict: Verdict) -> tuple[Span, ...]:
    origins: tuple[Span, ...] = getattr(verdict, "origins", ())
    return origins


def _value(verdict: Verdict, source: Source) -> dict[str, Any]:
    value: dict[str, Any] = {"verdict": type(verdict).__name__, "allowed": verdict.is_allowed, "sentence": str(verdict)}
    for key in ("index", "byte", "needs"):
        if hasattr(verdict, key):
            value[key] = getattr(verdict, key)
    if hasattr(verdict, "expected"):
        value["expected"] = list(verdict.expected)
        value["origins"] = [place_value(span, source) for span in _origins(verdict)]
    return value
