"""What is odd about this grammar with this vocabulary, before a model finds out.

    warning   no end token · bytes no token spells · states from which this vocabulary cannot finish ·
              white space without end · token elements that match nothing
    info      long stretches that are forced · how many tokens can be used at all

Each finding rests on a look at the states nearest to the start (`survey`); what needs all of them is said only where
all were seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from maskscope.automaton.frames import PoppedBelow
from maskscope.automaton.language import DEAD
from maskscope.errors import Note
from maskscope.guide.survey import Survey, byte_steps, look_around
from maskscope.guide.terminals import names_of
from maskscope.guide.wording import bytes_in_words, one_of, quoted
from maskscope.sets.byteset import ByteSet, bits_of
from maskscope.text import Span

if TYPE_CHECKING:  # a guide lints itself
    from maskscope.guide.guide import Guide

_MOST_STATES = 600  # looked at; some 50 ms
_LONG = 8  # bytes of a forced stretch worth a word
_MOST_STRETCHES = 3
_BLANKS = bits_of(b" \t\r\n")


def lint(guide: Guide) -> tuple[Note, ...]:
    """All findings, warnings first."""
    survey = look_around(guide.language.loosened(guide.start), byte_steps(guide.language), _MOST_STATES)
    missing = _used_bytes(guide, survey) & ByteSet(bits_of(guide.vocabulary.missing_bytes))
    return (
        *_no_end(guide),
        *_missing_bytes(guide, missing),
        *(_stuck(guide) if missing else ()),
        *_endless_blanks(guide, survey),
        *_odd_elements(guide, survey),
        *_forced_stretches(guide, survey),
        *_usable_tokens(guide, survey, whole=not missing),
    )


def _used_bytes(guide: Guide, survey: Survey) -> ByteSet:
    bits = 0
    for state in survey.states:
        bits |= _next_bytes(guide, state).bits
    return ByteSet(bits)


def _next_bytes(guide: Guide, state: int) -> ByteSet:
    """The bytes that may come next; none where that hangs on a text the survey forgot."""
    try:
        return guide.language.next_bytes(state)
    except PoppedBelow:
        return ByteSet()


def _no_end(guide: Guide) -> Iterator[Note]:
    if not guide.vocabulary.eos_ids:
        yield Note("warning", f"{guide.vocabulary.name} has no end-of-sequence token: nothing can end a text")


def _missing_bytes(guide: Guide, missing: ByteSet) -> Iterator[Note]:
    if missing:
        which = one_of(bytes_in_words(missing))
        yield Note("warning", f"no token of {guide.vocabulary.name} spells {which} alone, and texts may need it")


def _stuck(guide: Guide) -> Iterator[Note]:
    """The nearest state that tokens lead to and from which none leads to an end."""

    def steps(state: int) -> Iterator[tuple[bytes, int]]:
        for there, tokens in guide.moves(state).items():
            yield guide.vocabulary.token(int(tokens[0])), there

    survey = look_around(guide.start, steps, _MOST_STATES)
    for state in survey.states:
        if (not len(guide.allowed(state)) or survey.complete) and guide.token_distance(state) is None:
            expected = one_of(bytes_in_words(guide.language.next_bytes(state)) or ["a token"])
            after = f"after {quoted(survey.text_to(state))}" if state in survey.into else "from the start"
            text = f"{after} {guide.vocabulary.name} cannot finish the text, which goes on with {expected}"
            yield Note("warning", text, _first_origin(guide, state))
            return


def _endless_blanks(guide: Guide, survey: Survey) -> Iterator[Note]:
    """White space that may go on for ever where nothing else may: weak models do not find their way out of it."""
    found = [state for state in survey.states if _loops_on_blanks(guide, state)]
    if found:
        before = survey.text_to(found[0]).strip()
        where = f"after {quoted(before)}" if before else "at the start"
        more = f", and in {len(found) - 1} more places" if len(found) > 1 else ""
        bound = "; whitespace=2 allows two in a row" if guide.language.kind == "json_schema" else ""
        text = f"white space may repeat without end {where}{more}{bound}"
        yield Note("warning", text, _first_origin(guide, found[0]))


def _loops_on_blanks(guide: Guide, state: int) -> bool:
    if not _next_bytes(guide, state):
        return False
    back = bits_of(byte for byte, there in guide.language.live(state) if there == state)
    return back > 0 and not back & ~_BLANKS


def _odd_elements(guide: Guide, survey: Survey) -> Iterator[Note]:
    """Token elements that can match no token."""
    terminals = {t: None for state in survey.states for t, _ in guide.language.token_moves(state)}
    for terminal in terminals:
        if not guide.matched(terminal).n:
            name = names_of([terminal])[0]
            yield Note("warning", f"{name} matches no token of {guide.vocabulary.name}", terminal.span)


def _forced_stretches(guide: Guide, survey: Survey) -> Iterator[Note]:
    """The longest runs of bytes without a choice, each from where it begins."""
    runs: dict[bytes, int] = {}  # run → the first state it begins in
    inside: set[int] = set()  # states passed in the middle of a run met before
    for state in survey.states:
        run = b"" if state in inside else _forced(guide, state)
        here = state
        for byte in run:
            here = guide.language.step(here, byte)
            inside.add(here)
        if len(run) >= _LONG:
            runs.setdefault(run, state)
    for run in sorted(runs, key=len, reverse=True)[:_MOST_STRETCHES]:
        before = survey.text_to(runs[run])
        after = f"after {quoted(before)}" if before else "at the start"
        yield Note("info", f"{after} {len(run):,} bytes are forced: {quoted(run)}")


def _forced(guide: Guide, state: int) -> bytes:
    try:
        return guide.forced(state)
    except PoppedBelow:
        return b""


def _usable_tokens(guide: Guide, survey: Survey, whole: bool) -> Iterator[Note]:
    """How many tokens some state allows; said only if every state was seen and a token may begin in each."""
    if not survey.complete or not whole or guide.language.captures_texts:
        return
    words = np.zeros_like(guide.bitmask(DEAD))
    for state in survey.states:
        words |= guide.bitmask(state)
    usable, size = int(np.bitwise_count(words).sum(dtype=np.int64)), guide.vocabulary.size
    yield Note("info", f"{usable:,} of {size:,} tokens can be used somewhere")


def _first_origin(guide: Guide, state: int) -> Span | None:
    origins = guide.language.origins(state)
    return origins[0] if origins else None
