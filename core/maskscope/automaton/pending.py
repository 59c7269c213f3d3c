"""What is still open in a state: one of its stacks as places of the source, outermost first, for people to look at.

A state may have many stacks (the grammar is ambiguous so far); this follows one of them, always the same. A frame of a
call shows the place the grammar goes on at when the called rule is done, a frame of a counter how often it went round.
"""

from __future__ import annotations

from dataclasses import dataclass

from maskscope.automaton.frames import CUT
from maskscope.automaton.language import Language
from maskscope.automaton.nfa import Counter, Nfa
from maskscope.text import Span


@dataclass(frozen=True, slots=True)
class Frame:
    """One open call or repetition: `span` is where the grammar goes on after it, `rounds` a counter's value."""

    span: Span | None
    rounds: int | None = None


def pending(language: Language, state: int, most: int = 40) -> tuple[Frame, ...]:
    """The frames of one stack of a state, outermost first; the innermost `most` of them.

    >>> from maskscope.pipeline import compile
    >>> language = compile("gbnf", 'root ::= "(" root ")" | "x"')
    >>> [len(pending(language, language.run(language.start, text))) for text in (b"", b"(", b"((")]
    [0, 1, 2]
    """
    if state < 0:
        return ()
    closures = language._closures
    stacks, nfa = closures.stacks, closures.nfa
    _, node = closures.parts(language._configs[state][-1])
    found: list[Frame] = []
    while node > CUT and len(found) < most:
        frame, below = next(stacks.pairs(node))
        kind, value = stacks.frames[frame]
        if kind is None and value >= 0:
            found.append(Frame(_nearest_place(nfa, value)))
        elif isinstance(kind, Counter) and isinstance(value, int) and value >= 0:
            found.append(Frame(_nearest_place(nfa, kind.entry), value))
        node = below
    return tuple(reversed(found))


def _nearest_place(nfa: Nfa, state: int) -> Span | None:
    """The source of what is read next on the shortest way on; None where that way reads nothing more."""
    for _ in range(len(nfa)):
        move = nfa.move(state)
        if nfa.origin[state] is not None or not isinstance(move, tuple):
            break
        state = min(move, key=nfa.cost.__getitem__)
    return nfa.origin[state]
