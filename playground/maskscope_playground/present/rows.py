"""The tokens of a state as table rows: filtered, sorted, one page of them.

The work that touches every allowed token is numpy's (`trie_states`); words are made for the rows of one page only.
Where the automaton is not explicit, a token's next state is a walk of its own, so such a table sorts by distance only
while the allowed tokens are few enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from maskscope.errors import GrammarError, LimitExceeded
from maskscope.guide.guide import FINISHED, Guide
from maskscope.pipeline import compile
from maskscope.vocab.trie import Trie, build_trie
from maskscope_playground.present.machine import Machine
from maskscope_playground.present.trie_states import states_of_nodes, states_of_tokens
from maskscope_playground.present.words import parts_of, percent, said

PAGE = 200
_MOST_WALKED = 4000  # tokens whose distance is worked out one by one
Ids = NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the reader asked the table for."""

    filter: str = ""  # text, or /regex/
    key: str = ""  # "" is the probability where there is one, else the id
    down: bool = False
    page: int = 0


@dataclass(frozen=True, eq=False)
class TokenSource:
    """What a table is made from: a state of the guide and the machine's state there; `shares` float64 (allowed,)."""

    guide: Guide
    machine: Machine
    state: int
    shown: int  # the same state as the machine numbers it
    shares: NDArray[np.float64] | None = None

    @property
    def trie(self) -> Trie:
        """The vocabulary's trie, which is kept."""
        return build_trie(self.guide.vocabulary)


