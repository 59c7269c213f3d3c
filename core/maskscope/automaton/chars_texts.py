"""What texts an automaton over code points holds: whether, which, how many, how long.

All of it rests on every state being able to reach an accepting one: a walk forward can never get lost, so the texts
of a given length are listed without a single step back that was in vain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

import numpy as np
import numpy.typing as npt

from maskscope.automaton.chars import DEAD, CharDfa
from maskscope.sets.codepoints import CodePoints

_Bools = npt.NDArray[np.bool_]
_LIKED = tuple(CodePoints((span,)) for span in ((0x61, 0x7A), (0x30, 0x39), (0x41, 0x5A), (0x20, 0x7E)))


def is_empty(a: CharDfa) -> bool:
    """Whether no text is in it."""
    return not a.accepting.any()


def accepts(a: CharDfa, text: str) -> bool:
    """Whether the text is in it; a text with a surrogate is in none."""
    state = 0
    for char in text:
        if "\ud800" <= char <= "\udfff":
            return False
        state = int(a.next[state, a.class_of(ord(char))])
        if state == DEAD:
            return False
    return bool(a.accepting[state])


def shortest(a: CharDfa) -> str | None:
    """A shortest text, of plain characters where there is a choice; None when there is none."""
    return next(iter(texts(a, 1)), None)


def lengths(a: CharDfa) -> tuple[int, int | None]:
    """The lengths of the shortest and the longest text; None when there is no longest. There must be a text."""
    return _shortest_length(a), _longest_length(a)


def count(a: CharDfa) -> int | None:
    """How many texts there are; None when they have no end."""
    order = _downwards(a)
    if order is None:
        return None
    sizes = [len(points) for points in a.classes]
    below = [0] * a.n_states
    rows, ends = a.next.tolist(), a.accepting.tolist()
    for state in reversed(order):
        below[state] = ends[state] + sum(sizes[c] * below[t] for c, t in enumerate(rows[state]) if t != DEAD)
    return below[0]


def texts(a: CharDfa, most: int) -> list[str]:
    """Up to `most` texts, shorter ones first; all of them if there are no more."""
    found: list[str] = []
    if is_empty(a):
        return found
    exactly = [a.accepting]  # exactly[n][s]: from s, some n code points more end
    least, longest = lengths(a)
    n = 0
    while len(found) < most and (longest is None or n <= longest):
        if n >= least and exactly[n][0]:
            found.extend(text for text, _ in zip(_of_length(a, n, exactly), range(most - len(found))))
        n += 1
        exactly.append(_one_before(a, exactly[-1]))
    return found


def _one_before(a: CharDfa, can: _Bools) -> _Bools:
    """bool (states,): from where one code point leads to a state of `can`."""
    padded = np.append(can, False)  # the last entry answers for DEAD
    reached: _Bools = np.asarray(padded[a.next].any(axis=1))
    return reached


def _of_length(a: CharDfa, n: int, exactly: list[_Bools]) -> Iterator[str]:
    """The texts of exactly `n` code points, plain characters first."""
    order = [_plain_first(points) for points in a.classes]

    def choices(state: int, left: int) -> Iterator[tuple[int, int]]:
        for c, target in enumerate(a.next[state].tolist()):
            if target != DEAD and exactly[left - 1][target]:
                yield from ((point, target) for point in order[c]())

    if n == 0:
        yield ""
        return
    prefix: list[str] = []
    stack = [choices(0, n)]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            del prefix[-1:]
        elif len(stack) == n:
            yield "".join(prefix) + chr(step[0])
        else:
            prefix.append(chr(step[0]))
            stack.append(choices(step[1], n - len(stack)))


def _plain_first(points: CodePoints) -> Callable[[], Iterator[int]]:
    """The members, those that read best first."""
    groups, rest = [], points
    for liked in _LIKED:
        groups.append(rest & liked)
        rest = rest - liked
    return lambda: chain(*groups, rest)


def _shortest_length(a: CharDfa) -> int:
    seen, front, n = {0}, [0], 0
    ends, rows = a.accepting, a.next.tolist()
    while front:
        if any(ends[state] for state in front):
            return n
        n += 1
        front = sorted({t for state in front for t in rows[state] if t != DEAD} - seen)
        seen.update(front)
    raise ValueError("the language is empty")


def _longest_length(a: CharDfa) -> int | None:
    order = _downwards(a)
    if order is None:
        return None
    most = [0] * a.n_states
    rows = a.next.tolist()
    for state in reversed(order):
        most[state] = max((1 + most[t] for t in rows[state] if t != DEAD), default=0)
    return most[0]


def _downwards(a: CharDfa) -> list[int] | None:
    """The states so that every edge leads onwards (Kahn 1962); None if there is a cycle."""
    rows = [set(row) - {DEAD} for row in a.next.tolist()]
    incoming = [0] * a.n_states
    for row in rows:
        for target in row:
            incoming[target] += 1
    order = [state for state, n in enumerate(incoming) if not n]
    for state in order:  # grows while it is walked
        for target in sorted(rows[state]):
            incoming[target] -= 1
            if not incoming[target]:
                order.append(target)
    return order if len(order) == a.n_states else None
