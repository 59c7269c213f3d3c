"""What a schema allows, as one constraint for each JSON type.

Most keywords speak of one type only and let every other type pass, so the meaning of a schema falls apart into six
independent parts. Four of them are plain sets (null, booleans, numbers, strings). Arrays and objects are unions of
conjunctions: each `ArrayShape` or `ObjectShape` is a list of demands that hold together, and its parts are *terms*,
numbers that stand for schemas not looked into yet (`terms.py`). That laziness is what lets recursive schemas be
intersected and complemented.

Two conjunctions always merge into one, so `both` is exact and stays in this form; so is `either`. The complement is in
`complement.py`.

    {"type": ["integer", "object"], "minimum": 3, "required": ["a"]}
        numbers: integers >= 3      objects: one conjunction, required a      everything else: nothing
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from maskscope.reading.json_document import Place
from maskscope.syntax.schema.numbers import ANY_NUMBER, NO_NUMBER, NumberSet
from maskscope.syntax.schema.strings import ANY_STRING, NO_STRING, StringSet
from maskscope.syntax.schema.strings_atoms import is_text
from maskscope.text import Span

T = TypeVar("T")

FALSE, TRUE = 0, 1  # the terms of the schemas false and true


@dataclass(frozen=True, slots=True, eq=False)
class Items:
    """What one schema says of an array's items: the first few one by one, then all others."""

    prefix: tuple[int, ...] = ()
    rest: int = TRUE

    def at(self, index: int) -> int:
        """The term of the item at an index."""
        return self.prefix[index] if index < len(self.prefix) else self.rest


@dataclass(frozen=True, slots=True, eq=False)
class Contains:
    """From item `start` on, `low` to `high` items meet `term`."""

    term: int
    low: int = 1
    high: int | None = None
    start: int = 0
    span: Span | None = None


@dataclass(frozen=True, slots=True, eq=False)
class SeenItems:
    """The items that count as evaluated: the first `count` (None: all), and those that meet one of `terms`."""

    count: int | None = 0
    terms: tuple[int, ...] = ()

    def __or__(self, other: SeenItems) -> SeenItems:
        count = None if self.count is None or other.count is None else max(self.count, other.count)
        return SeenItems(count, tuple(dict.fromkeys(self.terms + other.terms)))


NO_ITEMS = SeenItems()


@dataclass(frozen=True, slots=True, eq=False)
class ArrayShape:
    """Demands on one array, all of which hold. `unique` is the place that asks for distinct items."""

    layers: tuple[Items, ...] = ()
    low: int = 0
    high: int | None = None
    contains: tuple[Contains, ...] = ()
    unique: Span | None = None
    seen: SeenItems = NO_ITEMS

    def __and__(self, other: ArrayShape) -> ArrayShape:
        return ArrayShape(
            self.layers + other.layers,
            max(self.low, other.low),
            _least(self.high, other.high),
            self.contains + other.contains,
            self.unique or other.unique,
            self.seen if self.seen is other.seen else self.seen | other.seen,
        )


@dataclass(frozen=True, slots=True, eq=False)
class Members:
    """What one schema says of an object's values: by key, by pattern of the key (each that matches counts), and `rest`
    for keys that neither names."""

    named: Mapping[str, int] = field(default_factory=dict)
    patterns: tuple[tuple[StringSet, int], ...] = ()
    rest: int = TRUE
    place: Place | None = None  # of the schema, when `named` are its properties

    def terms_at(self, key: str) -> list[int]:
        """The terms that the value of a key must meet."""
        found = [self.named[key]] if key in self.named else []
        found += [term for keys, term in self.patterns if keys.contains(key)]
        return found or [self.rest]

    @property
    def keys_elsewhere(self) -> StringSet:
        """The keys that `rest` speaks of."""
        keys = ~StringSet.literals(list(self.named)) if self.named else ANY_STRING
        for pattern, _ in self.patterns:
            keys = keys - pattern
        return keys


@dataclass(frozen=True, slots=True, eq=False)
class SomeMember:
    """At least one member has a key in `keys` that, as a string, meets `name`, and a value that meets `term`."""

    keys: StringSet
    term: int
    span: Span | None = None
    name: int = TRUE


@dataclass(frozen=True, slots=True, eq=False)
class SeenKeys:
    """The keys that count as evaluated."""

    names: frozenset[str] = frozenset()
    patterns: tuple[StringSet, ...] = ()
    all: bool = False

    def __or__(self, other: SeenKeys) -> SeenKeys:
        return SeenKeys(self.names | other.names, self.patterns + other.patterns, self.all or other.all)


NO_KEYS = SeenKeys()


