"""`maskscope lint`: what is odd about a grammar with a vocabulary, before a model finds out."""

from __future__ import annotations

import click

from maskscope_playground.cli.inputs import GrammarFile, takes_grammar, vocabulary, vocabulary_option
from maskscope_playground.cli.wording import echo_json, note_lines, note_value


@click.command("lint")
@takes_grammar
@vocabulary_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(grammar: GrammarFile, vocab: str, as_json: bool) -> None:
    """Say what is odd about a grammar with a vocabulary.

    Warnings: states from which this vocabulary cannot finish, bytes it cannot spell, white space without end, token
    elements that match nothing. Beside them: long stretches that are forced, and how many tokens can be used at all.

    Exits with 1 when there is a warning.

    \b
    Example:
      maskscope lint json_schema user.json --vocab model.gguf
    """
    from maskscope.guide.guide import Guide

    guide = Guide(grammar.language(), vocabulary(vocab))
    source, findings = guide.language.source, guide.lint()
    if as_json:
        echo_json({"vocabulary": guide.vocabulary.name, "findings": [note_value(note, source) for note in findings]})
    else:
        click.echo(note_lines(findings, source) or f"{grammar.name}: nothing odd with {guide.vocabulary.name}")
    if any(note.kind == "warning" for note in findings):
        raise SystemExit(1)
