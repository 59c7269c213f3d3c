"""Token healing: where a prompt's end and a grammar's start meet in the middle of a token.

A prompt that ends in `{"na` was cut into tokens at its end, where a model that writes `"name"` itself would never have
cut: it has hardly ever seen `na` followed by `me`. So the last token is taken back, and the first new tokens must spell
what was removed before anything else:

    prompt …  `{"`  `na`         drop `na`, then demand  n a  and then the grammar

The state that demands it belongs to a language of its own, the removed bytes followed by the old one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maskscope.vocab.vocabulary import Vocabulary

if TYPE_CHECKING:  # a healing holds a guide, and a guide makes healings
    from maskscope.guide.guide import Guide


@dataclass(frozen=True, slots=True, eq=False)
class Healing:
    """What to drop from a prompt, and the guide and state to go on with."""

    dropped: tuple[int, ...]  # tokens to take off the prompt's end, in order
    data: bytes  # their bytes, which `state` demands first
    guide: Guide  # states after this one belong to its language
    state: int


def droppable(vocabulary: Vocabulary, prompt: Sequence[int]) -> tuple[int, ...]:
    """The token to take off a prompt's end; none if it ends in a special token, or not at all.

    Only a token that begins some other token can have been cut wrongly: to drop `}` gains nothing where no token of the
    vocabulary begins with `}` and is longer.
    """
    if not prompt or not vocabulary.is_text(prompt[-1]):
        return ()
    last = vocabulary.token(prompt[-1])
    longer = any(len(data) > len(last) and data.startswith(last) for data in vocabulary.ids)
    return (prompt[-1],) if longer else ()
