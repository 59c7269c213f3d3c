"""A language: a grammar as an automaton over bytes whose states are made when somebody steps into them.

Wait, what is this? Determinising a grammar in advance can take millions of states, of which one generation meets a few
hundred. So a state here is the set of places the grammar may be in after the bytes read so far, built (and numbered,
and kept) the first time it is met. With no recursion and no counters this is the textbook subset construction, done
lazily (`states`); with them, each place carries its stacks (`frames`).

    language.step(language.start, ord("4"))  ->  an int; DEAD (-1) when no text goes on that way
"""

from __future__ import annotations

from functools import cached_property
from html import escape

from maskscope.automaton.dfa import Dfa, explicit
from maskscope.automaton.nfa import Nfa, Take, prefixed
from maskscope.automaton.recursion import has_growing_stacks, refuse_empty_recursion
from maskscope.automaton.states import DEAD, States
from maskscope.automaton.unfold import compile_nfa
from maskscope.draw.picture import picture_of_dfa
from maskscope.errors import LimitExceeded, Note
from maskscope.ir.nodes import Grammar
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.sets.byteset import ByteSet
from maskscope.text import Source

__all__ = ["DEAD", "Language", "build_language"]

_DRAWN = 300  # states of the largest automaton that a notebook shows


def build_language(grammar: Grammar, source: Source, limits: Limits = DEFAULT_LIMITS, kind: str = "") -> Language:
    """Compile a grammar; no state but the start is made yet."""
    nfa = compile_nfa(grammar, limits)
    if nfa.unfolding is not None and nfa.unfolding.may_repeat_unread:
        refuse_empty_recursion(nfa, source)
    return Language(nfa, source, limits, kind, grammar.notes)


class Language(States):
    """The texts of one grammar, as an automaton over bytes.

    States are ints, numbered from 0 as they are met; they mean nothing in another language. A row, once made, is
    kept; `limits.states` bounds how many there can be.
    """

    def __init__(self, nfa: Nfa, source: Source, limits: Limits, kind: str, notes: tuple[Note, ...]) -> None:
        super().__init__(nfa, limits)
        self.kind, self.source, self.notes = kind, source, notes

    @cached_property
    def is_finite_state(self) -> bool:
        """Whether the states are finitely many: no stack and no register can grow without bound."""
        return not has_growing_stacks(self.nfa) and not any(
            isinstance(move, Take) and move.captured.few() is None for move in self.nfa.completed().moves.values()
        )

    def accepts(self, text: str | bytes) -> bool:
        """Whether the whole text is in the language."""
        state = self.run(self.start, text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
        return self.is_accepting(state)

    def next_bytes(self, state: int) -> ByteSet:
        """The bytes that may come next."""
        bits = 0
        for part, _ in self.parts(state) if state != DEAD else ():
            bits |= part
        return ByteSet(bits)

    def prefixed(self, data: bytes) -> Language:
        """The language of these bytes followed by a text of this one; its states are its own.

        >>> from maskscope.pipeline import compile
        >>> compile("regex", "[0-9]").prefixed(b"n=").accepts("n=7")
        True
        """
        return Language(prefixed(self.nfa, data), self.source, self.limits, self.kind, self.notes)

    def dfa(self, max_states: int | None = None) -> Dfa:
        """The explicit minimal automaton; LimitExceeded when walking meets more states than `limits.dfa_states`."""
        return explicit(self, self.limits.dfa_states if max_states is None else max_states)

    def _repr_html_(self) -> str:
        """A picture of the automaton for a notebook; a sentence where it is too large to draw."""
        try:
            dfa = self.dfa(_DRAWN)
        except LimitExceeded:
            return f"<p>{escape(self.kind)} with more than {_DRAWN} states</p>"
        return picture_of_dfa(dfa.transitions, dfa.accepting, dfa.distance, title=self.kind or "automaton")
