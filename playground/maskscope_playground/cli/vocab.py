"""`maskscope vocab`: what is in a tokenizer file, and what of it is not supported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maskscope_playground.cli.inputs import reading, tokenizer
from maskscope_playground.cli.wording import echo_json, shown

if TYPE_CHECKING:
    from maskscope.vocab.tokenizer import Tokenizer

_MOST_NAMED = 12


@click.command("vocab")
@click.argument("file", metavar="FILE|NAME")
@click.option("--json", "as_json", is_flag=True, help="One JSON object, with all special tokens.")
def command(file: str, as_json: bool) -> None:
    """Say what a tokenizer file is: GGUF, tokenizer.json, .tiktoken, tekken or SentencePiece; or a name that ships.

    Of a GGUF file only the header is read, however large the model is.

    \b
    Examples:
      maskscope vocab model.gguf
      maskscope vocab cl100k --json
    """
    kind, model = _read(file)
    if as_json:
        echo_json(_value(kind, model))
        return
    click.echo(model.vocabulary.name)
    for name, lines in _facts(kind, model):
        for line in lines:
            click.echo(f"  {name:15} {line}")


def _read(file: str) -> tuple[str, Tokenizer]:
    """What kind of file it is, in words, and the tokenizer in it."""
    from maskscope.vocab.files.detect import read_tokenizer_file
    from maskscope.vocab.shipped import NAMES

    if file in NAMES:
        return "ships with maskscope", tokenizer(file)
    with reading(file):
        found = read_tokenizer_file(file)
        return found.kind, found.make()


def _value(kind: str, model: Tokenizer) -> dict[str, Any]:
    """The facts for a program."""
    words = model.vocabulary
    return {
        "name": words.name,
        "kind": kind,
        "tokens": words.size,
        "text_tokens": sum(1 for _ in words.text_ids()),
        "longest": words.longest,
        "unused": len(words.unused_ids),
        "end_of_text": list(words.eos_ids),
        "special": {token: words.token(token).decode("utf-8", "replace") for token in sorted(words.special_ids)},
        "encodes_text": model.encoder is not None,
        "chat_template": bool(model.chat_template),
        "notes": [note.text for note in words.notes],
    }


def _facts(kind: str, model: Tokenizer) -> list[tuple[str, list[str]]]:
    """The facts for a person: a name, and one or more lines."""
    words, value = model.vocabulary, _value(kind, model)
    special = [f"{token} {shown(words.token(token))}" for token in value["special"]]
    more = [f"… and {len(special) - _MOST_NAMED:,} more"] if len(special) > _MOST_NAMED else []
    return [
        ("kind", [kind]),
        ("tokens", [f"{words.size:,}, of which {value['text_tokens']:,} are text and {value['unused']:,} are unused"]),
        ("longest", [f"{words.longest} bytes"]),
        ("end of text", [f"{token} {shown(words.token(token))}" for token in words.eos_ids] or ["none"]),
        ("special", special[:_MOST_NAMED] + more or ["none"]),
        ("encodes text", ["yes" if value["encodes_text"] else "no"]),
        ("chat template", ["yes" if value["chat_template"] else "no"]),
        ("note", value["notes"]),
    ]
