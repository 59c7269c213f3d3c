"""Where references lead: `$ref` and its dynamic forms, base URIs, anchors, and the meta-schemas.

Nearly all references are pointers into the same document (`#/$defs/a`), and those are followed here, step by step. As
soon as an `$id` inside the document or any other form of reference comes up, the `referencing` library takes over: it
knows the rules of every draft. Nothing is ever fetched; the published meta-schemas count as local.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any, NoReturn
from urllib.parse import unquote

from maskscope.errors import GrammarError, UnsupportedError
from maskscope.reading.json_document import Document, Place
from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.drafts import DRAFT2020, Draft, draft_of
from maskscope.syntax.schema.notes import Notes
from maskscope.syntax.schema.sites import Site, Surroundings

_DYNAMIC = ("$dynamicRef", "$recursiveRef")


class References:
    """The references of one document."""

    def __init__(self, document: Document, notes: Notes) -> None:
        self.document, self.notes = document, notes
        self._places: dict[int, Place] | None = None
        self._dynamic = False

    def root(self) -> Site:
        """The schema that the document is."""
        place = Place(self.document)
        value = self.document.value
        draft = self._draft(value, place) or DRAFT2020
        return Site(value, place, Surroundings(self.document, draft), entered=True)

    def enter(self, site: Site) -> Site:
        """The site with its own `$id` and `$schema` taken into its surroundings."""
        value = site.value
        if site.entered or not isinstance(value, dict):
            return site
        around = site.around
        if isinstance(value.get(around.draft.id_key), str) and not (around.draft.lonely_ref and "$ref" in value):
            draft = self._draft(value, site.place) or around.draft
            resolver = self._resolver(around).in_subresource(_specification(draft).create_resource(value))
            around = self._surroundings(around.document, draft, resolver)
        return site.within(around)

    def resolve(self, site: Site, ref: str, keyword: str) -> Site:
        """The schema that a reference leads to."""
        if site.around.resolver is None and ref.startswith("#") and keyword == "$ref" and ref[1:2] in ("", "/"):
            found = self._follow(site, ref)
            if found is not None:
                return found
        return self._look_up(site, ref, keyword)

    def resolve_recursive(self, site: Site) -> Site:
        """The schema that `$recursiveRef: "#"` leads to."""
        from referencing.jsonschema import lookup_recursive_ref

        self._index()
        return self._site(site, lookup_recursive_ref(self._resolver(site.around)), "$recursiveRef")

    # ---- pointers into the root resource

    def _follow(self, site: Site, ref: str) -> Site | None:
        """Walk a JSON pointer; None where it enters a part with a base URI of its own."""
        around = Surroundings(site.around.document, site.around.draft)
        value, place = around.document.value, Place(around.document)
        steps = _steps(ref)
        for i, step in enumerate(steps):
            value, key = _part(value, step)
            if key is None:
                self._dead_end(site, ref, steps[: i + 1], place)
            place = place[key]
            if isinstance(value, dict) and isinstance(value.get(around.draft.id_key), str):
                return None
        self._check_schema(value, site, "$ref", ref)
        return Site(value, place, around, entered=not steps)

    def _dead_end(self, site: Site, ref: str, steps: list[str], place: Place) -> NoReturn:
        there = "#" + "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps[:-1])
        value: Json = place.document.value
        for step in steps[:-1]:
            value, _ = _part(value, step)
        near = get_close_matches(steps[-1], list(value), 1) if isinstance(value, dict) else []
        hint = f'there is "{near[0]}"' if near else "define it, or drop the reference"
        self._wrong(site, "$ref", f'{ref} leads nowhere: there is no "{steps[-1]}" in {there}', hint)

    # ---- everything else

    def _look_up(self, site: Site, ref: str, keyword: str) -> Site:
        from referencing import exceptions

        self._index()
        try:
            return self._site(site, self._resolver(site.around).lookup(ref), keyword)
        except exceptions.PointerToNowhere:
            self._wrong(site, keyword, f"{ref} leads nowhere", "define it, or drop the reference")
        except exceptions.NoSuchAnchor:
            self._wrong(site, keyword, f"no schema has the anchor of {ref}", 'name one: "$anchor": "…"')
        except (exceptions.Unresolvable, ValueError):
            self._remote(site, ref, keyword)

    def _remote(self, site: Site, ref: str, keyword: str) -> NoReturn:
        place = site.place
        problem = f"{place[keyword].pointer}: {ref} is another document, and nothing is fetched"
        hint = "copy that schema into $defs of this one and refer to #/$defs/…"
        raise UnsupportedError(problem, place.document.source, place.of_key(keyword), hint)

    def _site(self, site: Site, resolved: Any, keyword: str) -> Site:
        value = resolved.contents
        self._check_schema(value, site, keyword, "the reference")
        draft = self._draft(value, None) or site.around.draft
        places = self._index()
        place = places.get(id(value)) if isinstance(value, dict) else site.place[keyword]
        if place is None:  # a meta-schema: it has no text of the user's, so it stands where it is referred to
            foreign = Document(value, site.place.document.source, stand_in=site.place.of_key(keyword))
            place = Place(foreign)
        return Site(value, place, self._surroundings(place.document, draft, resolved.resolver), entered=True)

    def _surroundings(self, document: Document, draft: Draft, resolver: Any) -> Surroundings:
        self._index()
        scope = dict.fromkeys(uri for uri, _ in resolver.dynamic_scope()) if self._dynamic else {}
        return Surroundings(document, draft, resolver, (resolver._base_uri, *scope))

    def _resolver(self, around: Surroundings) -> Any:
        if around.resolver is not None:
            return around.resolver
        from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

        resource = _specification(around.draft).create_resource(self.document.value)
        return REGISTRY.resolver_with_root(resource)

    def _index(self) -> dict[int, Place]:
        """The place of every object of the document, by identity; and whether any reference is dynamic."""
        if self._places is None:
            self._places = {}
            for value, place in _everything(self.document):
                self._places.setdefault(id(value), place)
                self._dynamic = self._dynamic or any(word in value for word in _DYNAMIC)
        return self._places

    def _draft(self, value: Json, place: Place | None) -> Draft | None:
        """The draft that a schema's own `$schema` names."""
        uri = value.get("$schema") if isinstance(value, dict) else None
        if not isinstance(uri, str):
            return None
        draft = draft_of(uri)
        if draft is None and place is not None:
            text = f"$schema {uri} is no draft known here: the schema is read as 2020-12"
            self.notes.add("warning", text, place["$schema"])
        return draft

    def _check_schema(self, value: Json, site: Site, keyword: str, ref: str) -> None:
        if not isinstance(value, dict | bool):
            self._wrong(
                site, keyword, f"{ref} leads to something that is no schema", "refer to an object, true or false"
            )

    def _wrong(self, site: Site, keyword: str, problem: str, hint: str) -> NoReturn:
        place = site.place[keyword]
        raise GrammarError(f"{place.pointer}: {problem}", place.document.source, place, hint)


def _specification(draft: Draft) -> Any:
    from referencing import jsonschema

    return jsonschema.specification_with(draft.uri)


def _steps(ref: str) -> list[str]:
    """The steps of a pointer written as a fragment."""
    pointer = unquote(ref[1:])
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _part(value: Json, step: str) -> tuple[Json, str | int | None]:
    """The part of a value that a step leads to, and the key or index it has; None when there is no such part."""
    if isinstance(value, dict) and step in value:
        return value[step], step
    if isinstance(value, list) and step.isdecimal() and int(step) < len(value):
        return value[int(step)], int(step)
    return None, None


def _everything(document: Document) -> Iterator[tuple[dict[str, Json], Place]]:
    """Every object of a document with its place."""
    todo: list[tuple[Json, Place]] = [(document.value, Place(document))]
    while todo:
        value, place = todo.pop()
        if isinstance(value, dict):
            yield value, place
            todo.extend((part, place[key]) for key, part in value.items() if isinstance(part, dict | list))
        elif isinstance(value, list):
            todo.extend((part, place[i]) for i, part in enumerate(value) if isinstance(part, dict | list))
