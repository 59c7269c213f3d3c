"""GGUF (v2, v3): the keys and values at the front of a model file.

    "GGUF" · version u32 · tensors u64 · pairs u64 · then for every pair: key string · type u32 · value
    string = length u64 · bytes          array = element type u32 · count u64 · elements

Only this header is read, never a tensor. An array is passed over at first and only its place kept (`Field`); the
tokenizer's own arrays are read later, each once. Source: the GGUF specification of the ggml project.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from struct import unpack
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from maskscope.vocab.files.window import Cursor, Window

MAGIC = b"GGUF"
_STRING, _ARRAY, _BOOL = 8, 9, 7
# type → (bytes, struct letter, numpy type)
_FIXED = {
    0: (1, "B", np.uint8),
    1: (1, "b", np.int8),
    2: (2, "H", np.uint16),
    3: (2, "h", np.int16),
    4: (4, "I", np.uint32),
    5: (4, "i", np.int32),
    6: (4, "f", np.float32),
    7: (1, "?", np.bool_),
    10: (8, "Q", np.uint64),
    11: (8, "q", np.int64),
    12: (8, "d", np.float64),
}
_LEAST_PAIR = 8 + 4 + 1  # bytes: an empty key, a type, a value of one byte
_LONGEST_KEY = 65_535
_KEPT_STRING = 1 << 20  # a longer string value is passed over, for nothing of a tokenizer is that long

Scalar = int | float | bool | str


@dataclass(frozen=True, slots=True)
class Array:
    """Where an array's elements are: `count` of `element` type from byte `offset`."""

    element: int
    count: int
    offset: int


@dataclass(frozen=True, slots=True, eq=False)
class Header:
    """The keys of a GGUF file. Scalars and strings are here; of an array, where it is."""

    window: Window
    version: int
    values: dict[str, Scalar | Array]
    offsets: dict[str, int]  # where each value begins

    def text(self, key: str, default: str = "") -> str:
        """A string value."""
        value = self.values.get(key, default)
        return value if isinstance(value, str) else self._wrong(key, "a string")

    def integer(self, key: str) -> int | None:
        """An integer value, or None if there is no such key."""
        value = self.values.get(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        return self._wrong(key, "an integer")

    def flag(self, key: str, default: bool) -> bool:
        """A truth value."""
        value = self.values.get(key, default)
        return value if isinstance(value, bool) else self._wrong(key, "a boolean")

    def strings(self, key: str) -> Iterator[bytes]:
        """The strings of an array; none if there is no such key."""
        array = self._array(key)
        if array is None:
            return iter(())
        if array.element != _STRING:
            self._wrong(key, "an array of strings")
        return Cursor(self.window, array.offset).strings(array.count, f"a string of {key}")

    def numbers(self, key: str) -> NDArray[np.generic] | None:
        """The numbers of an array, or None if there is no such key."""
        array = self._array(key)
        if array is None:
            return None
        if array.element not in _FIXED:
            self._wrong(key, "an array of numbers")
        size, _, dtype = _FIXED[array.element]
        data = self.window.bytes_at(array.offset, array.count * size, f"the numbers of {key}")
        return np.frombuffer(data, np.dtype(dtype).newbyteorder("<"))

    def count(self, key: str) -> int:
        """How many elements an array has; 0 if there is no such key."""
        array = self._array(key)
        return 0 if array is None else array.count

    def _array(self, key: str) -> Array | None:
        value = self.values.get(key)
        return value if value is None or isinstance(value, Array) else self._wrong(key, "an array")

    def _wrong(self, key: str, expected: str) -> NoReturn:
        raise self.window.error(self.offsets.get(key), f"the value of {key} is not {expected}")


def read_header(window: Window) -> Header:
    """The keys and values of a GGUF file, from whatever part of it they take."""
    cursor = Cursor(window)
    cursor.skip(len(MAGIC), "the magic number")
    version = cursor.integer(4, "the version")
    if version not in (2, 3):
        swapped = version & 0xFFFF == 0 and version != 0
        raise window.error(4, "the file is big-endian" if swapped else f"expected version 2 or 3, found {version}")
    cursor.integer(8, "the number of tensors")
    n_pairs = cursor.integer(8, "the number of pairs")
    if n_pairs * _LEAST_PAIR > cursor.left:
        raise window.error(16, f"{n_pairs:,} pairs do not fit into the {cursor.left:,} bytes left")
    header = Header(window, version, {}, {})
    for _ in range(n_pairs):
        _read_pair(cursor, header)
    return header


def _read_pair(cursor: Cursor, header: Header) -> None:
    at = cursor.at
    length = cursor.integer(8, "the length of a key")
    if length > _LONGEST_KEY:
        raise cursor.window.error(at, f"a key of {length:,} bytes; at most {_LONGEST_KEY:,} are allowed")
    key = _text(cursor, cursor.take(length, "a key"), at)
    if key in header.values:
        raise cursor.window.error(at, f"the key {key} comes twice")
    kind = cursor.integer(4, f"the type of {key}")
    header.offsets[key] = cursor.at
    header.values[key] = _value(cursor, kind, key)


def _value(cursor: Cursor, kind: int, key: str) -> Scalar | Array:
    at = cursor.at
    if kind in _FIXED:
        size, letter, _ = _FIXED[kind]
        value: Scalar = unpack("<" + letter, cursor.take(size, f"the value of {key}"))[0]
        return value
    if kind == _STRING:
        length = cursor.integer(8, f"the length of {key}")
        if length > _KEPT_STRING:
            cursor.skip(length, f"the value of {key}")
            return ""
        return _text(cursor, cursor.take(length, f"the value of {key}"), at)
    if kind == _ARRAY:
        return _pass_array(cursor, key)
    raise cursor.window.error(at - 4, f"the type of {key} is {kind}, which is none of 0 to 12")


def _pass_array(cursor: Cursor, key: str) -> Array:
    """Go past an array and say where it was. Arrays of arrays are allowed, and walked without recursion."""
    outer: Array | None = None
    pending = 1  # arrays still to pass
    while pending:
        pending -= 1
        at = cursor.at
        element, count = cursor.integer(4, f"the element type of {key}"), cursor.integer(8, f"the length of {key}")
        outer = outer or Array(element, count, cursor.at)
        least = 12 if element == _ARRAY else 8 if element == _STRING else _FIXED.get(element, (0,))[0]
        if not least:
            raise cursor.window.error(at, f"the element type of {key} is {element}, which is none of 0 to 12")
        if count * least > cursor.left:
            raise cursor.window.error(at + 4, f"{count:,} elements of {key} do not fit into {cursor.left:,} bytes")
        if element == _ARRAY:
            pending += count
        elif element == _STRING:
            cursor.skip_strings(count, f"a string of {key}")
        else:
            cursor.skip(count * least, f"the elements of {key}")
    assert outer is not None
    return outer


def _text(cursor: Cursor, data: bytes, at: int) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise cursor.window.error(at + 8 + error.start, "expected UTF-8") from None