def table_view(source: TokenSource, wish: Wish, takes: bool) -> dict[str, Any]:
    """Everything the table component shows, as plain values."""
    allowed = source.guide.allowed(source.state)
    kept, message = _filtered(source, allowed, wish.filter)
    order, wish = _sorted(source, allowed, kept, wish)
    pages = max(1, -(-len(order) // PAGE))
    page = min(max(wish.page, 0), pages - 1)
    low = page * PAGE
    rows = [_row(source, allowed, int(i)) for i in order[low : low + PAGE]]
    return {
        "columns": ["id", "text", "next", "distance", *(["share"] if source.shares is not None else [])],
        "rows": rows,
        "summary": _summary(source, len(allowed), len(kept), wish.filter),
        "range": f"{low + 1:,}–{low + len(rows):,} of {len(order):,}" if rows else "",
        "order": {"key": wish.key, "down": wish.down},
        "first": page == 0,
        "last": page == pages - 1,
        "message": message or _nothing(source, len(allowed), len(kept)),
        "takes": takes,
    }


def _summary(source: TokenSource, allowed: int, kept: int, text: str) -> list[str]:
    size = source.guide.vocabulary.size
    words = [f"{allowed:,}", f" of {size:,} allowed ({percent(allowed, size)})"]
    return [*words, f", {kept:,} match"] if text else words


def _nothing(source: TokenSource, allowed: int, kept: int) -> str:
    if kept:
        return ""
    if allowed:
        return "No allowed token matches the filter."
    if source.state == FINISHED:
        return "The text is finished: nothing follows an end token. Press Reset, or Back."
    return "No token of this vocabulary may come next."


def _filtered(source: TokenSource, allowed: Ids, text: str) -> tuple[NDArray[np.intp], str]:
    """Positions in `allowed` that the filter keeps, and what is wrong with the filter."""
    if not text:
        return np.arange(len(allowed), dtype=np.intp), ""
    if len(text) > 2 and text.startswith("/") and text.endswith("/"):
        return _by_regex(source, allowed, text[1:-1])
    tokens, wanted = source.guide.vocabulary.tokens, text.encode("utf-8", "surrogatepass")
    number = int(text) if text.isdecimal() and len(text) < 10 else -1
    return np.asarray([i for i, t in enumerate(allowed.tolist()) if t == number or wanted in tokens[t]], np.intp), ""


def _by_regex(source: TokenSource, allowed: Ids, pattern: str) -> tuple[NDArray[np.intp], str]:
    """Tokens in which the pattern is found; the pattern runs as an automaton, so no pattern can hang the page."""
    nothing = np.zeros(0, np.intp)
    try:
        dfa = compile("regex", rf"[\s\S]*(?:{pattern})[\s\S]*").dfa(max_states=500)
    except GrammarError as error:
        return nothing, f"The filter is no regex: {error.problem}."
    except LimitExceeded:
        return nothing, "The filter is too large a regex."
    trie = source.trie
    nodes = states_of_nodes(dfa.transitions, trie, 0)
    found = np.zeros(source.guide.vocabulary.size, np.bool_)
    for node in np.flatnonzero((nodes >= 0) & (trie.ends > 0)).tolist():
        if dfa.accepting[nodes[node]]:
            low = int(trie.lo[node])
            found[trie.order[low : low + int(trie.ends[node])].astype(np.intp)] = True
    return np.flatnonzero(found[allowed.astype(np.intp)]).astype(np.intp), ""


def _sorted(source: TokenSource, allowed: Ids, kept: NDArray[np.intp], wish: Wish) -> tuple[NDArray[np.intp], Wish]:
    """The kept positions in the wished order; the wish falls back to id where its order cannot be had."""
    if not wish.key:
        shares = source.shares is not None
        wish = Wish(wish.filter, "share" if shares else "id", shares, wish.page)
    keys = _keys(source, allowed, kept, wish.key)
    if keys is None:
        return kept, Wish(wish.filter, "id", False, wish.page)
    order = np.argsort(-keys if wish.down else keys, kind="stable")
    return kept[order.astype(np.intp)], wish


def _keys(source: TokenSource, allowed: Ids, kept: NDArray[np.intp], key: str) -> NDArray[np.float64] | None:
    ids = allowed[kept].astype(np.intp)
    if key == "id":
        return ids.astype(np.float64)
    if key == "text":
        order = source.trie.order
        rank = np.full(source.guide.vocabulary.size, -1.0)
        rank[order.astype(np.intp)] = np.arange(len(order))
        return rank[ids]
    if key == "share" and source.shares is not None:
        return source.shares[kept]
    if key == "distance":
        return _distances(source, allowed, kept)
    return None


def _distances(source: TokenSource, allowed: Ids, kept: NDArray[np.intp]) -> NDArray[np.float64] | None:
    """Bytes to the end after each token; −1 for an end token."""
    guide, machine = source.guide, source.machine
    if machine.table is not None and machine.bytes_left is not None and source.shown >= 0:
        states = states_of_tokens(machine.table, source.trie, source.shown, guide.vocabulary.size)
        after = states[allowed[kept].astype(np.intp)]
        return np.where(after >= 0, machine.bytes_left[after.astype(np.intp)], -1).astype(np.float64)
    if len(kept) > _MOST_WALKED:
        return None
    ends = guide.vocabulary.eos_ids
    walk = [-1 if t in ends else guide.distance(guide.advance(source.state, t)) for t in allowed[kept].tolist()]
    return np.asarray(walk, np.float64)


def _row(source: TokenSource, allowed: Ids, at: int) -> dict[str, Any]:
    token = int(allowed[at])
    guide = source.guide
    row: dict[str, Any] = {"id": token}
    if token in guide.vocabulary.eos_ids:
        row |= {"parts": [["eos", "end of text"]], "said": "end of text", "next": "end", "distance": "–"}
    else:
        data = guide.vocabulary.token(token)
        after = source.machine.run(source.shown, data)
        row |= {"parts": parts_of(data), "said": said(data), "next": f"{after:,}"}
        row["distance"] = f"{source.machine.distance(after):,}" if after >= 0 else "–"
    if source.shares is not None:
        share, top = float(source.shares[at]), float(source.shares.max(initial=0.0)) or 1.0
        row |= {"share": percent(share, 1.0), "width": f"{100 * share / top:.1f}%"}
    return row
