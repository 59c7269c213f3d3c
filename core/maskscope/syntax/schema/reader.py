"""One schema at a time: every keyword goes to its reader, by the keyword table of its draft.

`Reader` is what one compile shares: the options, the limits, the terms met, the references, what there is to note, and
the problems found. A keyword that is at fault does not end the reading: the others are read, so that all problems are
reported together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from maskscope.errors import GrammarError, LimitExceeded
from maskscope.limits import Limits
from maskscope.reading.json_document import Document, Place
from maskscope.reading.json_reader import Json
from maskscope.syntax.regex_read import parse_pattern
from maskscope.syntax.schema import keywords_arrays as arrays
from maskscope.syntax.schema import keywords_combine as combine
from maskscope.syntax.schema import keywords_objects as objects
from maskscope.syntax.schema import keywords_scalars as scalars
from maskscope.syntax.schema.drafts import Draft
from maskscope.syntax.schema.facets import Facets
from maskscope.syntax.schema.formats import FORMATS
from maskscope.syntax.schema.notes import Notes
from maskscope.syntax.schema.options import SchemaOptions
from maskscope.syntax.schema.portability import ELSEWHERE, OPEN
from maskscope.syntax.schema.refs import References
from maskscope.syntax.schema.sites import Site
from maskscope.syntax.schema.strings import StringSet
from maskscope.syntax.schema.support import drafts_with, keywords_of, nearest_keyword
from maskscope.syntax.schema.terms import Terms
from maskscope.text import Source

KeywordReader = Callable[[Facets, Json], None]
MOST_PROBLEMS = 20  # reported at once


def _ignored(facets: Facets, value: Json) -> None:
    """An annotation says nothing of which values are valid."""


READERS: dict[str, KeywordReader] = {
    "type": scalars.read_type,
    "enum": scalars.read_enum,
    "const": scalars.read_const,
    "minimum": scalars.read_minimum,
    "maximum": scalars.read_maximum,
    "exclusiveMinimum": scalars.read_exclusive_minimum,
    "exclusiveMaximum": scalars.read_exclusive_maximum,
    "multipleOf": scalars.read_multiple_of,
    "minLength": scalars.read_min_length,
    "maxLength": scalars.read_max_length,
    "pattern": scalars.read_pattern,
    "format": scalars.read_format,
    "items": arrays.read_items,
    "prefixItems": arrays.read_prefix_items,
    "additionalItems": arrays.read_additional_items,
    "minItems": arrays.read_min_items,
    "maxItems": arrays.read_max_items,
    "contains": arrays.read_contains,
    "minContains": arrays.read_contains_bound("minContains"),
    "maxContains": arrays.read_contains_bound("maxContains"),
    "uniqueItems": arrays.read_unique_items,
    "unevaluatedItems": arrays.read_unevaluated_items,
    "properties": objects.read_properties,
    "required": objects.read_required,
    "additionalProperties": objects.read_additional_properties,
    "patternProperties": objects.read_pattern_properties,
    "propertyNames": objects.read_property_names,
    "minProperties": objects.read_min_properties,
    "maxProperties": objects.read_max_properties,
    "dependentRequired": objects.read_dependent_required,
    "dependentSchemas": objects.read_dependent_schemas,
    "dependencies": objects.read_dependencies,
    "unevaluatedProperties": objects.read_unevaluated_properties,
    "allOf": combine.read_all_of,
    "anyOf": combine.read_any_of,
    "oneOf": combine.read_one_of,
    "not": combine.read_not,
    "if": combine.read_if,
    "then": combine.read_then,
    "else": combine.read_else,
    "$ref": combine.read_ref,
    "$dynamicRef": combine.read_dynamic_ref,
    "$recursiveRef": combine.read_recursive_ref,
    "$defs": combine.read_definitions,
    "definitions": combine.read_definitions,
    "$id": combine.read_name("$id"),
    "id": combine.read_name("id"),
    "$anchor": combine.read_name("$anchor"),
    "$dynamicAnchor": combine.read_name("$dynamicAnchor"),
    "$schema": combine.read_name("$schema"),
}


@cache
def readers_of(draft: Draft) -> dict[str, KeywordReader]:
    """The reader of each keyword of a draft."""
    return {name: READERS.get(name, _ignored) for name in keywords_of(draft)}


class Reader:
    """What the reading of one schema shares."""

    def __init__(self, document: Document, limits: Limits, options: SchemaOptions) -> None:
        self.document, self.limits, self.options = document, limits, options
        self.terms, self.notes = Terms(), Notes()
        self.references = References(document, self.notes)
        self.problems: list[GrammarError] = []
        self._patterns: dict[str, StringSet] = {}

    def facets_of(self, site: Site) -> Facets:
        """The demands of all keywords of a schema; what is wrong with them goes to `problems`."""
        site = self.references.enter(site)
        facets = Facets(site, self)
        draft = site.around.draft
        readers, value = readers_of(draft), facets.value
        if draft.lonely_ref and "$ref" in value:
            value = {"$ref": value["$ref"]}
        for name, part in value.items():
            read = readers.get(name)
            if read is None:
                self._unknown(name, site)
                continue
            try:
                read(facets, part)
            except GrammarError as problem:
                self.problem(problem)
            if name in ELSEWHERE:
                self.notes.add("portability", ELSEWHERE[name], site.place.of_key(name))
        if facets.named and facets.additional is None and not self.options.closed:
            self.notes.add("portability", OPEN, site.place)
        return facets

    def problem(self, problem: GrammarError) -> None:
        """Keep a problem; too many end the reading."""
        self.problems.append(problem)
        if len(self.problems) >= MOST_PROBLEMS:
            self.raise_problems()

    def raise_problems(self) -> None:
        """Raise what was found: first what is malformed, then what is not built, each in the text's order."""
        if not self.problems:
            return
        ordered = sorted(self.problems, key=lambda problem: (type(problem) is not GrammarError, problem.span.start))
        unlike = {(problem.problem, problem.span.start): problem for problem in ordered}
        first, *rest = unlike.values()
        raise type(first)(first.problem, first.source, first.span, first.hint, tuple(rest))

    def _unknown(self, name: str, site: Site) -> None:
        place = site.place.of_key(name)
        draft = site.around.draft
        near = nearest_keyword(name, draft)
        known = drafts_with(name)
        if known:
            text = f'"{name}" is a keyword of other drafts, not of {draft.name}: ignored'
        elif near:
            text = f'"{name}" is no keyword: ignored. Did you mean "{near}"?'
        else:
            text = f'"{name}" is no keyword: ignored'
        self.notes.add("warning" if known or near else "ignored", text, place)

    def too_many(self, what: str) -> None:
        """Refuse a count above the limit on repetitions."""
        raise LimitExceeded("repetitions", self.limits.repetitions, "compile(…, limits=Limits(repetitions=…))", what)

    # ---- sets of strings that a text names

    def pattern(self, text: str, place: Place) -> StringSet:
        """The strings in which a regex is found; what is wrong with it is said where it stands in the schema."""
        known = self._patterns.get(text)
        if known is None:
            try:
                pattern = parse_pattern(Source("pattern", text), place.inside, self.limits)
            except GrammarError as problem:
                raise self._in_schema(problem, place) from None
            self.notes.extend(pattern.notes)
            known = self._patterns[text] = StringSet.pattern(pattern, self.limits)
        return known

    def _in_schema(self, problem: GrammarError, place: Place) -> GrammarError:
        span = place.inside(problem.span.start, problem.span.end)
        return type(problem)(f"{place.pointer}: {problem.problem}", place.document.source, span, problem.hint)

    def format(self, name: str, place: Place) -> StringSet:
        """The strings of a format; what of it is left out is noted."""
        if narrowed := FORMATS[name].narrowed:
            self.notes.add("narrowing", f'format "{name}": {narrowed}', place)
        return StringSet.format(name, self.limits)
