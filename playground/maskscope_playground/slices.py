"""A file that is somewhere else, read slice by slice: what is missing is asked for, and then reading starts again.

A reader of tokenizer files wants `read(offset, length)` at once; a browser gives a slice of a file only later. So the
slices that are here are kept, a read beyond them raises `Missing`, the slice is fetched, and the reader runs anew. Its
windows double, so a header of 5 MB takes three rounds, whatever the size of the file behind it.
"""

from __future__ import annotations

from dataclasses import dataclass, field

FIRST_SLICE = 1 << 20  # bytes asked for first
LARGEST_SLICE = 8 << 20
MOST_BYTES = 96 << 20  # of one file, kept in memory


class Missing(Exception):
    """The bytes from `offset` on are not here yet."""

    def __init__(self, offset: int, length: int) -> None:
        super().__init__(offset)
        self.offset, self.length = offset, length


class TooMuch(Exception):
    """The reader asks for more of the file than may be kept."""


@dataclass(slots=True)
class Slices:
    """The bytes of a file of `size` bytes that are here, from its beginning on."""

    name: str
    size: int
    held: bytearray = field(default_factory=bytearray)
    probing: bool = True

    def add(self, offset: int, data: bytes) -> None:
        """Keep a slice that follows what is here; another one is a mistake of the page's and is dropped."""
        if offset == len(self.held):
            self.held += data

    def read(self, offset: int, length: int) -> bytes:
        """What `maskscope.load_tokenizer` calls; raises Missing."""
        end = min(offset + length, self.size)
        if end <= offset:
            return b""
        # subtle: the size of a stream is found by reading single bytes far ahead; those need not be fetched
        if length == 1 and self.probing:
            return b"\0"
        self.probing = False
        if end > len(self.held):
            raise self._missing(end)
        return bytes(self.held[offset:end])

    def again(self) -> None:
        """Before the reader runs anew."""
        self.probing = True

    def _missing(self, end: int) -> Missing | TooMuch:
        here = len(self.held)
        if end > MOST_BYTES:
            return TooMuch(self.name)
        wanted = max(end - here, min(here or FIRST_SLICE, LARGEST_SLICE))
        return Missing(here, min(wanted, LARGEST_SLICE, self.size - here))
