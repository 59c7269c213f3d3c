"""Terms: numbers that stand for schemas, and for "both", "either" and "not" of them, before any of them is looked into.

A term is an index into a table. Equal expressions get equal numbers (`and` and `or` are sorted sets without repeats),
so that what is computed for a term is computed once, and a recursive schema gives finitely many terms: that is what
makes operations on recursive schemas end.
"""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from decimal import Decimal

from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.decimals import exact
from maskscope.syntax.schema.shapes import FALSE, TRUE
from maskscope.syntax.schema.sites import Site
from maskscope.text import Span


@dataclass(frozen=True, slots=True)
class AllOf:
    """What all of the terms allow."""

    terms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    """What at least one of the terms allows."""

    terms: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """What the term does not allow."""

    term: int


@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """One JSON value and nothing else."""

    value: Json
    span: Span


Meaning = Site | AllOf | AnyOf | Not | Value


class Terms:
    """The table of one compile; terms 0 and 1 are `false` and `true`."""

    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._meanings: list[Meaning] = [AnyOf(()), AllOf(())]

    def __len__(self) -> int:
        return len(self._meanings)

    def meaning(self, term: int) -> Meaning:
        """What a term stands for."""
        return self._meanings[term]

    def of_site(self, site: Site) -> int:
        """The term of a schema."""
        if site.value is True or site.value == {}:
            return TRUE
        if site.value is False:
            return FALSE
        return self._number((id(site.value), site.around.key, site.entered), site)

    def of_value(self, value: Json, span: Span) -> int:
        """The term that allows one value."""
        return self._number(("value", canonical(value)), Value(value, span))

    def all_of(self, terms: Iterable[int]) -> int:
        """What all of the terms allow."""
        terms = tuple(terms)
        if len(terms) == 1:
            return terms[0]
        found = self._flat(terms, AllOf)
        found.discard(TRUE)
        if FALSE in found or any(self._opposite(term) in found for term in found):
            return FALSE
        return self._joined(found, AllOf, TRUE)

    def known_all_of(self, terms: tuple[int, ...]) -> int | None:
        """The term of a sorted conjunction, if anybody asked for it."""
        return self._numbers.get((AllOf, terms))

    def any_of(self, terms: Iterable[int]) -> int:
        """What at least one of the terms allows."""
        found = self._flat(terms, AnyOf)
        found.discard(FALSE)
        if TRUE in found or any(self._opposite(term) in found for term in found):
            return TRUE
        return self._joined(found, AnyOf, FALSE)

    def negated(self, term: int) -> int:
        """What a term does not allow."""
        known = self._opposite(term)
        return self._number(("not", term), Not(term)) if known is None else known

    def _opposite(self, term: int) -> int | None:
        if term in (FALSE, TRUE):
            return TRUE - term
        meaning = self._meanings[term]
        return meaning.term if isinstance(meaning, Not) else self._numbers.get(("not", term))

    def _flat(self, terms: Iterable[int], kind: type[AllOf] | type[AnyOf]) -> set[int]:
        found: set[int] = set()
        for term in terms:
            meaning = self._meanings[term]
            if term > TRUE and isinstance(meaning, kind):
                found.update(meaning.terms)
            else:
                found.add(term)
        return found

    def _joined(self, terms: set[int], kind: type[AllOf] | type[AnyOf], neutral: int) -> int:
        if len(terms) < 2:
            return terms.pop() if terms else neutral
        ordered = tuple(sorted(terms))
        return self._number((kind, ordered), kind(ordered))

    def _number(self, key: Hashable, meaning: Meaning) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self._meanings)
            self._meanings.append(meaning)
        return number


def canonical(value: Json) -> str:
    """One text for all values that JSON Schema calls equal: 1 and 1.0 are, 1 and true are not, key order is not heard.

    >>> canonical([1, Decimal("1.0")]) == canonical([Decimal("1.00"), 1]), canonical(True) == canonical(1)
    (True, False)
    """
    done: list[str] = []
    todo: list[tuple[Json, bool]] = [(value, False)]
    while todo:
        one, parts_done = todo.pop()
        if not isinstance(one, dict | list):
            done.append(_canonical_scalar(one))
        elif not parts_done:
            todo.append((one, True))
            todo.extend((part, False) for part in (one.values() if isinstance(one, dict) else one))
        else:
            # the stack turned the parts round twice: the first part's text is on top
            done.append(_canonical_whole(one, [done.pop() for _ in one]))
    return done[0]


def _canonical_whole(whole: dict[str, Json] | list[Json], parts: list[str]) -> str:
    if isinstance(whole, list):
        return f"[{','.join(parts)}]"
    return "{" + ",".join(f"{json.dumps(key)}:{part}" for key, part in sorted(zip(whole, parts, strict=True))) + "}"


def _canonical_scalar(value: Json) -> str:
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return format(exact(Decimal(repr(value)) if isinstance(value, float) else value), "f")
    return json.dumps(value)
