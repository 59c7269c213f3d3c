"""SentencePiece `.model`: a protocol buffer of pieces with scores and types.

    ModelProto       1 pieces (repeated) · 2 trainer_spec · 3 normalizer_spec
    SentencePiece    1 piece (text) · 2 score (float) · 3 type
    TrainerSpec      3 model_type (1 unigram, 2 BPE) · 24 treat_whitespace_as_suffix · 40 unk_id · 41 bos_id · 42 eos_id
    NormalizerSpec   1 name · 2 precompiled_charsmap · 3 add_dummy_prefix · 4 remove_extra_whitespaces
                     5 escape_whitespaces

A protocol buffer is fields one after the other: a number that holds field and wire type, then a number, eight bytes, a
length and so many bytes, or four bytes. Source: sentencepiece_model.proto of the SentencePiece project. BPE models
whose normaliser is the identity can encode; of the others the vocabulary is read alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import PurePath
from struct import unpack
from typing import NamedTuple

import numpy as np

from maskscope.errors import Note
from maskscope.vocab.encoder import PLAIN, Normaliser
from maskscope.vocab.files.pieces import BYTE, NORMAL, Pieces
from maskscope.vocab.files.tokenizer_file import TokenizerFile
from maskscope.vocab.files.window import Window
from maskscope.vocab.tokenizer import Tokenizer

_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5
_LENGTHS = {_VARINT: 0, _EIGHT: 8, _FOUR: 4}  # bytes of a value after its number
_BPE = 2
_ALONE = "the vocabulary alone is read, text cannot be encoded: "


class Field(NamedTuple):
    """One field of a message: its number, its place in the file, and its value (of bytes: the end of them)."""

    number: int
    wire: int
    at: int
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Message:
    """The fields between two places of a file; they are read as they are asked for."""

    window: Window
    data: bytes
    start: int
    end: int

    def fields(self) -> Iterator[Field]:
        """Every field in order; VocabularyError where the file is no protocol buffer."""
        at = self.start
        while at < self.end:
            key, after = self._varint(at)
            number, wire = key >> 3, key & 7
            if number == 0 or (wire != _BYTES and wire not in _LENGTHS):
                raise self.window.error(at, f"expected a field, found number {number} with wire type {wire}")
            value, begin = self._varint(after) if wire in (_VARINT, _BYTES) else (0, after)
            length = value if wire == _BYTES else _LENGTHS[wire]
            if begin + length > self.end:
                problem = f"field {number} has {length:,} bytes, but what it is in ends after {self.end - begin:,}"
                raise self.window.error(begin, problem)
            yield Field(number, wire, begin, value if wire == _VARINT else begin + length)
            at = begin + length

    def inner(self, field: Field) -> Message:
        """The message that a field holds."""
        self._is(field, _BYTES)
        return Message(self.window, self.data, field.at, field.value)

    def text(self, field: Field) -> str:
        """The text that a field holds."""
        self._is(field, _BYTES)
        try:
            return self.data[field.at : field.value].decode()
        except UnicodeDecodeError as error:
            raise self.window.error(field.at + error.start, "expected UTF-8") from None

    def number(self, field: Field) -> int:
        """The integer that a field holds."""
        self._is(field, _VARINT)
        return field.value

    def real(self, field: Field) -> float:
        """The float that a field holds."""
        self._is(field, _FOUR)
        value: float = unpack("<f", self.data[field.at : field.value])[0]
        return value

    def _is(self, field: Field, wire: int) -> None:
        if field.wire != wire:
            raise self.window.error(field.at, f"field {field.number} has wire type {field.wire}, expected {wire}")

    def _varint(self, at: int) -> tuple[int, int]:
        """The number that begins at `at`, seven bits a byte, and the place after it."""
        if at < self.end and self.data[at] < 0x80:  # nearly all are one byte
            return self.data[at], at + 1
        value = shift = 0
        while at < self.end and shift < 70:
            byte = self.data[at]
            value |= (byte & 0x7F) << shift
            at, shift = at + 1, shift + 7
            if byte < 0x80:
                return value, at
        raise self.window.error(at, "expected the end of a number")


def read_sentencepiece(window: Window) -> TokenizerFile:
    """The tokenizer of a SentencePiece model."""
    data = window.all()
    model = Message(window, data, 0, len(data))
    scores, types = array("f"), array("i")
    numbers: dict[tuple[int, int], int] = {}  # (field of the model, field in it) → number, or length
    for field in model.fields():
        if field.number == 1:
            _, score, kind = _piece(model.inner(field))
            scores.append(score)
            types.append(kind)
        elif field.number in (2, 3):
            for f in model.inner(field).fields():
                numbers[field.number, f.number] = f.value if f.wire == _VARINT else f.value - f.at
    if not types:
        raise window.error(None, "the file has no pieces")
    pieces = Pieces(partial(_texts, model), np.frombuffer(types, np.int32))
    return _file(window, pieces, np.frombuffer(scores, np.float32), numbers)


def _texts(model: Message) -> Iterator[str]:
    return (_piece(model.inner(field))[0] for field in model.fields() if field.number == 1)


def _piece(message: Message) -> tuple[str, float, int]:
    text, score, kind = "", 0.0, NORMAL
    for field in message.fields():
        if field.number == 1:
            text = message.text(field)
        elif field.number == 2:
            score = message.real(field)
        elif field.number == 3:
            kind = message.number(field)
            if not NORMAL <= kind <= BYTE:
                raise message.window.error(field.at, f"the type of a piece is {kind}, expected 1 to 6")
    return text, score, kind


def _file(
    window: Window,
    pieces: Pieces,
    scores: np.ndarray[tuple[int], np.dtype[np.float32]],
    numbers: dict[tuple[int, int], int],
) -> TokenizerFile:
    end, bos = _id(numbers.get((2, 42), 2)), _id(numbers.get((2, 41), 1))
    ends = (end,) if 0 <= end < len(pieces.types) else ()
    problem = _why_not_encoded(numbers)
    notes = (Note("warning", _ALONE + problem),) if problem else ()
    vocabulary = pieces.vocabulary(PurePath(window.name).name, ends, False, notes)
    prefixed = bool(numbers.get((3, 3), 1))
    before = Normaliser(
        collapse=bool(numbers.get((3, 4), 1)), mark_spaces=True, prefix="first" if prefixed else "never"
    )

    def make() -> Tokenizer:
        added = pieces.added()
        return Tokenizer(
            vocabulary,
            None if problem else pieces.scored_encoder(vocabulary.name, scores, PLAIN),
            before,
            frozenset(added),
            added,
            strip_first_space=prefixed,
            bos_id=bos if 0 <= bos < vocabulary.size else None,
        )

    return TokenizerFile("SentencePiece", vocabulary, make)


def _why_not_encoded(numbers: dict[tuple[int, int], int]) -> str:
    kind = numbers.get((2, 3), 1)
    if kind != _BPE:
        return {1: "a unigram model is not supported", 3: "a word model is not supported"}.get(
            kind, f"model type {kind} is not supported"
        )
    if numbers.get((3, 2), 0):
        return "its normaliser rewrites characters by a table of its own"
    if numbers.get((2, 24), 0) or not numbers.get((3, 5), 1):
        return "its way of writing spaces is not supported"
    return ""


def _id(number: int) -> int:
    """An id from a varint, in which −1 (none) is written as a 64-bit complement."""
    return number - (1 << 64) if number >> 63 else number
