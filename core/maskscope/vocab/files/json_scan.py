"""Finding one's way in a large JSON file without building it.

`json.loads` of a 30 MB tokenizer makes a million Python objects and ten times the file in memory, and `[[[[…` makes it
worse. Here the file stays bytes: `members` and `elements` give the places of values, `skip` goes past one by counting
brackets, and only small values are parsed as a whole. Every error carries its byte offset.

Values that are passed over are not checked beyond their brackets and quotes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from maskscope.vocab.files.window import Window

STRING = rb'"((?:[^"\\]++|\\.)*+)"'  # possessive: a long string must not fill the matcher's stack
_BLANK = re.compile(rb"[ \t\r\n]*")
_TEXT = re.compile(STRING, re.DOTALL)
_MEMBER = re.compile(STRING + rb"[ \t\r\n]*:[ \t\r\n]*", re.DOTALL)
_QUIET = rb"(?:[^\"\[\]{}]++|" + STRING + rb")*+"  # no brackets but in strings
_TO_BRACKET = re.compile(rb"(?:" + _QUIET + rb"(?:\[" + _QUIET + rb"\])?+)*+" + rb"[\[\]{}]", re.DOTALL)
_ATOM = re.compile(rb"[^,\]}\[{\" \t\r\n]+")
_BRACKET = re.compile(STRING + rb"|[\[\]{}]", re.DOTALL)
_DEEPEST = 100  # brackets within brackets of a value that is parsed; see `nesting`
_SMALL = 1 << 15  # bytes of a value that is parsed as a whole


@dataclass(frozen=True, slots=True, eq=False)
class JsonScan:
    """A JSON text as bytes."""

    window: Window
    data: bytes

    @staticmethod
    def of(window: Window) -> JsonScan:
        """The whole file."""
        return JsonScan(window, window.all())

    def blank(self, at: int) -> int:
        """The place of the next byte that is not white space."""
        found = _BLANK.match(self.data, at)
        return found.end() if found else at

    def members(self, at: int) -> Iterator[tuple[str, int]]:
        """Key and place of every value of the object that begins at `at`."""
        at = self._opened(at, b"{")
        while self.data[at : at + 1] != b"}":
            key = _MEMBER.match(self.data, at)
            if key is None:
                raise self.window.error(at, "expected a key in quotes, and a colon")
            yield self.text_of(key[1], at), key.end()
            at = self._next(self.skip(key.end()), b"}")

    def elements(self, at: int) -> Iterator[int]:
        """The place of every element of the array that begins at `at`."""
        at = self._opened(at, b"[")
        while self.data[at : at + 1] != b"]":
            yield at
            at = self._next(self.skip(at), b"]")

    def skip(self, at: int) -> int:
        """The place just after the value that begins at `at`."""
        first = self.data[at : at + 1]
        if first not in (b"[", b"{"):
            found = (_TEXT if first == b'"' else _ATOM).match(self.data, at)
            if found is None:
                raise self.window.error(at, "expected a value")
            return found.end()
        return self._closed(at)

    def _closed(self, at: int) -> int:
        """The place just after the bracket that closes the one at `at`."""
        began, at, depth = at, at + 1, 1
        while found := _TO_BRACKET.match(self.data, at):
            at = found.end()
            depth += 1 if self.data[at - 1] in b"[{" else -1
            if not depth:
                return at
        raise self.window.error(len(self.data), f"the file ends inside what began at byte {began:,}")

    def small(self, at: int, most: int = _SMALL) -> Any:
        """The value that begins at `at`, parsed; None if it has more than `most` bytes, as none that matters has."""
        end = self.skip(at)
        if end - at > most:
            return None
        if nesting(self.data[at:end]) > _DEEPEST:
            raise self.window.error(at, f"expected JSON nested at most {_DEEPEST} deep")
        try:
            value = json.loads(self.data[at:end])
            if b"\\u" in self.data[at:end]:
                json.dumps(value, ensure_ascii=False).encode()  # refuses halves of surrogate pairs
            return value
        except ValueError as error:
            offset = at + getattr(error, "pos", 0)
            raise self.window.error(offset, f"expected JSON: {getattr(error, 'msg', 'no such value')}") from None

    def text_of(self, quoted: bytes, at: int) -> str:
        """What the inside of a string says; `at` is where its quote stands."""
        try:
            if b"\\" not in quoted:
                return quoted.decode()
            text = str(json.loads(b'"%b"' % quoted))
            text.encode()  # an escape can spell half of a surrogate pair, which is no character
            return text
        except ValueError:
            raise self.window.error(at, "expected a string in UTF-8") from None

    def _opened(self, at: int, bracket: bytes) -> int:
        if self.data[at : at + 1] != bracket:
            raise self.window.error(at, f"expected {bracket.decode()}")
        return self.blank(at + 1)

    def _next(self, at: int, closing: bytes) -> int:
        """The place of the next item or of the closing bracket."""
        at = self.blank(at)
        found = self.data[at : at + 1]
        if found == b",":
            return self.blank(at + 1)
        if found != closing:
            raise self.window.error(at, f"expected a comma or {closing.decode()}")
        return at


def nesting(data: bytes) -> int:
    """How deep the brackets of a JSON text are nested.

    `json.loads` recurses, and where the stack is small (a browser's) a deep text ends the program, not the call: so
    this is asked first.
    """
    depth = deepest = 0
    for found in _BRACKET.finditer(data):
        bracket = found.group()
        if bracket in (b"[", b"{"):
            depth += 1
            deepest = max(deepest, depth)
        elif bracket in (b"]", b"}"):
            depth -= 1
    return deepest
