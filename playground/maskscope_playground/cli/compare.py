"""`maskscope compare`: do two grammars mean the same, and if not, what is the shortest text that tells?"""

from __future__ import annotations

from typing import Any

import click

from maskscope_playground.cli.inputs import FILE, KINDS, compile_options, grammar_file, options_of
from maskscope_playground.cli.wording import echo_json, shown

_SENTENCES = {
    "equal": "{a} and {b} accept the same texts",
    "a_in_b": "{b} accepts all that {a} does, and more",
    "b_in_a": "{a} accepts all that {b} does, and more",
    "overlap": "{a} and {b} share texts, and each accepts some that the other refuses",
    "disjoint": "{a} and {b} have no text in common",
    "undecided": "no answer for {a} and {b} within the limits",
}


@click.command("compare")
@click.argument("kind_a", type=click.Choice(KINDS))
@click.argument("file_a", type=FILE)
@click.argument("kind_b", type=click.Choice(KINDS))
@click.argument("file_b", type=FILE)
@compile_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(kind_a: str, file_a: str, kind_b: str, file_b: str, as_json: bool, **options: Any) -> None:
    """Compare two grammars, of the same kind or not. Exits with 0 when they are equal, else with 1.

    An option such as --whitespace applies to each grammar that has it.

    \b
    Example:
      maskscope compare regex old.txt gbnf new.gbnf
    """
    if file_a == file_b == "-":
        raise click.UsageError("only one of the two grammars can come from standard input")
    from maskscope.automaton.compare import compare

    applies = _options_by_kind((kind_a, kind_b), options)
    a, b = grammar_file(kind_a, file_a, applies[kind_a]), grammar_file(kind_b, file_b, applies[kind_b])
    found = compare(a.language(), b.language())
    witnesses = {"only_a": found.only_a, "only_b": found.only_b, "both": found.both}
    if as_json:
        texts = {key: None if data is None else data.decode("utf-8", "replace") for key, data in witnesses.items()}
        echo_json({"relation": found.relation, **texts, "searched": found.searched})
    else:
        click.echo(_SENTENCES[found.relation].format(a=a.name, b=b.name))
        labels = {"only_a": f"only {a.name}", "only_b": f"only {b.name}", "both": "both"}
        for key, data in witnesses.items():
            if data is not None:
                click.echo(f"  {labels[key]}: {shown(data)}")
    if found.relation != "equal":
        raise SystemExit(1)


def _options_by_kind(kinds: tuple[str, str], options: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Which options each kind gets; one that neither has is a usage error."""
    for key, value in options.items():
        if value is not None and not any(key in options_of(kind) for kind in kinds):
            raise click.UsageError(f"--{key} is not for {' or '.join(dict.fromkeys(kinds))}")
    return {kind: {key: options[key] for key in options_of(kind)} for kind in kinds}
