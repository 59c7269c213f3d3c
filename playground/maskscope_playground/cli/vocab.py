"""`maskscope vocab`: what is in a tokenizer file, and what of it is not supported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maskscope_playground.cli.inputs import reading, tokenizer, vocabulary
from maskscope_playground.cli.wording import echo_json, shown

if TYPE_CHECKING:
    from maskscope.vocab.vocabulary import Vocabulary

_MOST_NAMED = 12


@click.command("vocab")
@click.argument("file", metavar="FILE|NAME")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(file: str, as_json: bool) -> None:
    """Say what a tokenizer file is: GGUF, tokenizer.json, .tiktoken, tekken or SentencePiece; or a name that ships.

    Of a GGUF file only the header is read, however large the model is.

    \b
    Examples:
      maskscope vocab model.gguf
      maskscope vocab cl100k --json
    """
    kind, words = _kind(file), vocabulary(file)
    facts = _facts(kind, words, _can_encode(file))
    if as_json:
        echo_json({"name": words.name, **facts})
        return
    click.echo(words.name)
    for name, value in facts.items():
        for line in value if isinstance(value, list) else [value]:
            click.echo(f"  {name.replace('_', ' '):15} {line}")


def _kind(file: str) -> str:
    from maskscope.vocab.files.detect import read_tokenizer_file
    from maskscope.vocab.shipped import NAMES

    if file in NAMES and not Path(file).exists():
        return "ships with maskscope"
    with reading(file):
        return read_tokenizer_file(file).kind if Path(file).exists() else ""


def _can_encode(file: str) -> bool:
    return tokenizer(file).encoder is not None


def _facts(kind: str, words: Vocabulary, encodes: bool) -> dict[str, Any]:
    special = [f"{token} {shown(words.token(token))}" for token in sorted(words.special_ids)]
    more = [f"… and {len(special) - _MOST_NAMED:,} more"] if len(special) > _MOST_NAMED else []
    return {
        "kind": kind,
        "tokens": words.size,
        "text_tokens": sum(1 for _ in words.text_ids()),
        "longest_bytes": words.longest,
        "unused_ids": len(words.unused_ids),
        "end_of_text": [f"{token} {shown(words.token(token))}" for token in words.eos_ids] or "none",
        "special": (special[:_MOST_NAMED] + more) or "none",
        "encodes_text": "yes" if encodes else "no",
        "notes": [note.text for note in words.notes],
    }
