"""A text cut into tokens, for the Tokenizer page: chips, the pieces they come from, and each piece's merges."""

from __future__ import annotations

from itertools import islice
from typing import Any

from maskscope.errors import VocabularyError
from maskscope.vocab.encoder import PieceTrace
from maskscope.vocab.tokenizer import Tokenizer
from maskscope_playground.present.words import counted, parts_of, said, visible

LONGEST = 20_000  # characters of a text that is shown token by token
_MOST_STEPS = 60


def traces_of(tokenizer: Tokenizer, text: str) -> tuple[list[PieceTrace], str]:
    """The pieces of a text, and why there are none."""
    try:
        return tokenizer.trace(text[:LONGEST]), ""
    except VocabularyError as error:
        return [], str(error)


def token_chips(tokenizer: Tokenizer, traces: list[PieceTrace]) -> list[dict[str, Any]]:
    """One chip a token, in order; its title says which piece it comes from."""
    chips = []
    for number, trace in enumerate(traces):
        piece = f"\npiece {number + 1}: {visible(trace.piece.encode('utf-8', 'replace'))}"
        chips += [text_chip(token, tokenizer.vocabulary.token(token), piece) for token in trace.ids]
    return chips


def text_chip(token: int, data: bytes, more: str = "") -> dict[str, Any]:
    """The chip of a token that is text; `more` is added to its title."""
    title = f"token {token}: {visible(data)}{more}"
    return {"id": token, "parts": parts_of(data), "said": said(data), "hex": data.hex(), "title": title}


def piece_of(traces: list[PieceTrace], at: int) -> PieceTrace | None:
    """The piece that the chip number `at` belongs to."""
    for trace in traces:
        if at < len(trace.ids):
            return trace
        at -= len(trace.ids)
    return None


def merge_steps(trace: PieceTrace) -> list[dict[str, Any]]:
    """The merges of a piece, as many as a person reads, and the symbols that remain."""
    steps = [
        {"symbols": [visible(s) for s in step.symbols], "at": step.at, "said": f"rank {step.rank:,}"}
        for step in islice(trace.steps(), _MOST_STEPS)
    ]
    left = len(trace.merges) - len(steps)
    end = f"{counted(left, 'more merge')}, then " if left > 0 else ""
    steps.append({"symbols": [], "at": -2, "said": f"{end}{counted(len(trace.ids), 'token')}"})
    return steps
