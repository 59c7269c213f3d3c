"""How the next token is picked, and where a model's opinion comes from.

    monkey    any allowed token, each as likely as the other; no model is asked
    greedy    the allowed token the model likes best
    sampler   drawn from the allowed tokens by temperature, top-k, top-p and min-p

All three wind down when the budget is spent: a complete text ends, and else only tokens that bring its end nearer are
allowed. A model is a function from the tokens so far to one logit a token.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from maskscope.decode.mask_effect import mask_effect
from maskscope.decode.monkey import monkey_step
from maskscope.decode.ngram import shipped_ngram
from maskscope.decode.samplers import sample
from maskscope.vocab.vocabulary import Vocabulary
from maskscope_playground.tape import Choice, Chooser, Tape

STRATEGIES = {"monkey": "monkey", "greedy": "greedy", "sampler": "sampler"}
MODELS = {"n-gram (GPT-2)": "ngram", "uniform": "uniform", "your logits": "own"}

Logits = NDArray[np.float32]
Model = Callable[[Sequence[int]], Logits]


@dataclass(frozen=True, slots=True)
class Sampling:
    """The knobs of the sampler."""

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.05


def model_of(name: str, vocabulary: Vocabulary, own: Logits | None) -> tuple[Model, str]:
    """The model of that name over a vocabulary, and a word on what stands in for it where it cannot be had."""
    flat = np.zeros(vocabulary.size, np.float32)
    if name == "own" and own is not None and len(own) == vocabulary.size:
        return (lambda _: own), ""
    if name == "own":
        missing = "no logits loaded" if own is None else f"{len(own):,} logits for {vocabulary.size:,} tokens"
        return (lambda _: flat), f"{missing}: every token counts alike"
    if name == "ngram" and vocabulary.size == shipped_ngram().size:
        return shipped_ngram().logits, ""
    if name == "ngram":
        return (lambda _: flat), f"the n-gram model knows GPT-2's tokens, not those of {vocabulary.name}"
    return (lambda _: flat), ""


def chooser_of(strategy: str, model: Model, sampling: Sampling) -> Chooser:
    """The chooser of a strategy."""
    if strategy == "greedy":
        return lambda tape: _greedy(tape, model)
    if strategy == "sampler":
        return lambda tape: _sampled(tape, model, sampling)
    return _monkey


def _monkey(tape: Tape) -> Choice | None:
    step = monkey_step(tape.guide, tape.rng, tape.state, len(tape.moves), tape.budget)
    return Choice(step) if step else None


def _greedy(tape: Tape, model: Model) -> Choice | None:
    logits = model(tape.tokens)
    token = tape.guide.greedy(tape.state, logits, finish=tape.winding_down)
    return None if token is None else _choice(tape, token, logits)


def _sampled(tape: Tape, model: Model, sampling: Sampling) -> Choice | None:
    allowed = _homeward(tape) if tape.winding_down else tape.guide.allowed(tape.state)
    if not len(allowed):
        return None
    logits = model(tape.tokens)
    if not np.isfinite(logits[allowed.astype(np.intp)]).any():
        return None
    token = sample(
        logits,
        tape.rng,
        temperature=sampling.temperature,
        top_k=sampling.top_k,
        top_p=sampling.top_p,
        min_p=sampling.min_p,
        allowed=allowed,
    )
    return _choice(tape, token, logits)


def _homeward(tape: Tape) -> NDArray[np.int32]:
    """The tokens that end a complete text, or else bring the end nearer."""
    if tape.guide.language.is_accepting(tape.state) and tape.guide.vocabulary.eos_ids:
        return np.asarray(tape.guide.vocabulary.eos_ids, np.int32)
    return tape.guide.nearer(tape.state)


def _choice(tape: Tape, token: int, logits: Logits) -> Choice:
    return Choice(tape.step_to(token), mask_effect(logits, tape.guide.allowed(tape.state)))


def shares_of(logits: Logits, allowed: NDArray[np.int32], temperature: float) -> NDArray[np.float64]:
    """float64 (allowed,): the probability of each allowed token among them; even where no logit is finite."""
    scores = logits[allowed.astype(np.intp)].astype(np.float64) / max(temperature, 1e-3)
    if not len(scores) or not np.isfinite(scores).any():
        return np.full(len(scores), 1.0 / max(1, len(scores)))
    weights = np.exp(scores - scores.max())
    return np.asarray(weights / weights.sum(), np.float64)
