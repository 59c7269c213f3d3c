"""A schema where it stands: the unit that is read, referred to, and pointed at.

The same words can mean different things in two places (another base URI, another draft, another dynamic scope), so a
`Site` is a schema's value together with its place in the document and its `Surroundings`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from maskscope.reading.json_document import Document, Place
from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.drafts import Draft


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """How names resolve around a schema. `resolver` is None in the root resource as long as nothing needs one;
    `key` tells surroundings apart."""

    document: Document
    draft: Draft
    resolver: Any = None  # referencing.Resolver; the library is imported only by schemas that need it
    key: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Site:
    """A schema's value, its place and what is around it. `entered`: its own `$id` is already part of `around`."""

    value: Json
    place: Place
    around: Surroundings
    entered: bool = False

    def child(self, value: Json, *path: str | int) -> Site:
        """The part of this schema that `path` leads to."""
        return Site(value, self.place[path], self.around)

    def within(self, around: Surroundings) -> Site:
        """The same schema, its own `$id` and `$schema` taken in."""
        return Site(self.value, self.place, around, True)
