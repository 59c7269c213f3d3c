"""`maskscope allowed`: the tokens that may come next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maskscope_playground.cli.inputs import GrammarFile, Utf8, takes_grammar, vocabulary, vocabulary_option
from maskscope_playground.cli.wording import echo_json, shown

if TYPE_CHECKING:
    from maskscope.guide.guide import Guide


@click.command("allowed")
@takes_grammar
@click.option("--after", type=Utf8(), default="", help="The text so far.")
@click.option("--limit", type=click.IntRange(0), default=20, show_default=True, help="How many tokens to list.")
@vocabulary_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(grammar: GrammarFile, after: str, limit: int, vocab: str, as_json: bool) -> None:
    """List the tokens that may come next, in the order of their ids.

    Beside each stands how many bytes the shortest complete text still needs after it.

    \b
    Example:
      maskscope allowed regex date.txt --after 2026- --limit 5
    """
    from maskscope.guide.guide import Guide

    guide = Guide(grammar.language(), vocabulary(vocab))
    state = state_after(guide, after)
    ids = guide.allowed(state).tolist()
    tokens = [_token(guide, state, token) for token in ids[:limit]]
    if as_json:
        complete, distance = guide.language.is_accepting(state), guide.distance(state)
        echo_json({"after": after, "complete": complete, "distance": distance, "count": len(ids), "tokens": tokens})
        return
    click.echo(_heading(guide, state, len(ids)))
    for token in tokens:
        click.echo(_line(guide, token))
    if len(ids) > limit:
        click.echo(f"… and {len(ids) - limit:,} more")


def state_after(guide: Guide, text: str) -> int:
    """The state after a text; exits with 1, and says where, when the text is refused."""
    from maskscope.guide.why import verdict_on_text

    data = text.encode()
    verdict = verdict_on_text(guide.language, guide.start, data)
    if data and not verdict.is_allowed:
        raise click.ClickException(f"the text so far: {verdict}")
    return guide.language.run(guide.start, data)


def _token(guide: Guide, state: int, token: int) -> dict[str, Any]:
    """One token of the list, as values; an end-of-sequence token has no bytes."""
    is_end = token in guide.vocabulary.eos_ids
    data = b"" if is_end else guide.vocabulary.token(token)
    distance = guide.distance(guide.advance(state, token))
    text = data.decode("utf-8", "backslashreplace")
    return {"id": token, "text": text, "hex": data.hex(), "end": is_end, "distance": distance}


def _line(guide: Guide, token: dict[str, Any]) -> str:
    named = shown(bytes.fromhex(token["hex"]))
    if token["end"]:
        named = f"(end of text, {shown(guide.vocabulary.token(token['id']))})"
    return f"{token['id']:>8}  {token['distance']:>6}  {named}"


def _heading(guide: Guide, state: int, count: int) -> str:
    of = f"{count:,} of {guide.vocabulary.size:,} tokens of {guide.vocabulary.name} may come next"
    if guide.language.is_accepting(state):
        return f"{of}; the text is complete\n      id   bytes  token"
    distance = guide.distance(state)
    needs = f"{distance:,} more byte{'s' if distance != 1 else ''}"
    return f"{of}; the shortest complete text needs {needs}\n      id   bytes  token"
