"""How a schema fares against the texts of a suite, and a suite in one line.

A text counts as accepted if it is with keys in declared order or with keys in any order: the order is a choice of ours
that narrows, and the suites know nothing of it. A schema that we call unsatisfiable accepts nothing.
"""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import Any, Literal

from maskscope.automaton.language import Language
from maskscope.errors import LimitExceeded, MaskscopeError, UnsatisfiableError
from maskscope.pipeline import compile
from support.suite_rows import Group

Sort = Literal["right", "narrowed", "refused", "limit", "slow", "broken", "false accept"]
Accepts = Callable[[str], bool]


@dataclass(frozen=True)
class Fate:
    """What became of one group: `why` is the message, or the texts answered wrongly; processor seconds of a compile."""

    name: str
    sort: Sort
    why: str = ""
    seconds: float = 0.0


class TooSlow(BaseException):
    """More time than a test allows; no Exception, so that nothing on the way takes it for its own."""


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Stop what runs inside after so many seconds of processor time, which other programs on the machine do not eat."""

    def ring(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def fate(group: Group, seconds: float = 20.0, **options: Any) -> Fate:
    """Compile the group's schema in both orders and judge its texts."""
    started = process_time()
    try:
        with within(seconds):
            accepts = _compiled(group, options)
            took = process_time() - started
            return _judged(group, accepts, took / 2)
    except LimitExceeded as error:
        return Fate(group.name, "limit", str(error))
    except MaskscopeError as error:
        return Fate(group.name, "refused", str(error))
    except TooSlow:
        return Fate(group.name, "slow", f"more than {seconds:g} s")
    except Exception as error:  # a bug of ours: the other groups are to be judged all the same
        return Fate(group.name, "broken", f"{type(error).__name__}: {error}")


def _compiled(group: Group, options: dict[str, Any]) -> Sequence[Accepts]:
    """One predicate an order that compiles; the error of the declared order if neither does."""
    orders = [_one(group.schema, {**options, "order": order}) for order in ("declared", "any")]
    good = [one for one in orders if not isinstance(one, MaskscopeError)]
    if not good and isinstance(orders[0], MaskscopeError):
        raise orders[0]
    return good


def _one(schema: Any, options: dict[str, Any]) -> Accepts | MaskscopeError:
    try:
        language: Language = compile("json_schema", schema, **options)
    except UnsatisfiableError:
        return lambda text: False
    except MaskscopeError as error:
        return error
    return language.accepts


def _judged(group: Group, accepts: Sequence[Accepts], seconds: float) -> Fate:
    answers = [(text, valid, any(accept(text) for accept in accepts)) for text, valid in group.texts]
    for sort, wrong in (("false accept", (False, True)), ("narrowed", (True, False))):
        texts = [text for text, *answer in answers if tuple(answer) == wrong]
        if texts:
            return Fate(group.name, sort, " · ".join(texts), seconds)
    return Fate(group.name, "right", "", seconds)


def not_right(fates: Iterable[Fate]) -> dict[str, Sort]:
    """The groups that are not fully right, with what became of them: this is compared with what a test lists."""
    return {one.name: one.sort for one in fates if one.sort != "right"}


def one_line(title: str, fates: Sequence[Fate]) -> str:
    """A suite in one line: how many groups are fully right, and what became of the others."""
    sorts = Counter(one.sort for one in fates)
    others = ", ".join(f"{n} {sort}" for sort, n in sorted(sorts.items()) if sort not in ("right", "false accept"))
    times = [one.seconds for one in fates if one.seconds]
    speed = f"; compile median {1000 * median(times):.1f} ms, slowest {max(times):.2f} s" if times else ""
    return (
        f"{title}: {sorts['right']} of {len(fates)} right, {sorts['false accept']} false accepts"
        + (f" ({others})" if others else "")
        + speed
    )
