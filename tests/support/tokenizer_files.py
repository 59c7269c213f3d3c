"""Small tokenizer files of every kind, written from scratch: what the readers are tested and fuzzed with."""

from __future__ import annotations

import json
from base64 import b64encode
from struct import pack

from maskscope.vocab.byte_level import CHAR_OF_BYTE, spelled

BYTES = [bytes([b]) for b in CHAR_OF_BYTE]
WORDS = [b" t", b" th", b" the", b"in", b"er", b"th"]
MERGES = [(b" ", b"t"), (b" t", b"h"), (b" th", b"e"), (b"i", b"n"), (b"e", b"r"), (b"t", b"h")]
END = "<|endoftext|>"


def gguf(version: int = 3, **changes: object) -> bytes:
    """A byte-level BPE tokenizer as GGUF; `changes` replace or (None) drop keys of `tokenizer.ggml`."""
    tokens = [*(spelled(data) for data in BYTES + WORDS), END]
    values: dict[str, object] = {
        "model": "gpt2",
        "pre": "gpt-2",
        "tokens": tokens,
        "token_type": [1] * (len(tokens) - 1) + [3],
        "merges": [f"{spelled(a)} {spelled(b)}" for a, b in MERGES],
        "eos_token_id": len(tokens) - 1,
    }
    values |= changes
    pairs = [_pair("tokenizer.ggml." + key, value) for key, value in values.items() if value is not None]
    head = b"GGUF" + pack("<IQQ", version, 0, len(pairs) + 1)
    return head + _pair("general.architecture", "gpt2") + b"".join(pairs)


def _string(text: str) -> bytes:
    data = text.encode()
    return pack("<Q", len(data)) + data


def _pair(key: str, value: object) -> bytes:
    return _string(key) + _value(value)


def _value(value: object) -> bytes:
    if isinstance(value, bool):
        return pack("<I?", 7, value)
    if isinstance(value, int):
        return pack("<II", 4, value)
    if isinstance(value, str):
        return pack("<I", 8) + _string(value)
    assert isinstance(value, list)
    if value and isinstance(value[0], str):
        return pack("<IIQ", 9, 8, len(value)) + b"".join(map(_string, value))
    if value and isinstance(value[0], float):
        return pack("<IIQ", 9, 6, len(value)) + pack(f"<{len(value)}f", *value)
    return pack("<IIQ", 9, 5, len(value)) + pack(f"<{len(value)}i", *value)


def hf_json(**changes: object) -> bytes:
    """The same tokenizer as tokenizer.json; `changes` replace top keys."""
    vocab = {spelled(data): token for token, data in enumerate(BYTES + WORDS)}
    file: dict[str, object] = {
        "version": "1.0",
        "added_tokens": [{"id": len(vocab), "content": END, "special": True, "normalized": False}],
        "normalizer": None,
        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True, "trim_offsets": True},
        "decoder": {"type": "ByteLevel", "add_prefix_space": False, "use_regex": True, "trim_offsets": True},
        "model": {
            "type": "BPE",
            "vocab": vocab,
            "merges": [f"{spelled(a)} {spelled(b)}" for a, b in MERGES],
        },
    }
    return json.dumps(file | changes).encode()


def tiktoken_lines() -> bytes:
    """The same tokens as base64 lines."""
    return b"".join(b"%b %d\n" % (b64encode(data), rank) for rank, data in enumerate(BYTES + WORDS))


def tekken() -> bytes:
    """The same tokens as tekken, after three special ones."""
    entries = [{"rank": r, "token_bytes": b64encode(data).decode()} for r, data in enumerate(BYTES + WORDS)]
    config = {
        "pattern": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        "default_vocab_size": len(entries) + 3,
        "default_num_special_tokens": 3,
        "version": "v7",
    }
    special = [{"rank": i, "token_str": name, "is_control": True} for i, name in enumerate(("<unk>", "<s>", "</s>"))]
    return json.dumps({"config": config, "vocab": entries, "special_tokens": special}).encode()


def sentencepiece() -> bytes:
    """A SentencePiece BPE model with byte pieces."""
    pieces = [("<unk>", 0.0, 2), ("<s>", 0.0, 3), ("</s>", 0.0, 3)]
    pieces += [(f"<0x{b:02X}>", 0.0, 6) for b in range(256)]
    pieces += [(text, -float(n), 1) for n, text in enumerate(("▁t", "he", "▁the", *"▁theinr"))]
    body = b"".join(_field(1, _piece(*piece)) for piece in pieces)
    trainer = _varint_field(3, 2) + _varint_field(40, 0) + _varint_field(41, 1) + _varint_field(42, 2)
    normaliser = _field(1, b"identity") + _varint_field(3, 1) + _varint_field(4, 0) + _varint_field(5, 1)
    return body + _field(2, trainer) + _field(3, normaliser)


def _piece(text: str, score: float, kind: int) -> bytes:
    return _field(1, text.encode()) + b"\x15" + pack("<f", score) + _varint_field(3, kind)


def _field(number: int, data: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(data)) + data


def _varint_field(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = b""
    while value > 127:
        out += bytes([value & 127 | 128])
        value >>= 7
    return out + bytes([value])


ALL = {
    "gguf": gguf(),
    "gguf-spm": gguf(
        model="llama",
        pre=None,
        merges=None,
        tokens=["<unk>", "</s>", *(f"<0x{b:02X}>" for b in range(256)), "▁t", "he", "▁the", "▁"],
        token_type=[2, 3, *[6] * 256, 1, 1, 1, 1],
        scores=[0.0] * 258 + [-1.0, -2.0, -3.0, -4.0],
        eos_token_id=1,
    ),
    "tokenizer.json": hf_json(),
    "tiktoken": tiktoken_lines(),
    "tekken": tekken(),
    "sentencepiece": sentencepiece(),
}
