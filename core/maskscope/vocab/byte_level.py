"""GPT-2's byte alphabet: every byte has a printable character, so that merges can be written as plain text.

Files of byte-level BPE (GPT-2's own, Hugging Face's, GGUF's) spell the space as "Ġ" and the line end as "Ċ". The rule:
the 188 bytes that print in Latin-1 stand for themselves, the other 68 for U+0100 onwards in order. Token ids 0..255 of
GPT-2, cl100k and o200k follow the same order: first the 188, then the 68.
"""

from __future__ import annotations

import re

PRINTABLE = (*range(33, 127), *range(161, 173), *range(174, 256))
BYTE_ORDER = (*PRINTABLE, *(b for b in range(256) if b not in PRINTABLE))  # byte value of the ids 0..255

CHAR_OF_BYTE = {b: chr(b) for b in PRINTABLE} | {b: chr(256 + i) for i, b in enumerate(BYTE_ORDER[188:])}
BYTE_OF_CHAR = {c: b for b, c in CHAR_OF_BYTE.items()}

_SPELLED = re.compile(f"[{re.escape(''.join(BYTE_OF_CHAR))}]*").fullmatch
_TO_BYTES = {ord(c): chr(b) for c, b in BYTE_OF_CHAR.items()}


def spelled(data: bytes) -> str:
    """The bytes in the printable alphabet.

    >>> spelled(b" a\\n")
    'ĠaĊ'
    """
    return data.decode("latin-1").translate(CHAR_OF_BYTE)


def unspelled(text: str) -> bytes | None:
    """The bytes that a spelling stands for; None if some character is not of the alphabet."""
    return text.translate(_TO_BYTES).encode("latin-1") if _SPELLED(text) else None
