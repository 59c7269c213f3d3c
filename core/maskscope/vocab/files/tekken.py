"""tekken: Mistral's JSON of tiktoken ranks.

    {"config": {"pattern": "…", "default_vocab_size": 131072, "default_num_special_tokens": 1000, "version": "v3"},
     "vocab": [{"rank": 0, "token_bytes": "AA==", "token_str": "…"}, …],
     "special_tokens": [{"rank": 0, "token_str": "<unk>"}, …]}

Special tokens come first, so the id of a token is its rank plus their number; of the vocabulary only as much is used as
`default_vocab_size` says. Files before `special_tokens` existed leave the names to the program that reads them.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from maskscope.errors import Note
from maskscope.vocab.assemble import byte_ranked
from maskscope.vocab.files.json_scan import JsonScan
from maskscope.vocab.files.tokenizer_file import TokenizerFile
from maskscope.vocab.split import splitter_of_patterns
from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary

_EARLY_SPECIALS = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]"),
    *("[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]"),
    *("[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]"),
)
_USUAL = re.compile(rb'\{\s*"rank"\s*:\s*([0-9]{1,9})\s*,\s*"token_bytes"\s*:\s*"([A-Za-z0-9+/=]*)"')
_BOS, _EOS = "<s>", "</s>"


def read_tekken(scan: JsonScan, places: dict[str, int]) -> TokenizerFile:
    """The tokenizer of a tekken file; `places` are those of its top keys."""
    config = scan.small(places["config"])
    if not isinstance(config, dict):
        raise scan.window.error(places["config"], "expected an object")
    n_special = _count(scan, places, config, "default_num_special_tokens")
    size = _count(scan, places, config, "default_vocab_size")
    special = _special_names(scan, places, n_special)
    tokens = [name.encode() for name in special]
    tokens += _tokens(scan, places["vocab"], size - n_special)
    ends = tuple(i for i, name in enumerate(special) if name == _EOS)[:1]
    pattern = config.get("pattern")
    splitter = splitter_of_patterns((pattern,)) if isinstance(pattern, str) else None
    notes = (
        () if splitter else (Note("warning", "the vocabulary alone is read: its way of splitting is not known here"),)
    )
    vocabulary = Vocabulary(
        PurePath(scan.window.name).name, tuple(tokens), ends, frozenset(range(n_special)), frozenset(), notes
    )
    bos = special.index(_BOS) if _BOS in special else None

    def make() -> Tokenizer:
        return Tokenizer(vocabulary, byte_ranked(vocabulary, splitter) if splitter else None, bos_id=bos)

    return TokenizerFile(f"tekken {config.get('version', '')}".strip(), vocabulary, make)


def _count(scan: JsonScan, places: dict[str, int], config: dict[str, Any], key: str) -> int:
    value = config.get(key)
    if type(value) is not int or not 0 <= value <= len(scan.data):
        raise scan.window.error(places["config"], f"expected {key} to be a count that fits the file, found {value!r}")
    return value


def _special_names(scan: JsonScan, places: dict[str, int], n: int) -> list[str]:
    if n * 8 > len(scan.data):
        raise scan.window.error(places["config"], f"{n:,} special tokens do not fit a file of {len(scan.data):,} bytes")
    names = [_EARLY_SPECIALS[i] if i < len(_EARLY_SPECIALS) else f"<SPECIAL_{i}>" for i in range(n)]
    if "special_tokens" not in places or scan.data.startswith(b"null", places["special_tokens"]):
        return names
    for at in scan.elements(places["special_tokens"]):
        entry = scan.small(at)
        rank, text = (entry.get("rank"), entry.get("token_str")) if isinstance(entry, dict) else (None, None)
        if type(rank) is not int or not 0 <= rank < n or not isinstance(text, str):
            raise scan.window.error(at, f"expected a special token with a rank below {n:,} and a token_str")
        names[rank] = text
    return names


def _tokens(scan: JsonScan, at: int, n: int) -> Iterator[bytes]:
    for rank, place in enumerate(scan.elements(at)):
        if rank >= n:
            return
        usual = _USUAL.match(scan.data, place)  # twenty times faster than parsing every entry
        found, data = (int(usual[1]), usual[2]) if usual else _parsed(scan, place)
        if found != rank:
            raise scan.window.error(place, f"expected the token of rank {rank:,}")
        try:
            yield b64decode(data, validate=True)
        except (TypeError, ValueError):
            raise scan.window.error(place, "expected token_bytes in base64") from None


def _parsed(scan: JsonScan, place: int) -> tuple[Any, Any]:
    entry = scan.small(place)
    return (entry.get("rank"), entry.get("token_bytes")) if isinstance(entry, dict) else (None, None)
