"""A JSON document whose parts know their place, worked out only when somebody looks.

A compile makes a span for every part of a schema and, most times, nobody asks where any of them is. So a `Place` is a
`Span` that holds the way to a part (a place above it and the steps from there) and finds the two offsets on first use:
then the document is read once more with `read_json`, or, for a schema that came as a Python value, written out with
`write_json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from json import JSONDecodeError

from maskscope.errors import LimitExceeded
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.reading.json_reader import Json, Spot, decimal_of, read_json
from maskscope.reading.json_writer import write_json
from maskscope.reading.size import check_size
from maskscope.text import Source, Span

_ESCAPED = {"u": 6}  # the width of an escape by its second character; all others are 2


class WrittenSource(Source):
    """The source of a schema that came as a Python value: its `json.dumps(indent=2)`, made when it is asked for."""

    __slots__ = ("_written", "value")
    value: Json
    _written: list[tuple[str, Spot]]

    def __init__(self, name: str, value: Json) -> None:
        for field, start in (("name", name), ("_starts", []), ("value", value), ("_written", [])):
            object.__setattr__(self, field, start)

    @property
    def text(self) -> str:
        """The value written out."""
        return self._text_and_root()[0]

    @property
    def root(self) -> Spot:
        """Where the parts of the value stand in the text."""
        return self._text_and_root()[1]

    def _text_and_root(self) -> tuple[str, Spot]:
        if not self._written:
            self._written.append(write_json(self.value))
        return self._written[0]


class Document:
    """A JSON value with its source. `stand_in` is set for a document of ours that a schema refers to: it has no text
    of the user's, so all its places are the place of the reference."""

    __slots__ = ("_root", "limits", "source", "stand_in", "value")

    def __init__(self, value: Json, source: Source, limits: Limits = DEFAULT_LIMITS, stand_in: Span | None = None):
        self.value, self.source, self.limits, self.stand_in = value, source, limits, stand_in
        self._root: Spot | None = None

    @property
    def root(self) -> Spot:
        """The tree of places."""
        if self._root is None:
            source = self.source
            self._root = source.root if isinstance(source, WrittenSource) else read_json(self.source, self.limits)[1]
        return self._root


def document_of(source: Source, limits: Limits) -> Document:
    """The document of a JSON text, or of the value of a `WrittenSource`."""
    if isinstance(source, WrittenSource):
        return Document(source.value, source, limits)
    check_size(source.text, limits)
    return Document(_quick_value(source, limits), source, limits)


def _quick_value(source: Source, limits: Limits) -> Json:
    """The value by the standard library's reader in C; whatever that does not take goes to ours, for its messages."""
    try:
        value: Json = json.loads(
            source.text, parse_float=decimal_of, object_pairs_hook=_no_duplicates, parse_constant=_no_constants
        )
    except (JSONDecodeError, RecursionError, ValueError):
        return read_json(source, limits)[0]
    return value if limits.depth >= 1000 else read_json(source, limits)[0]


def _no_duplicates(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key is written twice")
    return value


def _no_constants(word: str) -> Json:
    raise ValueError(word)


def check_depth(value: Json, limits: Limits) -> None:
    """Refuse a Python value nested deeper than `limits.depth` (or inside itself, which is deeper than anything)."""
    level, depth = [value], 0
    while level:
        if depth > limits.depth:
            raise LimitExceeded("depth", limits.depth, "compile(…, limits=Limits(depth=…))", "reading JSON")
        level = [part for whole in level for part in _parts(whole) if isinstance(part, dict | list)]
        depth += 1


def _parts(value: Json) -> Iterator[Json]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


class Place(Span):
    """The span of one part of a document, found when `start` or `end` is first read.

    `part` says what of it: its value, its key, or some characters of either, counted in the decoded text.
    """

    __slots__ = ("_found", "document", "key", "parent", "part")
    __setattr__ = object.__setattr__  # the offsets are not set at birth, so a frozen dataclass's guard is in the way

    def __init__(
        self,
        document: Document,
        parent: Place | None = None,
        key: str | int | tuple[str | int, ...] = (),
        part: str | tuple[str, int, int] = "value",
    ) -> None:
        self.document, self.parent, self.key, self.part = document, parent, key, part
        self._found: tuple[int, int] | None = None

    def __getitem__(self, key: str | int | tuple[str | int, ...]) -> Place:
        """The place of a member's or item's value, or of a part some steps down."""
        return Place(self.document, self, key)

    def of_key(self, *path: str | int) -> Place:
        """The place of the key that the path ends in."""
        return Place(self.document, self, path, "key")

    def inside(self, start: int, end: int) -> Place:
        """The place of the characters `[start, end)` of a string value, counted in its decoded text."""
        return Place(self.document, self.parent, self.key, ("key" if self.part == "key" else "value", start, end))

    @property
    def path(self) -> tuple[str | int, ...]:
        """Keys and indices from the root."""
        steps: list[str | int] = []
        at: Place | None = self
        while at is not None:
            steps.extend(reversed(at.key) if isinstance(at.key, tuple) else (at.key,))
            at = at.parent
        return tuple(reversed(steps))

    @property
    def pointer(self) -> str:
        """The JSON pointer, as a fragment: `#/properties/a`."""
        return "#" + "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in self.path)

    @property
    def start(self) -> int:
        """The first code point."""
        return self._offsets()[0]

    @property
    def end(self) -> int:
        """One past the last code point."""
        return self._offsets()[1]

    def _offsets(self) -> tuple[int, int]:
        if self._found is None:
            stand_in = self.document.stand_in
            self._found = (stand_in.start, stand_in.end) if stand_in else self._find()
        return self._found

    def _find(self) -> tuple[int, int]:
        key_spot = spot = self.document.root
        for step in self.path:
            if isinstance(spot.parts, dict):
                key_spot, spot = spot.parts[str(step)]
            elif isinstance(spot.parts, list):
                key_spot = spot = spot.parts[int(step)]
        kind, *inner = self.part if isinstance(self.part, tuple) else (self.part,)
        chosen = key_spot if kind == "key" else spot
        if inner:
            return _inside(self.document.source.text, chosen.start + 1, *inner)
        return chosen.start, chosen.end

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Span) and (self.start, self.end) == (other.start, other.end))

    def __lt__(self, other: Span) -> bool:
        return (self.start, self.end) < (other.start, other.end)

    def __gt__(self, other: Span) -> bool:
        return (self.start, self.end) > (other.start, other.end)

    def __le__(self, other: Span) -> bool:
        return not self > other

    def __ge__(self, other: Span) -> bool:
        return not self < other

    def __hash__(self) -> int:
        return hash((self.start, self.end))

    def __repr__(self) -> str:
        return f"Place({self.pointer})"


def _inside(text: str, at: int, start: int, end: int) -> tuple[int, int]:
    """Offsets in `text` of the decoded characters `[start, end)` of the string whose first character is at `at`."""
    found = [at]
    while len(found) <= end and text[at] != '"':
        at += _width(text, at)
        found.append(at)
    return found[min(start, len(found) - 1)], found[min(end, len(found) - 1)]


def _width(text: str, at: int) -> int:
    """How many characters of the text spell the one decoded character at `at`; a surrogate pair is one."""
    if text[at] != "\\":
        return 1
    width = _ESCAPED.get(text[at + 1], 2)
    low = text[at + 6 : at + 12].lower()
    paired = text[at + 2 : at + 4].lower() in ("d8", "d9", "da", "db") and low[:4] in (
        r"\udc",
        r"\udd",
        r"\ude",
        r"\udf",
    )
    return 12 if width == 6 and paired else width
