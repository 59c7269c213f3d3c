"""Which part of a schema cannot be met, in words: the message of an `UnsatisfiableError`.

The search goes down from the whole: a schema whose own keywords contradict each other is the answer; else some part it
cannot do without (a required property, an item below `minItems`, a branch of `allOf`) has no value, and that part is
looked at in turn.

    #/properties/age: minimum 5 and maximum 3 leave no number
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from maskscope.reading.json_document import Place
from maskscope.reading.json_writer import scalar_text
from maskscope.syntax.schema.facets import ARRAY, INTEGER, NUMBER, OBJECT, STRING, Facets, own_shape
from maskscope.syntax.schema.shapes import FALSE
from maskscope.syntax.schema.sites import Site
from maskscope.syntax.schema.solve import Solver
from maskscope.syntax.schema.steps import All, Any, One, Values
from maskscope.syntax.schema.terms import AllOf
from maskscope.text import Span

_NUMBERS = ("multipleOf", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
_STRINGS = ("minLength", "maxLength", "pattern", "format")
_ASSERTIONS = ("type", *_NUMBERS, *_STRINGS, "enum", "const", "$ref", "allOf", "anyOf", "oneOf", "not", "if")
_MOST_STEPS = 1000  # parts looked at on the way down


@dataclass(frozen=True, slots=True)
class _Found:
    """A reason with its place; or, with `part`, a term that has no value either and is the better answer."""

    problem: str
    span: Span
    part: int | None = None


def why_empty(solver: Solver, term: int) -> tuple[str, Span]:
    """The problem and its place."""
    found = _Found("nothing can meet this schema", Span(0, 0), term)
    seen: set[int] = set()
    while found.part is not None and found.part not in seen and len(seen) < _MOST_STEPS:
        seen.add(found.part)
        found = _reason(solver, found.part, found)
    if found.part is not None:
        return _at(found.span, "every value would have to hold another one of its kind, without end"), found.span
    return _at(found.span, found.problem), found.span


def _at(span: Span, problem: str) -> str:
    return f"{span.pointer}: {problem}" if isinstance(span, Place) else problem


def _reason(solver: Solver, term: int, above: _Found) -> _Found:
    """Why a term is empty; `above` is what led to it."""
    meaning = solver.terms.meaning(term)
    if isinstance(meaning, AllOf):
        return _reason_of_all(solver, meaning, above)
    if not isinstance(meaning, Site):
        return _Found(above.problem, above.span)
    if term == FALSE or meaning.value is False:
        return _Found(above.problem if above.part is None else "false allows nothing", meaning.place)
    facets = solver.facets(term)
    for reasons in (_own_reasons(facets), _step_reasons(solver, facets), _part_reasons(solver, facets)):
        for found in reasons:
            return found
    named = [_quoted(facets, word) for word in _ASSERTIONS if word in facets.value]
    verb = "leave" if len(named) > 1 else "leaves"
    problem = f"{_listed(named)} {verb} no value" if named else "its keywords leave no value"
    return _Found(problem, meaning.place)


def _reason_of_all(solver: Solver, meaning: AllOf, above: _Found) -> _Found:
    for part in meaning.terms:
        if solver.is_empty(part):
            return _Found(above.problem, above.span, part)
    places = [place for part in meaning.terms if (place := solver.place(part)) is not None]
    if not places:
        return _Found(above.problem, above.span)
    return _Found(f"{_listed([place.pointer for place in places])} have no value in common", places[0])


# ---- keywords that contradict each other


def _own_reasons(facets: Facets) -> Iterator[_Found]:
    """Contradictions within one schema's own keywords, if all types that it allows have one."""
    checks: tuple[tuple[int, Callable[[Facets], str | None]], ...] = (
        (NUMBER | INTEGER, _numbers),
        (STRING, _strings),
        (ARRAY, _arrays),
        (OBJECT, _objects),
    )
    problems = []
    left = facets.types
    for types, check in checks:
        problem = check(facets) if facets.types & types else None
        if problem is not None:
            problems.append(problem)
            left &= ~types
    if not left and problems:
        yield _Found(problems[0], facets.site.place)


def _numbers(facets: Facets) -> str | None:
    whole = not facets.types & NUMBER
    named = [_quoted(facets, word) for word in _NUMBERS if word in facets.value]
    if not named or not own_shape(facets, False).numbers.is_empty:
        return None
    return f"{_listed(named)} leave no {'integer' if whole else 'number'}"


def _strings(facets: Facets) -> str | None:
    named = [_quoted(facets, word) for word in _STRINGS if word in facets.value]
    if not named or not own_shape(facets, False).strings.is_empty:
        return None
    return f"{_listed(named)} leave no string" if len(named) > 1 else f"{named[0]} can be met by no string"


def _arrays(facets: Facets) -> str | None:
    most = facets.max_items
    if most is not None and facets.min_items > most:
        return f"minItems {facets.min_items} and maxItems {most} leave no array"
    count = facets.contains
    if count is not None and count.high is not None and count.low > count.high:
        return f"minContains {count.low} and maxContains {count.high} leave no array"
    return None


def _objects(facets: Facets) -> str | None:
    most, needed = facets.max_properties, len(facets.required)
    if most is not None and facets.min_properties > most:
        return f"minProperties {facets.min_properties} and maxProperties {most} leave no object"
    if most is not None and needed > most:
        return f"{needed} required keys and maxProperties {most} leave no object"
    if facets.additional == FALSE and not facets.patterns:
        missing = [key for key in facets.required if key not in facets.named]
        if missing:
            return f'"{missing[0]}" is required, but additionalProperties: false does not allow it'
        if len(facets.named) < facets.min_properties:
            return f"minProperties {facets.min_properties} asks for more keys than the {len(facets.named)} allowed ones"
    return None


# ---- parts that have no value


def _step_reasons(solver: Solver, facets: Facets) -> Iterator[_Found]:
    place = facets.site.place
    for step in facets.steps:
        if isinstance(step, Values) and not step.values:
            yield _Found("enum has no values", step.place)
        if isinstance(step, All):
            yield from (_Found("", place, part) for part in step.terms if solver.is_empty(part))
        if isinstance(step, Any | One) and all(solver.is_empty(part) for part in step.terms):
            yield _Found("", place, step.terms[0])


def _part_reasons(solver: Solver, facets: Facets) -> Iterator[_Found]:
    if facets.types == OBJECT:
        for key in facets.required:
            if any(not solver.shape(term).strings.contains(key) for term in facets.names):
                yield _Found(f'"{key}" is required, and propertyNames does not allow it', facets.site.place["required"])
            part = facets.named.get(key)
            if part is not None and solver.is_empty(part):
                yield _Found(f'"{key}" is required, and nothing is allowed there', facets.site.place["required"], part)
    if facets.types == ARRAY:
        items = [*facets.prefix, *([] if facets.items is None else [facets.items])]
        for part in items[: max(facets.min_items, 0)]:
            if solver.is_empty(part):
                yield _Found(
                    f"minItems {facets.min_items} asks for an item that nothing can be", facets.site.place, part
                )
        if facets.contains is not None and facets.contains.low and solver.is_empty(facets.contains.term):
            yield _Found("contains asks for an item that nothing can be", facets.site.place, facets.contains.term)


def _quoted(facets: Facets, word: str) -> str:
    value = facets.value[word]
    return word if isinstance(value, dict | list) else f"{word} {scalar_text(value)}"


def _listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
