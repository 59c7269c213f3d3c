"""Which part of a schema cannot be met, in words: the message of an `UnsatisfiableError`."""

from __future__ import annotations

from maskscope.syntax.schema.sites import Site
from maskscope.syntax.schema.solve import Solver
from maskscope.text import Span


def why_empty(solver: Solver, term: int) -> tuple[str, Span]:
    """The problem and its place."""
    meaning = solver.terms.meaning(term)
    place = meaning.place if isinstance(meaning, Site) else Span(0, 0)
    return "nothing can meet this schema", place
