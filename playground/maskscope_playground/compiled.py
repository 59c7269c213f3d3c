"""A grammar text, compiled and ready to be shown: language, guide, the automaton to draw, and how long it took."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import perf_counter
from typing import Any

from maskscope.automaton.language import Language
from maskscope.draw.fold import Fold
from maskscope.errors import Note
from maskscope.guide.guide import Guide
from maskscope.limits import Limits
from maskscope.pipeline import compile
from maskscope.vocab.vocabulary import Vocabulary
from maskscope_playground.present.machine import Machine, machine_of
from maskscope_playground.present.pictures import Picture, whole_picture

# What the page takes from a stranger's link or keyboard; smaller than the library's defaults, so that it stays quick.
PAGE_LIMITS = Limits(source_bytes=1_000_000, nfa_states=400_000, states=200_000, work=4_000_000)


@dataclass(frozen=True, eq=False)
class Compiled:
    """The last good compile; everything below it is derived."""

    kind: str
    text: str
    options: Mapping[str, Any]
    language: Language
    guide: Guide
    milliseconds: float | None  # None for a session's first, which may have had to load the compiler

    @property
    def notes(self) -> tuple[Note, ...]:
        """What the compiler has to tell."""
        return self.language.notes

    @cached_property
    def machine(self) -> Machine:
        """The automaton as it is numbered on the screen."""
        return machine_of(self.language)

    @cached_property
    def _wholes(self) -> dict[str, Picture | None]:
        return {}

    def whole(self, fold: Fold) -> Picture | None:
        """The picture of the whole automaton, None when it is too large; laid out once."""
        if fold not in self._wholes:
            self._wholes[fold] = whole_picture(self.machine, fold)
        return self._wholes[fold]

    def with_vocabulary(self, vocabulary: Vocabulary) -> Compiled:
        """The same language over other tokens."""
        guide = Guide(self.language, vocabulary)
        return Compiled(self.kind, self.text, self.options, self.language, guide, self.milliseconds)


def compiled(kind: str, text: str, options: Mapping[str, Any], vocabulary: Vocabulary) -> Compiled:
    """Compile a text; raises what `maskscope.compile` raises."""
    started = perf_counter()
    language = compile(kind, text, limits=PAGE_LIMITS, **options)
    spent = (perf_counter() - started) * 1000
    return Compiled(kind, text, dict(options), language, Guide(language, vocabulary), spent)
