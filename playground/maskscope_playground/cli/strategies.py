"""How `maskscope sample` picks its tokens: with the playground's own strategies, so both give the same for a seed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

if TYPE_CHECKING:
    from maskscope.decode.logits import Logits
    from maskscope.decode.run import Run, Stop
    from maskscope.guide.guide import Guide
    from maskscope.vocab.vocabulary import Vocabulary
    from maskscope_playground.strategies import Sampling

STRATEGIES = ("monkey", "greedy", "sampler")

Runner = Callable[[int], "Run"]  # a seed → one text


def monkey_runner(guide: Guide, budget: int) -> Runner:
    """Each token drawn from all that may come next; no model is asked."""
    from maskscope.decode.monkey import monkey
    from maskscope.decode.rng import Rng

    return lambda seed: monkey(guide, Rng(seed), budget)


def model_runner(guide: Guide, budget: int, strategy: str, logits: Logits, sampling: Sampling) -> Runner:
    """Tokens picked with a model's logits: `greedy` or `sampler`."""
    from maskscope.decode.run import Run
    from maskscope_playground.strategies import chooser_of
    from maskscope_playground.tape import empty_tape

    choose = chooser_of(strategy, logits, sampling)

    def run(seed: int) -> Run:
        tape = empty_tape(guide, seed, budget)
        while tape.step(choose):
            pass
        return Run(tuple(move.step for move in tape.moves), cast("Stop", tape.stop))

    return run


def logits_of(name: str, vocabulary: Vocabulary) -> Logits:
    """The logits that are meant by `uniform`, `ngram`, or the path of a file."""
    from maskscope.decode.logits import ngram_logits, read_logits, uniform_logits

    if name == "uniform":
        return uniform_logits(vocabulary.size)
    if name == "ngram" and not Path(name).exists():
        if vocabulary.name != "gpt2":
            raise click.UsageError(f"the n-gram model speaks gpt2; with {vocabulary.name} use --logits uniform or FILE")
        return ngram_logits(vocabulary)
    return read_logits(name, vocabulary.size)
