"""What a tokenizer.json does to text before BPE, recognised or not.

The file describes a normaliser and a pre-tokenizer as small trees of steps. Those that real models use are known here;
anything else is reported, and the vocabulary is read alone: encoding almost like the model would be worse than not at
all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

from maskscope.vocab.encoder import SPACE_MARK, Normaliser
from maskscope.vocab.split import splitter_of_patterns

Step = dict[str, Any]
_PREFIXES: dict[str, Literal["never", "first", "every"]] = {"always": "every", "first": "first", "never": "never"}


class Unknown(Exception):
    """A step that is not known here; the text names it."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """How text is prepared: `splitter` for byte-level models, else None; `split_marks` cuts before every "▁"."""

    normaliser: Normaliser
    splitter: str | None
    split_marks: bool = False


def spelling(parts: dict[str, Any]) -> str:
    """How tokens are spelled: "bytes" (GPT-2's alphabet), "marks" (▁ for a space) or "plain"."""
    steps = [step for name in ("pre_tokenizer", "decoder", "normalizer") for step in _steps(parts.get(name))]
    if any(step.get("type") == "ByteLevel" for step in steps):
        return "bytes"
    marked = any(step.get("type") == "Metaspace" or _writes_mark(step) for step in steps)
    return "marks" if marked else "plain"


def pipeline_of(parts: dict[str, Any]) -> Pipeline:
    """The normaliser and the pre-tokenizer; raises Unknown."""
    normaliser = _normaliser(parts.get("normalizer"))
    steps = list(_steps(parts.get("pre_tokenizer")))
    if spelling(parts) == "bytes":
        return _byte_level(normaliser, steps)
    if not steps or (len(steps) == 1 and _splits_at_spaces(steps[0]) and normaliser.mark_spaces):
        return Pipeline(normaliser, None)
    if len(steps) == 1 and steps[0].get("type") == "Metaspace":
        return _metaspace(normaliser, steps[0])
    raise Unknown(f"the pre-tokenizer {_named(steps)}")


def _normaliser(tree: Any) -> Normaliser:
    found = Normaliser()
    for step in _steps(tree):
        kind = step.get("type")
        if kind in ("NFC", "NFD", "NFKC", "NFKD") and found == Normaliser():
            found = replace(found, form=kind)
        elif kind == "Prepend" and step.get("prepend") == SPACE_MARK and not found.mark_spaces:
            found = replace(found, prefix="every")
        elif _writes_mark(step):
            found = replace(found, mark_spaces=True)
        else:
            raise Unknown(f"the normaliser {kind}")
    return found


def _byte_level(normaliser: Normaliser, steps: list[Step]) -> Pipeline:
    last = steps[-1] if steps else {}
    splits = steps[:-1]
    if last.get("type") != "ByteLevel" or not all(_isolates(step) for step in splits):
        raise Unknown(f"the pre-tokenizer {_named(steps)}")
    if last.get("add_prefix_space"):
        if splits:
            raise Unknown("a space before every piece")
        normaliser = replace(normaliser, prefix="every", prefix_once=True)
    if last.get("use_regex", True):
        if splits:
            raise Unknown(f"the pre-tokenizer {_named(steps)}")
        return Pipeline(normaliser, "gpt2")
    splitter = splitter_of_patterns(tuple(step["pattern"]["Regex"] for step in splits))
    if splitter is None:
        raise Unknown("its way of splitting text")
    return Pipeline(normaliser, splitter)


def _metaspace(normaliser: Normaliser, step: Step) -> Pipeline:
    if step.get("replacement", SPACE_MARK) != SPACE_MARK or normaliser.mark_spaces:
        raise Unknown("its way of writing spaces")
    scheme = step.get("prepend_scheme", "always" if step.get("add_prefix_space", True) else "never")
    if scheme not in _PREFIXES:
        raise Unknown(f"the prepend scheme {scheme!r}")
    normaliser = replace(normaliser, mark_spaces=True, prefix=_PREFIXES[scheme], prefix_once=True)
    return Pipeline(normaliser, None, split_marks=bool(step.get("split", True)))


def _isolates(step: Step) -> bool:
    """Whether a step cuts text at every match of a pattern and loses nothing."""
    pattern = step.get("pattern")
    ways = (step.get("behavior"), step.get("invert", False))
    return (
        step.get("type") == "Split"
        and isinstance(pattern, dict)
        and isinstance(pattern.get("Regex"), str)
        and ways in (("Isolated", False), ("Removed", True))
    )


def _splits_at_spaces(step: Step) -> bool:
    return step.get("type") == "Split" and step.get("pattern") == {"String": " "}


def _writes_mark(step: Step) -> bool:
    ways = (step.get("pattern"), step.get("content"))
    return step.get("type") == "Replace" and ways in (({"String": " "}, SPACE_MARK), ({"String": SPACE_MARK}, " "))


def _steps(tree: Any) -> Iterator[Step]:
    """The steps of a tree of sequences, in order."""
    waiting = [tree]
    while waiting:
        step = waiting.pop()
        if not isinstance(step, dict):
            if step is not None:
                raise Unknown("a step that is no object")
            continue
        inner = next((step[key] for key in ("normalizers", "pretokenizers", "decoders") if key in step), None)
        if isinstance(inner, list):
            waiting += reversed(inner)
        else:
            yield step


def _named(steps: list[Step]) -> str:
    return ", ".join(str(step.get("type")) for step in steps) or "that is missing"
