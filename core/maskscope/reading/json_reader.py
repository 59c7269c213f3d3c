"""JSON text to values, with the place of every key and value, and an exact word on what is wrong.

`json.loads` is faster, but it overflows the stack near depth 1,000 and points with one offset. This reader keeps its
open containers on a list of its own, so depth costs nothing, and returns beside the value a tree of `Spot`s. It reads
1 MB in about half a second. Whole numbers become `int`, all others `Decimal`, so `0.1` stays what was written.

    {"a": [1, 2.50]}   →   {"a": [1, Decimal("2.50")]}   and   Spot(0, 16, {"a": (Spot(1, 4), Spot(6, 15, [...]))})
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from json import decoder

from maskscope.errors import GrammarError, LimitExceeded
from maskscope.limits import Limits
from maskscope.reading.size import check_size
from maskscope.text import Source, Span

Json = None | bool | int | float | Decimal | str | list["Json"] | dict[str, "Json"]

_TOKEN = re.compile(
    r'[ \t\n\r]*+(?:(?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+")'
    r"|(?P<number>-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)|(?P<word>true|false|null)|(?P<mark>[\[\]{},:]))"
)
_BLANK = re.compile(r"[ \t\n\r]*")
_WORD = re.compile(r"[A-Za-z_$][\w$-]*|[-+.\d][\w.+-]*|.", re.DOTALL)
_ZEROS = re.compile(r"(-?0)([0-9]+)")
_WORDS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_FOREIGN = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}
_scan_string: Callable[[str, int], tuple[str, int]] = decoder.scanstring  # type: ignore[attr-defined]
MOST_DIGITS = 20_000  # digits of one number, written plainly; each becomes a state of the automaton
_INT_DIGITS = 4000  # Python's own int() refuses longer texts; they go through Decimal


@dataclass(slots=True, eq=False)
class Spot:
    """Where a value stands: `[start, end)` in code points, and the spots of its parts.

    `parts` is None for a scalar, a list for an array, and for an object: key → (spot of the key, spot of the value).
    """

    start: int
    end: int
    parts: list[Spot] | dict[str, tuple[Spot, Spot]] | None = None


@dataclass(slots=True, eq=False)
class _Open:
    """A container whose end has not been read yet; `key` is the one that waits for its value."""

    value: list[Json] | dict[str, Json]
    spot: Spot
    key: str = ""
    key_spot: Spot | None = None


def read_json(source: Source, limits: Limits) -> tuple[Json, Spot]:
    """The value of a JSON text and where its parts stand; `GrammarError` says what is wrong with the text."""
    check_size(source.text, limits)
    return _Reader(source, limits).read()


class _Reader:
    """One pass over one text; `at` is where the next token is looked for."""

    def __init__(self, source: Source, limits: Limits) -> None:
        self.source, self.text, self.limits = source, source.text, limits
        self.at = 1 if source.text.startswith("\ufeff") else 0
        self.open: list[_Open] = []
        self.number_at = 0  # where the last number began

    def read(self) -> tuple[Json, Spot]:
        """Take a value; while it sits in a container, go on to the next one."""
        while True:
            value, spot = self._value()
            while self.open:
                if self._put(value, spot):
                    break  # a comma: one more value is wanted
                closed = self.open.pop()
                value, spot = closed.value, closed.spot
                spot.end = self.at
            else:
                self._end()
                return value, spot

    # ---- one value, or the first value inside freshly opened containers

    def _value(self) -> tuple[Json, Spot]:
        """The next scalar or empty container; every container on the way to it is opened."""
        while True:
            found = _TOKEN.match(self.text, self.at)
            if not found:
                raise self._wrong("a value")
            kind, (start, end) = found.lastgroup, found.span(found.lastindex or 0)
            if kind != "mark":
                self.at = end
                return self._scalar(kind or "", start, end), Spot(start, end)
            empty = self._enter(start)
            if empty is not None:
                return empty

    def _enter(self, start: int) -> tuple[Json, Spot] | None:
        """Open the container at `start`; if it closes at once, that is the value."""
        mark = self.text[start]
        if mark not in "[{":
            raise self._wrong("a value")
        if len(self.open) >= self.limits.depth:
            raise LimitExceeded("depth", self.limits.depth, "compile(…, limits=Limits(depth=…))", "reading JSON")
        self.at = start + 1
        if self._next_is("]" if mark == "[" else "}"):
            return ([], Spot(start, self.at, [])) if mark == "[" else ({}, Spot(start, self.at, {}))
        self.open.append(_Open([], Spot(start, 0, [])) if mark == "[" else _Open({}, Spot(start, 0, {})))
        if mark == "{":
            self._key(self.open[-1])
        return None

    def _scalar(self, kind: str, start: int, end: int) -> Json:
        text = self.text[start:end]
        if kind == "number":
            self.number_at = start
        if kind == "string":
            return str(_scan_string(self.text, start + 1)[0]) if "\\" in text else text[1:-1]
        return _WORDS[text] if kind == "word" else number_of(text)

    # ---- inside a container

    def _put(self, value: Json, spot: Spot) -> bool:
        """Store a finished value in the innermost container; whether another one follows in it."""
        into = self.open[-1]
        if isinstance(into.value, list):
            into.value.append(value)
            into.spot.parts.append(spot)  # type: ignore[union-attr]
        else:
            into.value[into.key] = value
            into.spot.parts[into.key] = (into.key_spot, spot)  # type: ignore[index, assignment, call-overload]
        if self._next_is(","):
            if isinstance(into.value, dict):
                self._key(into)
            elif self._peek() == "]":
                raise self._trailing_comma()
            return True
        if self._next_is("]" if isinstance(into.value, list) else "}"):
            return False
        raise self._wrong("`,` or `]`" if isinstance(into.value, list) else "`,` or `}`")

    def _key(self, into: _Open) -> None:
        """Read `"key":` into the innermost object."""
        found = _TOKEN.match(self.text, self.at)
        if not found or found.lastgroup != "string":
            raise self._trailing_comma() if self._peek() == "}" else self._wrong("a key in double quotes")
        start, end = found.span("string")
        into.key, into.key_spot = str(self._scalar("string", start, end)), Spot(start, end)
        if into.key in into.value:
            raise self._error(
                f"the key {self.text[start:end]} is written twice in one object",
                start,
                end,
                "drop one of the two; readers of JSON keep only the last",
            )
        self.at = end
        if not self._next_is(":"):
            raise self._wrong("`:` after a key")

    def _peek(self) -> str:
        """The next character that is not white space, which is passed over; empty at the end."""
        blank = _BLANK.match(self.text, self.at)
        self.at = blank.end() if blank else self.at
        return self.text[self.at : self.at + 1]

    def _next_is(self, mark: str) -> bool:
        if self._peek() != mark:
            return False
        self.at += 1
        return True

    def _end(self) -> None:
        if self._peek():
            raise self._error("text after the end of the JSON value", self.at, len(self.text), "keep one value")

    # ---- what is wrong

    def _error(self, problem: str, start: int, end: int, hint: str = "") -> GrammarError:
        return GrammarError(problem, self.source, Span(start, max(start, end)), hint)

    def _trailing_comma(self) -> GrammarError:
        comma = self.text.rindex(",", 0, self.at)
        return self._error("a comma with nothing after it", comma, comma + 1, "JSON has no trailing commas: drop it")

    def _wrong(self, wanted: str) -> GrammarError:
        """The error for the token at hand, which is not `wanted`."""
        if not self._peek():
            return self._unfinished(wanted)
        if self.text[self.at] == '"':
            return self._wrong_string(wanted)
        number = _ZEROS.match(self.text, self.number_at)
        if number and self.at == number.start(2):
            hint = "write it without the 0"
            return self._error("this number begins with 0", self.number_at, number.end(), hint)
        found = _WORD.match(self.text, self.at)
        word = found.group() if found else ""
        end = self.at + len(word)
        return self._error(f"expected {wanted}, found `{word}`", self.at, end, _hint(word, wanted))

    def _unfinished(self, wanted: str) -> GrammarError:
        if not self.open:
            return self._error("there is no JSON here", 0, len(self.text), "write a schema: {} allows any JSON")
        start = self.open[-1].spot.start
        hint = f"the `{self.text[start]}` on line {self.source.line_of(start)[0]} is never closed"
        return self._error(f"the text ends where {wanted} should be", len(self.text), len(self.text), hint)

    def _wrong_string(self, wanted: str) -> GrammarError:
        """A string where none may be, or one that is itself at fault."""
        found = _TOKEN.match(self.text, self.at)
        if found:
            hint = "put a comma before it" if "`,`" in wanted else ""
            return self._error(f"expected {wanted}, found a string", self.at, found.end(), hint)
        stop = re.compile(r'"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4}))*+').match(self.text, self.at)
        at = stop.end() if stop else self.at
        if self.text[at : at + 1] == "\\":
            width = 6 if self.text[at + 1 : at + 2] == "u" else 2
            hint = r"JSON escapes are \" \\ \/ \b \f \n \r \t and \u with four hex digits; a backslash itself is \\"
            return self._error("this escape is not JSON", at, min(at + width, len(self.text)), hint)
        if at >= len(self.text) or self.text[at] == "\n":
            return self._error("this string has no closing quote", self.at, at, 'end it with "; a line break is \\n')
        return self._error("a control character in a string", at, at + 1, f"write \\u{ord(self.text[at]):04x}")


def number_of(text: str) -> int | Decimal:
    """The value of a JSON number, exactly.

    >>> number_of("-12"), number_of("1.50")
    (-12, Decimal('1.50'))
    """
    whole = "." not in text and "e" not in text and "E" not in text
    if not whole:
        return decimal_of(text)
    return int(text) if len(text) < _INT_DIGITS else int(Decimal(text))


def decimal_of(text: str) -> Decimal:
    """The value of a number with a fraction or an exponent; which exponents `decimal` takes differs by platform."""
    try:
        return Decimal(text)
    except InvalidOperation:
        shown = text if len(text) <= 30 else text[:29] + "…"
        hint = "a number is written digit by digit; use a nearer bound"
        raise LimitExceeded("digits of a number", MOST_DIGITS, hint, f"reading the number {shown}") from None


def _hint(word: str, wanted: str) -> str:
    """What to write instead of a word that is not JSON; empty when nothing better is known."""
    if word in _FOREIGN:
        return f"write {_FOREIGN[word]}"
    if word == "'":
        return "JSON strings and keys stand in double quotes"
    if word in ("/", "#"):
        return "JSON has no comments"
    if word.lstrip("+-") in ("NaN", "Infinity", "inf", "nan"):
        return "JSON has no such number"
    if re.fullmatch(r"[-+.\d].*", word) and "value" in wanted:
        return "a number is written like -12 or 0.5 or 1e9"
    if re.fullmatch(r"[A-Za-z_$].*", word):
        return f'put it in double quotes: "{word}"' if "`" not in wanted else "put a comma before it"
    return "put a comma before it" if "`,`" in wanted and re.fullmatch(r"[\[{]|[-\d].*", word) else ""
