"""`maskscope compare`: do two grammars mean the same, and if not, what is the shortest text that tells?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from maskscope_playground.cli.inputs import FILE, KINDS, compile_options, grammar_file, options_of
from maskscope_playground.cli.wording import echo_json, shown

if TYPE_CHECKING:
    from maskscope.automaton.compare import Comparison

_SENTENCES = {
    "equal": "{a} and {b} accept the same texts",
    "a_in_b": "{b} accepts all that {a} does, and more",
    "b_in_a": "{a} accepts all that {b} does, and more",
    "overlap": "{a} and {b} share texts, and each accepts some that the other refuses",
    "disjoint": "{a} and {b} have no text in common",
    "undecided": "{a} and {b}: no answer among the texts of up to {searched:,} bytes",
}


@click.command("compare")
@click.argument("kind_a", type=click.Choice(KINDS))
@click.argument("file_a", type=FILE)
@click.argument("kind_b", type=click.Choice(KINDS))
@click.argument("file_b", type=FILE)
@compile_options
@click.option("--work", type=click.IntRange(1), help="Give up after so many steps.  [default: 20,000,000]")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    kind_a: str, file_a: str, kind_b: str, file_b: str, work: int | None, as_json: bool, **options: Any
) -> None:
    """Compare two grammars, of the same kind or not. Exits with 0 when they are equal, else with 1.

    An option such as --whitespace applies to each grammar that has it.

    \b
    Example:
      maskscope compare regex old.txt gbnf new.gbnf
    """
    if file_a == file_b == "-":
        raise click.UsageError("only one of the two grammars can come from standard input")
    from maskscope.automaton.compare import compare
    from maskscope.limits import DEFAULT_LIMITS, Limits

    applies = _options_by_kind((kind_a, kind_b), options)
    a, b = grammar_file(kind_a, file_a, applies[kind_a]), grammar_file(kind_b, file_b, applies[kind_b])
    found = compare(a.language(), b.language(), Limits(work=work) if work else DEFAULT_LIMITS)
    if as_json:
        echo_json(_value(found))
    else:
        click.echo(_said(found, a.name, b.name))
    if found.relation != "equal":
        raise SystemExit(1)


def _value(found: Comparison) -> dict[str, Any]:
    """The comparison for a program; None where there is no text of a sort."""
    witnesses = {"only_a": found.only_a, "only_b": found.only_b, "both": found.both}
    texts = {key: None if data is None else data.decode("utf-8", "replace") for key, data in witnesses.items()}
    return {"relation": found.relation, **texts, "searched": found.searched}


def _said(found: Comparison, a: str, b: str) -> str:
    """The sentence, and a text of each sort."""
    witnesses = {f"only {a}": found.only_a, f"only {b}": found.only_b, "both": found.both}
    sentence = _SENTENCES[found.relation].format(a=a, b=b, searched=found.searched or 0)
    return "\n".join([sentence, *(f"  {who}: {shown(data)}" for who, data in witnesses.items() if data is not None)])


def _options_by_kind(kinds: tuple[str, str], options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Which options each kind gets; one that neither has is a usage error."""
    for key, value in options.items():
        if value is not None and not any(key in options_of(kind) for kind in kinds):
            raise click.UsageError(f"--{key} is not for {' or '.join(dict.fromkeys(kinds))}")
    return {kind: {key: options[key] for key in options_of(kind)} for kind in kinds}
