"""From terms to shapes: every schema reached is read once, and what it says of others is worked out on demand.

`Solver` answers three questions: the shape of a term, whether a term is *proved* empty, and what is left of a shape
when another is intersected or subtracted. It runs on `Tasks`, so schemas may be as deep as they like. A term that needs
its own shape leads back to itself without consuming anything (`{"$ref": "#"}`) and is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, replace
from typing import Any, cast

from maskscope.errors import GrammarError, LimitExceeded, UnsupportedError
from maskscope.reading.json_document import Place
from maskscope.syntax.schema.complement import Irreversible, without_array, without_object
from maskscope.syntax.schema.empty import Emptiness
from maskscope.syntax.schema.facets import Facets, own_shape
from maskscope.syntax.schema.numbers import NO_NUMBER
from maskscope.syntax.schema.reader import Reader
from maskscope.syntax.schema.shapes import ANY, NONE, Shape, SomeMember, any_of, both, without_seen
from maskscope.syntax.schema.sites import Site
from maskscope.syntax.schema.steps import All, Answer, Values, asked
from maskscope.syntax.schema.strings import NO_STRING, StringSet
from maskscope.syntax.schema.subsumed import FEW, weakest
from maskscope.syntax.schema.tasks import Loop, Tasks
from maskscope.syntax.schema.terms import AllOf, AnyOf, Not, Value, canonical
from maskscope.syntax.schema.unevaluated import with_unevaluated
from maskscope.syntax.schema.values import shape_of_values
from maskscope.text import Span

MOST_ALTERNATIVES = 2_000  # conjunctions of one type in one shape
_STEPS_A_CONJUNCT = 16  # elementary steps; measured at 4 µs, so that Limits.work ends after about five seconds


@dataclass(frozen=True, slots=True)
class IsEmpty:
    """The question whether a term is provably empty."""

    term: int


class Solver:
    """Shapes of the terms of one compile."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.terms = reader, reader.terms
        self._work = 0  # steps of subtracting shapes, under Limits.work
        self._results: Tasks[Any] = Tasks(self._start)
        self._facets: dict[int, Facets] = {}
        self.emptiness = Emptiness(self.terms)

    def shape(self, term: int) -> Shape:
        """What a term allows."""
        shape: Shape = self._results.result(asked(term, False))
        return shape

    def facets(self, term: int) -> Facets:
        """The demands of the keywords of a term that is a schema."""
        if term not in self._facets:
            self._facets[term] = self.reader.facets_of(cast(Site, self.terms.meaning(term)))
        return self._facets[term]

    def referred(self, term: int) -> int:
        """The term that a schema which is nothing but a reference leads to, in the end; any other term itself."""
        seen: set[int] = set()
        while term not in seen and isinstance(self.terms.meaning(term), Site):
            seen.add(term)
            steps = self.facets(term).steps
            if len(steps) != 1 or not isinstance(steps[0], All) or len(steps[0].terms) != 1:
                break
            if self.facets(term).has_demands:
                break
            term = steps[0].terms[0]
        return term

    def listed(self, term: int) -> frozenset[str] | None:
        """The values that a term lists by `enum` or `const`, as canonical texts; None where it does not."""
        target = self.referred(term)
        meaning = self.terms.meaning(target)
        if isinstance(meaning, Value):
            return frozenset((canonical(meaning.value),))
        steps = self.facets(target).steps if isinstance(meaning, Site) else []
        values = next((step.values for step in steps if isinstance(step, Values)), None)
        return None if values is None else frozenset(map(canonical, values))

    def place(self, term: int) -> Place | None:
        """Where a term that is a schema stands."""
        meaning = self.terms.meaning(term)
        return meaning.place if isinstance(meaning, Site) else None

    def is_empty(self, term: int) -> bool:
        """Whether a term provably allows nothing; False is no proof of the contrary."""
        answer: bool = self._results.result(IsEmpty(term))
        return answer

    def names(self, some: SomeMember) -> StringSet:
        """The strings that the key of such a member may be."""
        return self.shape(some.name).strings

    # ---- shapes

    def _start(self, key: int | IsEmpty) -> Generator[Any, Any, Any]:
        if isinstance(key, IsEmpty):
            return self.emptiness.term(key.term)
        term, tracked = key >> 1, bool(key & 1)
        meaning = self.terms.meaning(term)
        if isinstance(meaning, Site):
            return self._of_site(term, tracked)
        if isinstance(meaning, AllOf):
            return self._of_all(meaning)
        if isinstance(meaning, AnyOf):
            return self._of_any(meaning)
        if isinstance(meaning, Not):
            return self._of_not(meaning)
        return self._of_value(meaning)

    def _of_site(self, term: int, tracked: bool) -> Answer:
        facets = self.facets(term)
        uses_seen = facets.unevaluated_items is not None or facets.unevaluated_keys is not None
        shape = own_shape(facets, self.reader.options.closed, tracked or uses_seen)
        for step in sorted(facets.steps, key=lambda step: step.rank):
            try:
                shape = yield from step.apply(shape, self, tracked or uses_seen)
            except GrammarError as problem:
                self.reader.problem(problem)
        if uses_seen:
            shape = with_unevaluated(shape, facets, self.terms)
        return shape if tracked or len(shape.objects) <= FEW else replace(shape, objects=weakest(shape.objects))

    def _of_all(self, meaning: AllOf) -> Answer:
        shape, terms = ANY, meaning.terms
        known = self.terms.known_all_of(terms[:-1])
        if known is not None and asked(known, False) in self._results.done:
            # a chain of conditions asks for one term more each time
            shape, terms = self._results.done[asked(known, False)], terms[-1:]
        for term in terms:
            shape = yield from self.met(shape, (yield asked(term, False)), None)
        return shape

    def _of_any(self, meaning: AnyOf) -> Answer:
        parts = []
        for term in meaning.terms:
            parts.append((yield asked(term, False)))
        return any_of(parts)

    def _of_not(self, meaning: Not) -> Answer:
        return (yield from self.minus(ANY, (yield asked(meaning.term, False)), None))

    def _of_value(self, meaning: Value) -> Answer:
        yield from ()
        return shape_of_values((meaning.value,), self.terms, meaning.span)

    def shape_of_values(self, values: Values) -> Shape:
        """The shape of an enumeration."""
        return shape_of_values(values.values, self.terms, values.place)

    # ---- operations on shapes

    def met(self, a: Shape, b: Shape, span: Span | None) -> Answer:
        """What both allow; of many alternatives, the provably empty ones are dropped."""
        shape = both(a, b)
        products = len(a.arrays) * len(b.arrays), len(a.objects) * len(b.objects)
        if max(products) > MOST_ALTERNATIVES:
            raise self.too_many(span)
        return shape if max(products) < 2 else (yield from self.possible(shape))

    def possible(self, shape: Shape) -> Answer:
        """The shape without the conjunctions that are provably empty."""
        self._spend(
            sum(len(one.layers) + 1 for one in shape.arrays) + sum(len(one.layers) + 1 for one in shape.objects)
        )
        arrays = yield from self._possible(shape.arrays, self.emptiness.array)
        objects = yield from self._possible(shape.objects, self.emptiness.object)
        return Shape(shape.null, shape.booleans, shape.numbers, shape.strings, arrays, objects)

    def minus(self, a: Shape, b: Shape, span: Span | None) -> Answer:
        """What the first allows and the second does not."""
        if b is NONE:
            return a
        b = without_seen(b)
        numbers = a.numbers if NO_NUMBER in (a.numbers, b.numbers) else a.numbers - b.numbers
        strings = a.strings if NO_STRING in (a.strings, b.strings) else a.strings - b.strings
        arrays = yield from self._less(a.arrays, b.arrays, without_array, self.emptiness.array, span)
        objects = weakest((yield from self._less(a.objects, b.objects, without_object, self.emptiness.object, span)))
        return Shape(a.null and not b.null, a.booleans & ~b.booleans, numbers, strings, arrays, objects)

    def _less(self, left: Any, taken: Any, without: Any, is_empty: Any, span: Span | None) -> Generator[Any, Any, Any]:
        """The conjunctions `left`, less each of `taken`; one that does not meet it stays as it is."""
        for other in taken:
            kept = []
            for one in left:
                self._spend(len(one.layers) + 1)
                if (yield from is_empty(one & other)):
                    kept.append(one)
                else:
                    kept += yield from self._possible(self._parts(one, other, without, span), is_empty)
            if len(kept) > MOST_ALTERNATIVES:
                raise self.too_many(span)
            left = tuple(kept)
        return left

    def _parts(self, one: Any, other: Any, without: Any, span: Span | None) -> tuple[Any, ...]:
        try:
            return tuple(one & part for part in without(other, self.terms))
        except Irreversible as reason:
            raise self.unsupported(str(reason), reason.span or span, "") from None

    def _possible(
        self, conjunctions: tuple[Any, ...], is_empty: Callable[[Any], Generator[Any, Any, bool]]
    ) -> Generator[Any, Any, Any]:
        kept = []
        for one in conjunctions:
            if not (yield from is_empty(one)):
                kept.append(one)
        return tuple(kept)

    # ---- refusals

    def _spend(self, conjuncts: int) -> None:
        """Count the work of telling two conjunctions apart: n branches of n demands each cost their cube."""
        self._work += _STEPS_A_CONJUNCT * conjuncts
        most = self.reader.limits.work
        if self._work > most:
            hint = "make the branches tell themselves apart, for example by a required constant"
            raise LimitExceeded("work", most, hint, "telling the branches of a schema apart")

    def too_many(self, span: Span | None) -> UnsupportedError:
        """The refusal of a keyword whose alternatives multiply."""
        hint = "make the branches tell themselves apart, for example by a required constant"
        return self.unsupported(f"more than {MOST_ALTERNATIVES:,} alternatives", span, hint)

    def unsupported(self, problem: str, span: Span | None, hint: str) -> UnsupportedError:
        """The refusal of a keyword, at its place."""
        source = self.reader.document.source
        return UnsupportedError(_at(span, problem), source, span or Span(0, 0), hint)

    def loop_error(self, loop: Loop) -> GrammarError:
        """The refusal of a schema that leads back to itself."""
        term = loop.key >> 1  # type: ignore[operator]
        meaning = self.terms.meaning(term)
        place = meaning.place if isinstance(meaning, Site) else Span(0, 0)
        hint = "let it lead through a property or an item, so that something is written on the way"
        problem = "this schema refers to itself without consuming anything"
        return GrammarError(_at(place, problem), self.reader.document.source, place, hint)


def _at(span: Span | None, problem: str) -> str:
    pointer = getattr(span, "pointer", None)
    return f"{pointer}: {problem}" if pointer else problem
