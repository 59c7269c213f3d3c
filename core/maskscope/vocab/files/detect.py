"""Which kind of tokenizer file it is, from its first bytes and, if it is JSON, its top keys."""

from __future__ import annotations

from pathlib import Path

from maskscope.vocab.files.gguf import MAGIC
from maskscope.vocab.files.gguf_tokenizer import read_gguf
from maskscope.vocab.files.hf_config import HfConfig, config_beside
from maskscope.vocab.files.hf_json import read_hf_json
from maskscope.vocab.files.json_scan import JsonScan
from maskscope.vocab.files.sentencepiece import read_sentencepiece
from maskscope.vocab.files.tekken import read_tekken
from maskscope.vocab.files.tiktoken_lines import LINE, read_tiktoken
from maskscope.vocab.files.tokenizer_file import TokenizerFile
from maskscope.vocab.files.window import Read, Window, window_of

_PIECES = b"\x0a"  # field 1, a message: how every SentencePiece model begins
_PACKED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ": "xz", b"PK\x03\x04": "zip", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}


def read_tokenizer_file(
    source: str | Path | bytes | Read, name: str | None = None, splitter: str | None = None
) -> TokenizerFile:
    """The tokenizer in a file, whatever kind it is; `splitter` is for .tiktoken files, which do not name theirs."""
    window = window_of(source, name)
    head = window.read(0, min(window.size, 4096))
    if head.startswith(MAGIC):
        return read_gguf(window)
    if head.lstrip()[:1] == b"{":
        return _read_json(window, source)
    if LINE.match(head):
        return read_tiktoken(window, splitter)
    if head.startswith(_PIECES):
        return read_sentencepiece(window)
    for magic, packed in _PACKED.items():
        if head.startswith(magic):
            raise window.error(0, f"this is a {packed} file; unpack it first")
    raise window.error(0, "expected a GGUF, tokenizer.json, .tiktoken, tekken or SentencePiece file")


def _read_json(window: Window, source: object) -> TokenizerFile:
    scan = JsonScan.of(window)
    places = dict(scan.members(scan.blank(0)))
    if "model" in places:
        config = config_beside(Path(source)) if isinstance(source, (str, Path)) else HfConfig()
        return read_hf_json(scan, places, config)
    if "vocab" in places and "config" in places:
        return read_tekken(scan, places)
    raise window.error(0, 'expected a JSON object with "model" (tokenizer.json) or "config" and "vocab" (tekken)')
