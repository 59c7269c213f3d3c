"""Sets of texts as automata: union, intersection, difference, complement, and the questions one asks about them.

Everything is relative to all texts of scalar values. Combining two automata walks pairs of states (the product
construction) over the common refinement of their classes; results are minimal, so that chains of operations stay
small. Each operation has a slow twin in the tests, by definition over all short texts.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from maskscope.automaton.chars import DEAD, CharDfa, explore, trimmed
from maskscope.automaton.chars_classes import partition
from maskscope.automaton.chars_minimize import minimize
from maskscope.automaton.chars_texts import accepts, count, is_empty, lengths, shortest, texts
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.sets.codepoints import ANY

__all__ = [
    "accepts", "complement", "contains", "count", "difference", "equal", "everything", "intersect", "is_empty",
    "lengths", "minimize", "nothing", "shortest", "texts", "union",
]  # fmt: skip


def nothing() -> CharDfa:
    """No text."""
    return CharDfa((ANY,), np.array([[DEAD]], dtype=np.int32), np.array([False]))


def everything() -> CharDfa:
    """Every text."""
    return CharDfa((ANY,), np.array([[0]], dtype=np.int32), np.array([True]))


def intersect(a: CharDfa, b: CharDfa, limits: Limits = DEFAULT_LIMITS) -> CharDfa:
    """The texts that are in both."""
    return _combined(a, b, limits, lambda in_a, in_b: in_a and in_b)


def union(a: CharDfa, b: CharDfa, limits: Limits = DEFAULT_LIMITS) -> CharDfa:
    """The texts that are in one of them, or in both."""
    return _combined(a, b, limits, lambda in_a, in_b: in_a or in_b)


def difference(a: CharDfa, b: CharDfa, limits: Limits = DEFAULT_LIMITS) -> CharDfa:
    """The texts that are in `a` and not in `b`."""
    return _combined(a, b, limits, lambda in_a, in_b: in_a and not in_b)


def complement(a: CharDfa) -> CharDfa:
    """The texts that are not in `a`."""
    return minimize(flipped(a))


def flipped(a: CharDfa) -> CharDfa:
    """The complement as it comes; if `a` is minimal then so is this, but for the numbering."""
    sink = a.n_states
    rows = [*np.where(a.next == DEAD, sink, a.next).tolist(), [sink] * len(a.classes)]
    return trimmed(a.classes, rows, [*(~a.accepting).tolist(), True])


def contains(a: CharDfa, b: CharDfa, limits: Limits = DEFAULT_LIMITS) -> bool:
    """Whether every text of `b` is in `a`."""
    return is_empty(difference(b, a, limits))


def equal(a: CharDfa, b: CharDfa, limits: Limits = DEFAULT_LIMITS) -> bool:
    """Whether they hold the same texts."""
    return is_empty(_combined(a, b, limits, lambda in_a, in_b: in_a != in_b))


def _combined(a: CharDfa, b: CharDfa, limits: Limits, keep: Callable[[bool, bool], bool]) -> CharDfa:
    """The texts for which `keep(is it in a, is it in b)`; `keep(False, False)` must be False."""
    classes, made_of = partition(a.classes + b.classes)
    owner_a, owner_b = [0] * len(classes), [0] * len(classes)
    for i, parts in enumerate(made_of):
        for c in parts:
            if i < len(a.classes):
                owner_a[c] = i
            else:
                owner_b[c] = i - len(a.classes)
    # one row more, all DEAD: that is what the index DEAD (the last row) finds
    rows_a, ends_a = _total(a, owner_a)
    rows_b, ends_b = _total(b, owner_b)
    alone_a, alone_b = keep(True, False), keep(False, True)
    dead = (DEAD, DEAD)

    def follow(pair: tuple[int, int]) -> list[tuple[int, int]]:
        return [
            dead if (x == DEAD and not alone_b) or (y == DEAD and not alone_a) else (x, y)
            for x, y in zip(rows_a[pair[0]], rows_b[pair[1]])
        ]

    rows, found = explore((0, 0), follow, dead, limits)
    return minimize(trimmed(classes, rows, [keep(ends_a[x], ends_b[y]) for x, y in found]))


def _total(dfa: CharDfa, columns: list[int]) -> tuple[list[list[int]], list[bool]]:
    rows = dfa.next[:, np.array(columns, dtype=np.intp)].tolist()
    return [*rows, [DEAD] * len(columns)], [*dfa.accepting.tolist(), False]
