"""Speed, beside the peers that are installed: `python -m tests.bench [--rounds N] [--only TEXT] [--vocab NAME]`.

Every line is a case; for a peer the columns are our time over its time in the same run, so 0.5 is twice as fast. Two
things are not in the columns and are printed apart: the first walk with nothing remembered of the vocabulary (`cold`),
and the masks in which a peer and we differ.

What they differ in was looked at, token by token. llguidance: where bytes are forced it allows its own tokenization of
them alone; its `\\d` is any Unicode digit; it leaves out `\\/` and a raw DEL in strings, which are JSON. XGrammar: it
allows raw control characters in strings, which are not JSON, and no escape in a string with a bound on its length.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import fields
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # tests/, as pytest has it

from bench.cases import Case, cases
from bench.engines import Engine, engines
from bench.measure import Times, longest_match, medians, round_of
from maskscope.guide.bundles import bundles_of
from maskscope.vocab.load import load_vocabulary
from maskscope.vocab.vocabulary import Vocabulary

COLUMNS = [field.name for field in fields(Times)]
Results = dict[str, Times]  # by engine


def main() -> None:
    """Measure and print."""
    options = _options()
    vocabulary = load_vocabulary(options.vocab)
    chosen = [case for case in cases() if options.only in case.name]
    sides = list(engines(vocabulary))
    found: dict[str, Results] = {}
    for case in chosen:
        found[case.name] = _measured(case, sides, vocabulary, options.rounds)
        print(".", end="", flush=True, file=sys.stderr)
    print(file=sys.stderr)
    _print_ours(found)
    for peer in sides[1:]:
        _print_ratios(peer.name, found)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--vocab", default="gpt2")
    return parser.parse_args()


def _measured(case: Case, sides: list[Engine], vocabulary: Vocabulary, rounds: int) -> Results:
    documents = [longest_match(vocabulary, text) for text in case.documents]
    taken: dict[str, list[Times]] = {}
    cold: Times | None = None
    for number in range(rounds + 1):
        for engine in sides:
            if number == 0 and engine.name == "maskscope":
                bundles_of.cache_clear()
            try:
                times = round_of(engine, case, documents)
            except Exception as refusal:  # a peer may not know a construct; what it says is printed once
                if engine.name == "maskscope":
                    raise
                if number == 0:
                    print(f"{engine.name} refuses {case.name}: {str(refusal).splitlines()[0][:90]}")
                continue
            if number:  # round 0 warms caches up
                taken.setdefault(engine.name, []).append(times)
            elif engine.name == "maskscope":
                cold = times
    results = {name: medians(rounds_) for name, rounds_ in taken.items()}
    if cold is not None:
        results["cold"] = cold
    _compare(case, sides, documents)
    return results


def _compare(case: Case, sides: list[Engine], documents: list[list[int]]) -> None:
    """Print where a peer's masks are not ours, over all states of the documents."""
    ours = sides[0].compile(case)
    for peer in sides[1:]:
        try:
            theirs = peer.compile(case)
        except Exception:
            continue
        for document in documents:
            a, b = ours(), theirs()
            differ = 0
            for token in document:
                a.mask(), b.mask()
                differ += bool((a.bits() != b.bits()).any())
                a.take(token), b.take(token)
            if differ:
                print(f"{peer.name} differs from us in {differ} of {len(document)} masks of {case.name}")


def _print_ours(found: dict[str, Results]) -> None:
    print(f"\n{'maskscope, microseconds':28}" + "".join(f"{c:>10}" for c in COLUMNS) + f"{'cold':>10}")
    for name, results in found.items():
        ours = results["maskscope"]
        cells = "".join(f"{getattr(ours, c):10.1f}" for c in COLUMNS)
        print(f"{name:28}{cells}{results['cold'].start - results['cold'].compile:10.0f}")
    print("cold: the whole first walk in a process that has not used this vocabulary before")


def _print_ratios(peer: str, found: dict[str, Results]) -> None:
    rows = {name: _ratios(results, peer) for name, results in found.items() if peer in results}
    print(f"\n{'ratio to ' + peer:28}" + "".join(f"{c:>10}" for c in COLUMNS))
    for name, ratios in rows.items():
        print(f"{name:28}" + "".join(f"{r:10.3f}" for r in ratios))
    if rows:
        columns = list(zip(*rows.values()))
        print(f"{'mean':28}" + "".join(f"{fmean(column):10.3f}" for column in columns))
        print(f"{'worst':28}" + "".join(f"{max(column):10.3f}" for column in columns))


def _ratios(results: Results, peer: str) -> list[float]:
    return [getattr(results["maskscope"], c) / getattr(results[peer], c) for c in COLUMNS]


if __name__ == "__main__":
    main()
