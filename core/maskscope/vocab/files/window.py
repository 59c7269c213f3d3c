"""A tokenizer file seen through a window: slices are read when asked for, and never beyond the end.

A model file may have 40 GB of which the tokenizer is the first few MB, and in a browser it lies on the user's disk. So
readers take anything that can give `length` bytes at an `offset`. Every length that a file states is compared with
what is left of the file *before* memory is set aside for it: that is what keeps a hostile file from asking for more
memory than it has bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from struct import Struct

from maskscope.errors import VocabularyError

Read = Callable[[int, int], bytes]  # (offset, length) → at most that many bytes; fewer only at the end
_LENGTH = Struct("<Q").unpack_from
_CHUNK = 1 << 18  # bytes read at a time


@dataclass(frozen=True, slots=True, eq=False)
class Window:
    """A file: its name, its size in bytes, and a way to read a part of it."""

    name: str
    size: int
    read: Read

    def error(self, offset: int | None, problem: str) -> VocabularyError:
        """What to raise when the file is broken at `offset`."""
        return VocabularyError(self.name, offset, problem)

    def bytes_at(self, offset: int, length: int, what: str) -> bytes:
        """Exactly `length` bytes; VocabularyError if the file ends before."""
        if offset + length > self.size:
            left = max(self.size - offset, 0)
            raise self.error(offset, f"expected {what} of {length:,} bytes, but the file ends {left:,} bytes on")
        data = self.read(offset, length)
        if len(data) != length:
            raise self.error(offset, f"expected {what} of {length:,} bytes, but only {len(data):,} could be read")
        return data

    def all(self) -> bytes:
        """The whole file."""
        return self.bytes_at(0, self.size, "the file")


def window_of(source: str | Path | bytes | Read, name: str | None = None) -> Window:
    """A window on a path, on bytes, or on a function `read(offset, length)`, whose end is found by reading."""
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
        return Window(name or "bytes", len(data), lambda offset, length: data[offset : offset + length])
    if callable(source):
        return Window(name or "stream", _size_of(source), source)
    return _path_window(Path(source), name or str(source))


def _path_window(path: Path, name: str) -> Window:
    def read(offset: int, length: int) -> bytes:
        with path.open("rb") as file:
            file.seek(offset)
            return file.read(length)

    try:
        read(0, 1)
        return Window(name, path.stat().st_size, read)
    except (OSError, ValueError) as error:
        raise VocabularyError(name, None, f"cannot be read: {getattr(error, 'strerror', None) or error}") from None


def _size_of(read: Read) -> int:
    """Bytes until a function has no more to give: double, then halve, about 80 reads of one byte."""
    high = 1
    while read(high - 1, 1) and high < 1 << 62:
        high *= 2
    low = high // 2  # a file of exactly `low` bytes or more, and fewer than `high`
    while low + 1 < high:
        middle = (low + high) // 2
        low, high = (middle, high) if read(middle - 1, 1) else (low, middle)
    return low


class Cursor:
    """Reads a window from front to back, a chunk at a time; little-endian, as GGUF is."""

    def __init__(self, window: Window, at: int = 0) -> None:
        self.window = window
        self._base, self._data, self._i = at, b"", 0

    @property
    def at(self) -> int:
        """Bytes from the start of the file."""
        return self._base + self._i

    @property
    def left(self) -> int:
        """Bytes to the end of the file."""
        return self.window.size - self.at

    def take(self, length: int, what: str) -> bytes:
        """The next bytes."""
        self._need(length, what)
        self._i += length
        return self._data[self._i - length : self._i]

    def skip(self, length: int, what: str) -> None:
        """Pass over bytes without reading them."""
        if length > self.left:
            self.window.bytes_at(self.at, length, what)  # raises
        self._base, self._data, self._i = self.at + length, b"", 0

    def integer(self, length: int, what: str, signed: bool = False) -> int:
        """The next integer of that many bytes."""
        return int.from_bytes(self.take(length, what), "little", signed=signed)

    def strings(self, count: int, what: str) -> Iterator[bytes]:
        """`count` strings, each a length of eight bytes and so many bytes."""
        for _ in range(count):
            if self._i + 8 > len(self._data):
                self._need(8, f"the length of {what}")
            length: int = _LENGTH(self._data, self._i)[0]
            end = self._i + 8 + length
            if end > len(self._data):
                self._need(8 + length, what)
                end = self._i + 8 + length
            self._i = end
            yield self._data[end - length : end]

    def skip_strings(self, count: int, what: str) -> None:
        """Pass over `count` strings. Half of what opening a file costs is this loop, so it keeps to local names."""
        while count:
            self._need(8, f"the length of {what}")
            data, i, last = self._data, self._i, len(self._data) - 8
            while count and i <= last:
                i += 8 + _LENGTH(data, i)[0]
                count -= 1
            if i <= len(data):
                self._i = i
            else:  # the last string runs out of the chunk
                over, self._i = i - len(data), len(data)
                self.skip(over, what)

    def _need(self, length: int, what: str) -> None:
        """Have the next bytes in memory."""
        if self._i + length <= len(self._data):
            return
        if length > self.left:
            self.window.bytes_at(self.at, length, what)  # raises
        at, rest = self.at, self._data[self._i :]
        wanted = min(max(length, _CHUNK), self.left) - len(rest)
        self._data = rest + self.window.bytes_at(at + len(rest), wanted, what)
        self._base, self._i = at, 0
