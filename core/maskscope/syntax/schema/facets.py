"""The keywords of one schema, collected: each reader checks its own value and leaves here what it asks for.

Reading a schema is two passes over nothing big: every keyword's reader puts its demand into a field of `Facets`; then
`own_shape` joins the fields of a type into that type's constraint, in one go. What speaks of the same instance through
other schemas (`$ref`, `allOf`, `if` …) is kept apart in `steps`, which are taken on that shape afterwards.
"""

from __future__ import annotations

from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

from maskscope.errors import GrammarError, UnsupportedError
from maskscope.reading.json_document import Place
from maskscope.reading.json_reader import Json
from maskscope.syntax.schema.numbers import ANY_NUMBER, INTEGERS, NO_NUMBER, NumberSet
from maskscope.syntax.schema.shapes import (
    ANY,
    ANY_ARRAY,
    ANY_OBJECT,
    FALSE,
    NO_ITEMS,
    NO_KEYS,
    TRUE,
    ArrayShape,
    Contains,
    Items,
    Members,
    ObjectShape,
    SeenItems,
    SeenKeys,
    Shape,
)
from maskscope.syntax.schema.sites import Site
from maskscope.syntax.schema.strings import ANY_STRING, NO_STRING, StringSet

if TYPE_CHECKING:
    from maskscope.syntax.schema.reader import Reader
    from maskscope.syntax.schema.steps import Step

NULL, BOOLEAN, NUMBER, INTEGER, STRING, ARRAY, OBJECT = (1 << i for i in range(7))
TYPES = {
    "null": NULL,
    "boolean": BOOLEAN,
    "number": NUMBER,
    "integer": INTEGER,
    "string": STRING,
    "array": ARRAY,
    "object": OBJECT,
}
ALL_TYPES = NULL | BOOLEAN | NUMBER | STRING | ARRAY | OBJECT


class Facets:
    """What the keywords of one schema ask for, by the type they speak of."""

    # most schemas have a few keywords: what is not asked for stays a field of the class
    types: int = ALL_TYPES
    min_length: int = 0
    max_length: int | None = None
    prefix: tuple[int, ...] = ()
    items: int | None = None
    min_items: int = 0
    max_items: int | None = None
    contains: Contains | None = None
    unique: Place | None = None
    patterns: tuple[tuple[StringSet, int], ...] = ()
    additional: int | None = None
    required: tuple[str, ...] = ()
    min_properties: int = 0
    max_properties: int | None = None
    names: tuple[int, ...] = ()
    unevaluated_items: int | None = None
    unevaluated_keys: int | None = None

    def __init__(self, site: Site, reader: Reader) -> None:
        self.site, self.reader = site, reader
        self.value: dict[str, Json] = site.value  # type: ignore[assignment]
        self.numbers: dict[str, Any] = {}
        self.strings: list[StringSet] = []
        self.named: dict[str, int] = {}
        self.implies: list[tuple[str, tuple[str, ...]]] = []
        self.steps: list[Step] = []

    @property
    def has_demands(self) -> bool:
        """Whether anything is asked for beside `steps`."""
        unevaluated = self.unevaluated_items is not None or self.unevaluated_keys is not None
        return unevaluated or own_shape(self, self.reader.options.closed) is not ANY

    # ---- what readers use

    def term(self, value: Json, *path: str | int) -> int:
        """The term of a schema inside this one."""
        if not isinstance(value, dict | bool):
            self.wrong("a schema is an object, true or false", *path)
        return self.reader.terms.of_site(self.site.child(value, *path))

    def wrong(self, problem: str, *path: str | int, hint: str = "") -> NoReturn:
        """Refuse the value at `path`, which no schema may have."""
        place = self.site.place[path]
        raise GrammarError(f"{place.pointer}: {problem}", place.document.source, place, hint)

    def unsupported(self, problem: str, *path: str | int, hint: str = "") -> NoReturn:
        """Refuse the keyword at `path`, which is legal and not built."""
        place = self.site.place.of_key(*path)
        raise UnsupportedError(f"{place.pointer}: {problem}", place.document.source, place, hint)

    def count(self, keyword: str, value: Json) -> int:
        """The value of a keyword that counts something."""
        number = value if isinstance(value, int) and not isinstance(value, bool) else _whole(value)
        if number is None or number < 0:
            self.wrong(f"{keyword} is a whole number from 0 up", keyword)
        if number > self.reader.limits.repetitions:
            self.reader.too_many(f"{keyword} {number:,}")
        return number

    def number(self, keyword: str, value: Json) -> int | Decimal:
        """The value of a keyword that bounds numbers."""
        number = exact_number(value)
        if number is None:
            self.wrong(f"{keyword} is a number", keyword)
        return number

    def names_list(self, value: Json, *path: str | int) -> tuple[str, ...]:
        """An array of distinct strings."""
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            self.wrong(f"{path[0]} is an array of strings", *path)
        return tuple(dict.fromkeys(value))  # type: ignore[arg-type]


