"""tokenizer_config.json: which tokens begin and end a text, and how a chat is written.

It lies beside a tokenizer.json and is read with it when that is given as a path.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from maskscope.vocab.files.json_scan import JsonScan
from maskscope.vocab.files.window import Window, window_of

_LARGEST = 8_000_000  # bytes of a configuration that is looked at
_LARGEST_TEMPLATE = 1_000_000


@dataclass(frozen=True, slots=True)
class HfConfig:
    """What the configuration says; empty where it says nothing."""

    bos_token: str = ""
    eos_tokens: tuple[str, ...] = ()
    chat_template: str = ""


def config_beside(path: Path) -> HfConfig:
    """The configuration in the folder of a tokenizer.json; empty if there is none."""
    config = path.with_name("tokenizer_config.json")
    if not config.is_file() or config.stat().st_size > _LARGEST:
        return HfConfig()
    found, template = read_config(window_of(config)), path.with_name("chat_template.jinja")
    if not found.chat_template and template.is_file() and template.stat().st_size <= _LARGEST_TEMPLATE:
        return replace(found, chat_template=template.read_text(encoding="utf-8", errors="replace"))
    return found


def read_config(window: Window) -> HfConfig:
    """The configuration in a file; VocabularyError if that is broken."""
    scan = JsonScan.of(window)
    places = dict(scan.members(scan.blank(0)))
    bos = _token(_value(scan, places, "bos_token"))
    eos = _token(_value(scan, places, "eos_token"))
    return HfConfig(bos, (eos,) if eos else (), _template(_value(scan, places, "chat_template")))


def _value(scan: JsonScan, places: dict[str, int], key: str) -> Any:
    return scan.small(places[key], _LARGEST_TEMPLATE) if key in places else None


def _token(value: Any) -> str:
    """A token is written as its text, or as an object that holds it."""
    text = value.get("content") if isinstance(value, dict) else value
    return text if isinstance(text, str) else ""


def _template(value: Any) -> str:
    """One template, or a list of named ones, of which `default` is meant."""
    if isinstance(value, list):
        named = {entry.get("name"): entry.get("template") for entry in value if isinstance(entry, dict)}
        value = named.get("default")
    return value if isinstance(value, str) else ""