@dataclass(frozen=True, slots=True, eq=False)
class ObjectShape:
    """Demands on one object, all of which hold.

    `names` are terms that each key, as a string, must meet; `implies` holds (key, keys that must be there with it).
    """

    layers: tuple[Members, ...] = ()
    required: tuple[str, ...] = ()
    low: int = 0
    high: int | None = None
    names: tuple[int, ...] = ()
    implies: tuple[tuple[str, tuple[str, ...]], ...] = ()
    some: tuple[SomeMember, ...] = ()
    seen: SeenKeys = NO_KEYS
    span: Span | None = None

    def __and__(self, other: ObjectShape) -> ObjectShape:
        return ObjectShape(
            self.layers + other.layers,
            tuple(dict.fromkeys(self.required + other.required)) if other.required else self.required,
            max(self.low, other.low),
            _least(self.high, other.high),
            tuple(dict.fromkeys(self.names + other.names)),
            self.implies + other.implies,
            self.some + other.some,
            self.seen if self.seen is other.seen else self.seen | other.seen,
            self.span or other.span,
        )

    def terms_at(self, key: str) -> list[int]:
        """The terms that the value of a key must meet; one with half a surrogate pair is no text and never written."""
        return [term for layer in self.layers for term in layer.terms_at(key)] if is_text(key) else [FALSE]


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """One constraint a type; `booleans` has bit 0 for false and bit 1 for true."""

    null: bool
    booleans: int
    numbers: NumberSet
    strings: StringSet
    arrays: tuple[ArrayShape, ...]
    objects: tuple[ObjectShape, ...]

    @property
    def is_scalar(self) -> bool:
        """Whether no array and no object is allowed."""
        return not self.arrays and not self.objects


ANY_ARRAY, ANY_OBJECT = ArrayShape(), ObjectShape()
ANY = Shape(True, 3, ANY_NUMBER, ANY_STRING, (ANY_ARRAY,), (ANY_OBJECT,))
NONE = Shape(False, 0, NO_NUMBER, NO_STRING, (), ())


def both(a: Shape, b: Shape) -> Shape:
    """What both allow."""
    if a is ANY or b is NONE:
        return b
    if b is ANY or a is NONE:
        return a
    return Shape(
        a.null and b.null,
        a.booleans & b.booleans,
        _numbers_of_both(a.numbers, b.numbers),
        _strings_of_both(a.strings, b.strings),
        tuple(_one(x, y, ANY_ARRAY) for x in a.arrays for y in b.arrays),
        tuple(_one(x, y, ANY_OBJECT) for x in a.objects for y in b.objects),
    )


def either(a: Shape, b: Shape, tracked: bool = False) -> Shape:
    """What at least one of them allows; `tracked` keeps alternatives apart that differ in what is evaluated."""
    if (a is ANY or b is ANY) and not tracked:
        return ANY
    if a is NONE or b is NONE:
        return b if a is NONE else a
    return Shape(
        a.null or b.null,
        a.booleans | b.booleans,
        b.numbers if a.numbers is NO_NUMBER else a.numbers if b.numbers is NO_NUMBER else a.numbers | b.numbers,
        b.strings if a.strings is NO_STRING else a.strings if b.strings is NO_STRING else a.strings | b.strings,
        a.arrays + b.arrays if tracked else _union(a.arrays, b.arrays, ANY_ARRAY),
        a.objects + b.objects if tracked else _union(a.objects, b.objects, ANY_OBJECT),
    )


def any_of(shapes: Iterable[Shape], tracked: bool = False) -> Shape:
    """What at least one of them allows: neighbours are united, then neighbouring unions, and so on.

    One after the other, n constants would cost n²/2 steps: each union goes over everything found so far.
    """
    level = list(shapes)
    while len(level) > 1:
        pairs = zip(level[::2], level[1::2], strict=False)  # an odd one out goes into the next round as it is
        level = [*(either(a, b, tracked) for a, b in pairs), *level[len(level) & ~1 :]]
    return level[0] if level else NONE


def without_seen(shape: Shape) -> Shape:
    """The shape with nothing marked as evaluated."""
    return replace(
        shape,
        arrays=tuple(replace(one, seen=NO_ITEMS) for one in shape.arrays),
        objects=tuple(replace(one, seen=NO_KEYS) for one in shape.objects),
    )


def _one(a: T, b: T, anything: T) -> T:
    return b if a is anything else a if b is anything else a & b  # type: ignore[operator]


def _union(a: tuple[T, ...], b: tuple[T, ...], anything: T) -> tuple[T, ...]:
    return (anything,) if anything in a or anything in b else a + b


def _numbers_of_both(a: NumberSet, b: NumberSet) -> NumberSet:
    # the two plain cases are most of them, and spare the sweep
    if a is NO_NUMBER or b is ANY_NUMBER:
        return a
    return b if b is NO_NUMBER or a is ANY_NUMBER else a & b


def _strings_of_both(a: StringSet, b: StringSet) -> StringSet:
    if a is NO_STRING or b is ANY_STRING:
        return a
    return b if b is NO_STRING or a is ANY_STRING else a & b


def _least(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)