def exact_number(value: Json) -> int | Decimal | None:
    """A JSON number as it was written; None for anything else. A float of a Python schema means its shortest text."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return None
    if isinstance(value, float):
        value = Decimal(repr(value))
    return value if isinstance(value, int) or value.is_finite() else None


def _whole(value: Json) -> int | None:
    number = exact_number(value)
    return int(number) if number is not None and number == number // 1 else None


def own_shape(facets: Facets, closed: bool, tracked: bool = False) -> Shape:
    """The shape of what the fields say; `steps` are not in it. `tracked` marks what counts as evaluated."""
    types = facets.types
    numbers, strings = _numbers(facets), _strings(facets)
    if not types & (ARRAY | OBJECT) and not facets.numbers and strings is (ANY_STRING if types & STRING else NO_STRING):
        return _any_scalars(types)
    arrays = _array(facets, tracked) if types & ARRAY else None
    objects = _object(facets, closed, tracked) if types & OBJECT else None
    scalars_are_free = types == ALL_TYPES and numbers is ANY_NUMBER and strings is ANY_STRING
    if scalars_are_free and arrays is ANY_ARRAY and objects is ANY_OBJECT:
        return ANY
    return Shape(
        bool(types & NULL),
        3 if types & BOOLEAN else 0,
        numbers,
        strings,
        () if arrays is None else (arrays,),
        () if objects is None else (objects,),
    )


@cache
def _any_scalars(types: int) -> Shape:
    """All values of some scalar types: one object, so that its node is built once a compile."""
    numbers = ANY_NUMBER if types & NUMBER else INTEGERS if types & INTEGER else NO_NUMBER
    strings = ANY_STRING if types & STRING else NO_STRING
    return Shape(bool(types & NULL), 3 if types & BOOLEAN else 0, numbers, strings, (), ())


def _numbers(facets: Facets) -> NumberSet:
    if not facets.types & (NUMBER | INTEGER):
        return NO_NUMBER
    integer = not facets.types & NUMBER
    if not facets.numbers:
        return INTEGERS if integer else ANY_NUMBER
    return NumberSet.of(**facets.numbers, integer=integer)


def _strings(facets: Facets) -> StringSet:
    if not facets.types & STRING:
        return NO_STRING
    strings = facets.strings
    if facets.min_length or facets.max_length is not None:
        strings = [StringSet.of_length(facets.min_length, facets.max_length), *strings]
    if not strings:
        return ANY_STRING
    result = strings[0]
    for one in strings[1:]:
        result = result & one
    return result


def _array(facets: Facets, tracked: bool) -> ArrayShape:
    touched = facets.prefix or facets.items is not None or facets.contains or facets.unique
    if not touched and not facets.min_items and facets.max_items is None:
        return ANY_ARRAY
    rest = TRUE if facets.items is None else facets.items
    layers = (Items(facets.prefix, rest),) if facets.prefix or rest != TRUE else ()
    return ArrayShape(
        layers,
        facets.min_items,
        facets.max_items,
        (facets.contains,) if facets.contains else (),
        facets.unique,
        SeenItems(None if facets.items is not None else len(facets.prefix), _matched(facets)) if tracked else NO_ITEMS,
    )


def _seen_keys(facets: Facets) -> SeenKeys:
    patterns = tuple(keys for keys, _ in facets.patterns)
    return SeenKeys(frozenset(facets.named), patterns, facets.additional is not None)


def _matched(facets: Facets) -> tuple[int, ...]:
    # from 2020-12 on, an item that `contains` matched counts as evaluated
    return (facets.contains.term,) if facets.contains and facets.site.around.draft.number >= 2020 else ()


def _speaks_of_objects(facets: Facets) -> bool:
    """Whether the option `closed` is about this schema: it says what an object holds, or that there is one."""
    named = facets.types != ALL_TYPES or facets.named or facets.patterns
    return bool(named) and facets.unevaluated_keys is None


def _object(facets: Facets, closed: bool, tracked: bool) -> ObjectShape:
    rest = facets.additional
    if rest is None:
        rest = FALSE if closed and _speaks_of_objects(facets) else TRUE
    layers = (
        (Members(facets.named, facets.patterns, rest, facets.site.place),)
        if facets.named or facets.patterns or rest != TRUE
        else ()
    )
    counted = facets.min_properties or facets.max_properties is not None or facets.implies
    if not layers and not counted and not facets.required and not facets.names and facets.additional is None:
        return ANY_OBJECT
    return ObjectShape(
        layers,
        facets.required,
        facets.min_properties,
        facets.max_properties,
        facets.names,
        tuple(facets.implies),
        (),
        _seen_keys(facets) if tracked else NO_KEYS,
        facets.site.place,
    )
