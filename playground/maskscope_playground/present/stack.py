"""The stack of a state in words: what the grammar goes on with after each open rule, outermost first."""

from __future__ import annotations

from maskscope.automaton.language import Language
from maskscope.automaton.pending import Frame, pending
from maskscope.draw.labels import cut_label


def stack_rows(language: Language, state: int) -> list[list[str]]:
    """Text and explanation of each open frame; empty for a grammar that needs no stack."""
    return [row for frame in pending(language, state) if (row := _row(language, frame))]


def _row(language: Language, frame: Frame) -> list[str] | None:
    if frame.span is None:
        return None
    text = " ".join(language.source.text[frame.span.start : frame.span.end].split())
    line, _ = language.source.line_of(frame.span.start)
    if frame.rounds is not None:
        return [f"{cut_label(text, 18)} ×{frame.rounds:,}", f"line {line}: {frame.rounds:,} repetitions are complete"]
    return [f"… {cut_label(text, 18)}", f"line {line}: what follows when the rule inside is done"]
