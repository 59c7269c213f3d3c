"""`maskscope presets`: the grammars that ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from maskscope_playground.cli.inputs import KINDS, vocabulary, vocabulary_option
from maskscope_playground.cli.wording import echo_json, shown

if TYPE_CHECKING:
    from maskscope_presets import Preset


@click.group("presets", invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """The grammars that ship: list them, show one, check that they do as they say.

    \b
    Examples:
      maskscope presets
      maskscope presets show user | maskscope sample json_schema -
    """
    if ctx.invoked_subcommand is None:
        ctx.invoke(list_presets)


@command.command("list")
@click.option("--kind", type=click.Choice(KINDS), help="Only those of one kind.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def list_presets(kind: str | None = None, as_json: bool = False) -> None:
    """List the presets: name, kind, title.

    \b
    Example:
      maskscope presets list --kind gbnf
    """
    from maskscope_presets import presets

    chosen = [p for p in presets() if kind in (None, p.kind)]
    width = max(len(p.name) for p in chosen)
    for p in chosen:
        if as_json:
            echo_json({"name": p.name, "kind": p.kind, "title": p.title, "teaches": p.teaches})
        else:
            click.echo(f"{p.name:{width}}  {p.kind:11}  {p.title}")


@command.command("show")
@click.argument("name")
@click.option("--all", "everything", is_flag=True, help="What it teaches, accepts and refuses, too.")
def show(name: str, everything: bool) -> None:
    """Print a preset's grammar, so that it can be piped on.

    \b
    Example:
      maskscope presets show iso-date | maskscope allowed regex -
    """
    chosen = _preset(name)
    if everything:
        click.echo(f"{chosen.title} ({chosen.kind})\n{chosen.teaches}\n")
    click.echo(chosen.text.removesuffix("\n"))
    if everything:
        for text in chosen.accepts:
            click.echo(f"accepts {shown(text.encode())}")
        for refusal in chosen.refuses:
            at = "" if refusal.at is None else f" at byte {refusal.at}"
            click.echo(f"refuses {shown(refusal.text.encode())}{at}")


@command.command("check")
@click.argument("names", nargs=-1)
@click.option("-n", "samples", type=click.IntRange(0), default=50, show_default=True, help="Samples of each.")
@vocabulary_option
def check(names: tuple[str, ...], samples: int, vocab: str) -> None:
    """Check that presets compile, accept and refuse what they say, and that samples of them finish and are accepted.

    \b
    Example:
      maskscope presets check user tree -n 100
    """
    from maskscope_presets import presets
    from maskscope_presets.check import check_preset

    chosen = [_preset(name) for name in names] or list(presets())
    tokens = vocabulary(vocab)
    wrong = 0
    for p in chosen:
        problems = check_preset(p, tokens, samples)
        wrong += bool(problems)
        click.echo(f"{'no ' if problems else 'yes'}  {p.name}")
        for problem in problems:
            click.echo(f"     {problem}", err=True)
    click.echo(f"{len(chosen) - wrong} of {len(chosen)} presets do as they say")
    if wrong:
        raise SystemExit(1)


def _preset(name: str) -> Preset:
    from difflib import get_close_matches

    from maskscope_presets import preset, presets

    try:
        return preset(name)
    except KeyError:
        near = get_close_matches(name, [p.name for p in presets()], n=1)
        hint = f"is it {near[0]} that you mean?" if near else "maskscope presets lists them"
        raise click.UsageError(f"there is no preset {name!r}; {hint}") from None
