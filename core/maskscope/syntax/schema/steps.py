"""Keywords that apply other schemas to the same value, as steps from one shape to a smaller one.

A step takes the shape of everything read so far and returns it narrowed. Taking the shape along, instead of making a
shape for the keyword alone, keeps intermediate results small: `not` and `oneOf` subtract from what is left.

`tracked` asks for more than which values are valid: for each alternative, which keys and items count as *evaluated*,
which is what `unevaluatedProperties` and `unevaluatedItems` are about. Then an `anyOf` must be split into the
alternatives "exactly these branches were looked at".
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from maskscope.reading.json_document import Place
from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.exclusive import Rivals, scalars_of_one, without_scalars
from maskscope.syntax.schema.shapes import FALSE, NONE, TRUE, Members, ObjectShape, Shape, any_of, both, either
from maskscope.text import Span

if TYPE_CHECKING:
    from maskscope.syntax.schema.solve import Solver

MOST_COMBINED = 1023  # combinations of branches of a tracked anyOf that can hold together: all those of ten

Answer = Generator[object, Shape, Shape]


def asked(term: int, tracked: bool) -> int:
    """The key under which a solver is asked for the shape of a term."""
    return term << 1 | tracked


class Step:
    """One keyword; steps of a lower `rank` are taken first, because they narrow at no cost."""

    rank: ClassVar[int] = 0

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """The shape narrowed to what the keyword allows."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class Values(Step):
    """`enum` and `const`: one of the values."""

    values: tuple[Json, ...]
    place: Place
    keyword: Place
    single: bool = False

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """Intersect with the set of the values."""
        yield from ()
        return both(shape, solver.shape_of_values(self))


@dataclass(frozen=True, slots=True, eq=False)
class All(Step):
    """`allOf` and references: every term holds."""

    terms: tuple[int, ...]
    span: Span | None = None

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """Intersect with each."""
        for term in self.terms:
            part = yield asked(term, tracked)
            shape = yield from solver.met(shape, part, self.span)
        return shape


@dataclass(frozen=True, slots=True, eq=False)
class Any(Step):
    """`anyOf`: at least one term holds."""

    rank = 1
    terms: tuple[int, ...]
    span: Span

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """Intersect with the union; tracked, with every combination of branches."""
        # subtle: a combination need not exclude the other branches. An instance that meets them too has more evaluated
        # than the combination grants it, so it is only judged more strictly there, and rightly under its own.
        if tracked:
            return (yield from self._combined(shape, solver))
        parts = []
        for term in self.terms:
            parts.append((yield asked(term, False)))
        return (yield from solver.met(shape, any_of(parts), self.span))

    def _combined(self, shape: Shape, solver: Solver) -> Answer:
        parts = []
        for term in self.terms:
            parts.append((yield asked(term, True)))
        # of scalars nothing is evaluated: for them the branches alone will do
        combined = [
            (yield from solver.met(shape, any_of([replace(part, arrays=(), objects=()) for part in parts]), None))
        ]
        waiting = [(without_scalars(shape), 0)]  # combinations, and the first branch that each may be joined by
        for one, first in waiting:  # grows while it is walked
            for i in range(first, len(parts)):
                joined = yield from solver.possible((yield from solver.met(one, parts[i], self.span)))
                if joined.arrays or joined.objects:  # else no larger combination can hold either
                    waiting.append((joined, i + 1))
            if len(waiting) > MOST_COMBINED + 1:
                hint = "let the branches exclude each other, for example by a required constant"
                problem = f"more than {MOST_COMBINED:,} combinations of branches under unevaluated…"
                raise solver.unsupported(problem, self.span, hint)
        combined += [one for one, _ in waiting[1:]]
        return any_of(combined, tracked=True)


@dataclass(frozen=True, slots=True, eq=False)
class One(Step):
    """`oneOf`: exactly one term holds."""

    rank = 3
    terms: tuple[int, ...]
    span: Span

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """Scalars that one branch allows; the arrays and objects of each branch, less what another branch allows."""
        plain, looked_at = [], []
        for term in self.terms:
            plain.append((yield asked(term, False)))
            looked_at.append((yield asked(term, True)) if tracked else plain[-1])
        exclusive = [(yield from solver.met(shape, scalars_of_one(plain), self.span))]
        wholes = list(map(without_scalars, plain))
        rivals = Rivals(wholes, solver)
        for i, part in enumerate(map(without_scalars, looked_at)):
            if part.is_scalar:
                continue
            alone = yield from solver.met(shape, part, self.span)
            for j in rivals.of(i):
                alone = yield from solver.minus(alone, wholes[j], self.span)
            exclusive.append(alone)
        return any_of(exclusive, tracked)


@dataclass(frozen=True, slots=True, eq=False)
class NotThis(Step):
    """`not`: the term does not hold."""

    rank = 4
    term: int
    span: Span

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """Subtract it."""
        part = yield asked(self.term, False)
        return (yield from solver.minus(shape, part, self.span))


@dataclass(frozen=True, slots=True, eq=False)
class If(Step):
    """`if`: where the condition holds, `then` does; elsewhere `otherwise`."""

    rank = 3
    condition: int
    then: int
    otherwise: int
    span: Span

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """(shape and condition and then) or (shape, not condition, and otherwise)."""
        if (self.then, self.otherwise) == (TRUE, TRUE) and not tracked:
            return shape
        holds = yield asked(self.condition, tracked)
        yes = yield from solver.met(shape, holds, self.span)
        yes = yield from solver.met(yes, (yield asked(self.then, tracked)), self.span)
        plain = yield asked(self.condition, False)
        no = yield from solver.minus(shape, plain, self.span)
        no = yield from solver.met(no, (yield asked(self.otherwise, tracked)), self.span)
        return either(yes, no, tracked)


@dataclass(frozen=True, slots=True, eq=False)
class IfKey(Step):
    """`dependentSchemas`: where the key is written, the term holds."""

    rank = 2
    key: str
    term: int

    def apply(self, shape: Shape, solver: Solver, tracked: bool) -> Answer:
        """(key forbidden) or (key required, and the term); values that are no objects pass."""
        part = yield asked(self.term, tracked)
        without = replace(shape, objects=tuple(one & forbidding(self.key) for one in shape.objects))
        having = replace(NONE, objects=tuple(one & requiring(self.key) for one in shape.objects))
        return either(without, (yield from solver.met(having, part, None)), tracked)


def forbidding(key: str) -> ObjectShape:
    """Objects without a key."""
    return ObjectShape((Members({key: FALSE}),))


def requiring(key: str) -> ObjectShape:
    """Objects with a key."""
    return ObjectShape(required=(key,))
