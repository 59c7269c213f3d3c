"""`maskscope sample`: texts that a grammar allows, one token at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from maskscope_playground.cli.inputs import GrammarFile, takes_grammar, vocabulary, vocabulary_option
from maskscope_playground.cli.strategies import STRATEGIES, Runner, logits_of, model_runner, monkey_runner
from maskscope_playground.cli.wording import echo_json

if TYPE_CHECKING:
    from maskscope.decode.run import Run


@click.command("sample")
@takes_grammar
@click.option("-n", "count", type=click.IntRange(1), default=10, show_default=True, help="How many texts.")
@click.option("--seed", type=int, default=42, show_default=True, help="Sample number i (from 0) uses seed + i.")
@click.option("--budget", type=click.IntRange(0), default=64, show_default=True, help="Tokens until it winds down.")
@vocabulary_option
@click.option("--strategy", type=click.Choice(STRATEGIES), default="monkey", show_default=True, help="How to pick.")
@click.option("--logits", metavar="uniform|ngram|FILE", help="For greedy and sampler.  [default: ngram]")
@click.option("--temperature", type=float, default=1.0, show_default=True, help="For sampler; 0 takes the best.")
@click.option("--top-k", type=click.IntRange(0), default=0, show_default=True, help="For sampler; 0 is off.")
@click.option("--top-p", type=click.FloatRange(0, 1), default=1.0, show_default=True, help="For sampler.")
@click.option("--min-p", type=click.FloatRange(0, 1), default=0.05, show_default=True, help="For sampler.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line.")
def command(
    grammar: GrammarFile,
    count: int,
    seed: int,
    budget: int,
    vocab: str,
    strategy: str,
    logits: str | None,
    temperature: float,
    top_k: int,
    top_p: float,
    min_p: float,
    as_json: bool,
) -> None:
    """Write texts that the grammar allows, token by token.

    The strategy monkey draws each token from all that may come next; greedy takes the one with the highest logit, and
    sampler draws as model runtimes do. After the budget only tokens are taken that lead to an end. The same seed gives
    the same texts on every machine. Exits with 1 when a text could not be finished.

    \b
    Examples:
      maskscope sample json_schema user.json -n 3 --seed 7 --json
      maskscope sample json_schema user.json --strategy sampler --temperature 0.8
    """
    if strategy == "monkey" and logits is not None:
        raise click.UsageError("--logits is for the strategies greedy and sampler")
    from maskscope.guide.guide import Guide

    guide = Guide(grammar.language(), vocabulary(vocab))
    run: Runner = monkey_runner(guide, budget)
    if strategy != "monkey":
        from maskscope_playground.strategies import Sampling

        numbers = Sampling(temperature, top_k, top_p, min_p)
        run = model_runner(guide, budget, strategy, logits_of(logits or "ngram", guide.vocabulary), numbers)
    unfinished = sum(not _write(run(number), number, as_json) for number in range(seed, seed + count))
    if unfinished:
        click.echo(f"{unfinished} of {count} texts could not be finished with {vocab}", err=True)
        raise SystemExit(1)


def _write(run: Run, seed: int, as_json: bool) -> bool:
    """One text on standard output; says whether it is finished."""
    if as_json:
        fields = {"text": run.text, "tokens": list(run.tokens), "finished": run.finished, "stop": run.stop}
        echo_json(fields | {"steps": len(run.steps), "seed": seed})
    else:
        click.echo(run.text)
    if not run.finished:
        click.echo(f"seed {seed}: {run.stall or run.stop}", err=True)
    return run.finished
