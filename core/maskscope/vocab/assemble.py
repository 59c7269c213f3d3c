"""From what a file says to an encoder: which alphabet, which rules, which cuts.

Four kinds of BPE are built here; the readers in `files/` and the shipped vocabularies choose one:

    byte_listed      bytes, rules as pairs of ids     GPT-2, Llama 3, Qwen, DeepSeek (tokenizer.json, GGUF)
    byte_ranked      bytes, rules by rank of token    tiktoken, tekken
    char_listed      characters, rules as pairs       Gemma (tokenizer.json)
    char_scored      characters, rules by score       SentencePiece, GGUF "llama"
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import numpy as np
from numpy.typing import NDArray

from maskscope.vocab.bpe import JoinedRules, ListedRules
from maskscope.vocab.encoder import PLAIN, BpeEncoder, Normaliser, cut_at_marks, cut_before_marks
from maskscope.vocab.split import splitter
from maskscope.vocab.symbols import ByteIds, ByteStrings, CharacterIds, Characters, Fallback
from maskscope.vocab.vocabulary import Vocabulary

Triples = NDArray[np.int32]  # (n, 3): left id, right id, joined id, in order of rank


def byte_listed(
    vocabulary: Vocabulary,
    triples: Triples,
    splitter_name: str,
    take_whole: bool = False,
    normaliser: Normaliser = PLAIN,
) -> BpeEncoder[int]:
    """Byte-level BPE with listed merges; `take_whole` takes a piece that is a token without merging it."""
    known = vocabulary.ids
    alphabet = ByteIds(vocabulary, tuple(known.get(bytes([b])) for b in range(256)))
    whole = known if take_whole else None
    return BpeEncoder(splitter(splitter_name).pieces, alphabet, listed_rules(triples), whole, normaliser)


def byte_ranked(vocabulary: Vocabulary, splitter_name: str) -> BpeEncoder[bytes]:
    """Byte-level BPE whose merges are ranked by the id that they make: tiktoken's rule."""
    known = vocabulary.ids
    return BpeEncoder(splitter(splitter_name).pieces, ByteStrings(vocabulary), JoinedRules(known), known)


def char_listed(
    vocabulary: Vocabulary,
    id_of_text: Mapping[str, int],
    triples: Triples,
    fallback: Fallback,
    normaliser: Normaliser,
    split_marks: bool,
) -> BpeEncoder[int]:
    """BPE over characters with listed merges; `split_marks` cuts before every "▁", else merges may cross it."""
    alphabet = CharacterIds(vocabulary, id_of_text, fallback)
    cut = cut_before_marks if split_marks else cut_at_marks(id_of_text)
    return BpeEncoder(cut, alphabet, listed_rules(triples), None, normaliser)


def char_scored(
    id_of_text: Mapping[str, int],
    score_of: Callable[[int], float],
    fallback: Fallback,
    normaliser: Normaliser,
) -> BpeEncoder[str]:
    """SentencePiece BPE: of all pairs that make a piece, the one of highest score joins first."""
    ranks = ranks_of_scores({text: score_of(token) for text, token in id_of_text.items()})
    return BpeEncoder(cut_at_marks(id_of_text), Characters(id_of_text, fallback), JoinedRules(ranks), None, normaliser)


def listed_rules(triples: Triples) -> ListedRules:
    """Rules in order of rank; of a pair that is listed twice, the first line counts."""
    left, right, joined = triples.T.tolist() if len(triples) else ([], [], [])
    pairs = list(zip(left, right))
    ranks = dict(zip(pairs, range(len(pairs))))
    if len(ranks) < len(pairs):  # the later line won; go through them backwards
        ranks = dict(zip(reversed(pairs), range(len(pairs) - 1, -1, -1)))
    return ListedRules(ranks, joined)


def ranks_of_scores(scores: Mapping[str, float]) -> dict[str, int]:
    """Scores as ranks: the highest score is rank 0, equal scores share a rank."""
    rank_of = {score: rank for rank, score in enumerate(sorted(set(scores.values()), reverse=True))}
    return {text: rank_of[score] for text, score in scores.items()}


def triples_of(pairs: Iterable[tuple[int, int]], first_joined: int) -> Triples:
    """Merges whose joined ids count up from `first_joined`."""
    listed = np.array(list(pairs), np.int32).reshape(-1, 2)
    joined = np.arange(first_joined, first_joined + len(listed), dtype=np.int32)
    return np.column_stack([listed, joined])
