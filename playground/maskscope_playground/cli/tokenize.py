"""`maskscope tokenize`: a text as a model sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from maskscope_playground.cli.inputs import Utf8, read_text, tokenizer, vocabulary_option
from maskscope_playground.cli.wording import echo_json, shown

if TYPE_CHECKING:
    from maskscope.vocab.encoder import PieceTrace


@click.command("tokenize")
@click.argument("text", type=Utf8(), required=False)
@vocabulary_option
@click.option("--splitter", metavar="NAME", help="How to split text, for .tiktoken files, which do not say.")
@click.option("--special", is_flag=True, help="Read special tokens out of the text too.")
@click.option("--trace", "traced", is_flag=True, help="Show the merges of each piece.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(text: str | None, vocab: str, splitter: str | None, special: bool, traced: bool, as_json: bool) -> None:
    """Split TEXT (or standard input) into tokens: each one's id and text.

    \b
    Examples:
      maskscope tokenize "Hello world"
      maskscope tokenize --vocab model.gguf --trace < prompt.txt
    """
    if text is None:
        text = read_text("-", "text")
    model = tokenizer(vocab, splitter)
    ids = model.encode(text, special)
    tokens = [model.vocabulary.token(token) for token in ids]
    if as_json:
        echo_json({"ids": ids, "tokens": [data.decode("utf-8", "backslashreplace") for data in tokens]})
    elif traced:
        for piece in model.trace(text, special):
            _echo_trace(piece)
    else:
        for token, data in zip(ids, tokens):
            click.echo(f"{token:>8}  {shown(data)}")


def _echo_trace(piece: PieceTrace) -> None:
    """A piece, and its symbols after each merge."""
    click.echo(f"{shown(piece.piece.encode('utf-8', 'replace'))}  {' '.join(shown(symbol) for symbol in piece.first)}")
    for step in piece.steps():
        joined = [*step.symbols[: step.at], b"".join(step.pair), *step.symbols[step.at + 2 :]]
        click.echo(f"    rank {step.rank:>6}  {' '.join(shown(symbol) for symbol in joined)}")
    click.echo(f"    ids  {' '.join(map(str, piece.ids))}")
