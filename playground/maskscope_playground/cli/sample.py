"""`maskscope sample`: texts that a grammar allows, one token at a time."""

from __future__ import annotations

import click

from maskscope_playground.cli.inputs import GrammarFile, takes_grammar, vocabulary, vocabulary_option
from maskscope_playground.cli.wording import echo_json


@click.command("sample")
@takes_grammar
@click.option("-n", "count", type=click.IntRange(1), default=10, show_default=True, help="How many texts.")
@click.option("--seed", type=int, default=42, show_default=True, help="Sample number i (from 0) uses seed + i.")
@click.option("--budget", type=click.IntRange(0), default=64, show_default=True, help="Tokens until it winds down.")
@vocabulary_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(grammar: GrammarFile, count: int, seed: int, budget: int, vocab: str, as_json: bool) -> None:
    """Write random texts that the grammar allows.

    Each token is drawn from all that may come next; after the budget only those are taken that lead to an end. The
    same seed gives the same texts on every machine. Exits with 1 when a text could not be finished.

    \b
    Example:
      maskscope sample json_schema user.json -n 3 --seed 7 --json
    """
    from maskscope.decode.monkey import monkey
    from maskscope.decode.rng import Rng
    from maskscope.guide.guide import Guide

    guide = Guide(grammar.language(), vocabulary(vocab))
    unfinished = 0
    for number in range(seed, seed + count):
        run = monkey(guide, Rng(number), budget)
        unfinished += not run.finished
        if as_json:
            fields = {"text": run.text, "tokens": list(run.tokens), "finished": run.finished, "stop": run.stop}
            echo_json(fields | {"steps": len(run.steps), "seed": number})
        else:
            click.echo(run.text)
        if run.stall:
            click.echo(f"seed {number}: {run.stall}", err=True)
    if unfinished:
        click.echo(f"{unfinished} of {count} texts could not be finished with {vocab}", err=True)
        raise SystemExit(1)
