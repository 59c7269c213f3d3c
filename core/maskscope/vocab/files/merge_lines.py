"""Merges as files write them, "left right", one a line, as triples of ids.

"Ġ the"  →  id of "Ġ", id of "the", id of "Ġthe"
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping

import numpy as np

from maskscope.vocab.assemble import Triples


def triples_of_pairs(pairs: Iterable[tuple[str, str]], id_of: Mapping[str, int]) -> Triples:
    """The merges whose three texts are all tokens, in order; the others can never be of use and are dropped."""
    triples = array("i")
    for left, right in pairs:
        left_id, right_id, joined = id_of.get(left), id_of.get(right), id_of.get(left + right)
        if left_id is not None and right_id is not None and joined is not None:
            triples.extend((left_id, right_id, joined))
    return np.frombuffer(triples, np.int32).reshape(-1, 3) if triples else np.zeros((0, 3), np.int32)


def pair_of_line(line: str) -> tuple[str, str] | None:
    """The two parts of "left right", or None. The space that parts them is never the first character."""
    at = line.find(" ", 1)
    return None if at < 0 or at == len(line) - 1 else (line[:at], line[at + 1 :])
