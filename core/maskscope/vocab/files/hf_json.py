"""tokenizer.json, Hugging Face's file.

    {"added_tokens": [{"id": 128000, "content": "<|begin_of_text|>", "special": true}, …],
     "normalizer": …, "pre_tokenizer": …, "decoder": …,
     "model": {"type": "BPE", "vocab": {"!": 0, …}, "merges": ["Ġ t", …] or [["Ġ", "t"], …]}}

BPE is encoded, over bytes or (with `byte_fallback`) over characters; of WordPiece, Unigram and WordLevel the vocabulary
is read alone. The file does not say which token ends a text: a `tokenizer_config.json` beside it does, else the token
is known by its name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import Any

from maskscope.errors import Note
from maskscope.vocab.assemble import byte_listed, char_listed
from maskscope.vocab.byte_level import unspelled
from maskscope.vocab.files.hf_config import HfConfig
from maskscope.vocab.files.hf_pipeline import Pipeline, Unknown, pipeline_of, spelling
from maskscope.vocab.files.json_scan import STRING, JsonScan
from maskscope.vocab.files.merge_lines import pair_of_line, triples_of_pairs
from maskscope.vocab.files.pieces import MARK_OF_CONTROL, byte_of_piece, id_of_each_byte, marked_bytes
from maskscope.vocab.files.tokenizer_file import TokenizerFile
from maskscope.vocab.symbols import Fallback
from maskscope.vocab.tokenizer import Encoder, Tokenizer
from maskscope.vocab.vocabulary import Vocabulary

_S = rb"[ \t\r\n]*"
_ENTRY = re.compile(STRING + _S + rb":" + _S + rb"([0-9]{1,9})" + _S + rb"(?:,|(?=\}))" + _S, re.DOTALL)
_SCORED = re.compile(rb"\[" + _S + STRING + _S + rb"," + _S + rb"[-+.0-9eE]+" + _S + rb"\]", re.DOTALL)
_MERGE = re.compile(
    rb"(?:" + STRING + rb"|\[" + _S + STRING + _S + rb"," + _S + STRING + _S + rb"\])" + _S + rb"(?:,|(?=\]))" + _S,
    re.DOTALL,
)
_ALONE = "the vocabulary alone is read, text cannot be encoded: "
_PLACES = ("normalizer", "pre_tokenizer", "decoder")


@dataclass(frozen=True, slots=True)
class AddedToken:
    """A token beside the model's own."""

    id: int
    content: str
    special: bool


@dataclass(frozen=True, eq=False)
class HfJson:
    """A tokenizer.json, its parts read when they are needed."""

    scan: JsonScan
    places: dict[str, int]  # of the top keys
    config: HfConfig

    @cached_property
    def model(self) -> dict[str, int]:
        """The places of the model's keys."""
        return dict(self.scan.members(self.places["model"]))

    @cached_property
    def kind(self) -> str:
        """BPE, WordPiece, Unigram, WordLevel; files of old that do not say are BPE if they list merges."""
        named = self.setting("type")
        return named if isinstance(named, str) else "BPE" if "merges" in self.model else "WordPiece"

    @cached_property
    def parts(self) -> dict[str, Any]:
        """The small trees that say how text is prepared."""
        return {key: self.scan.small(self.places[key]) for key in _PLACES if key in self.places}

    @property
    def most(self) -> int:
        """The highest id allowed: an entry takes at least six bytes, so this leaves some room for holes."""
        return max(len(self.scan.data) // 4, 4096)

    def setting(self, key: str) -> Any:
        """A small value of the model."""
        return self.scan.small(self.model[key]) if key in self.model else None

    @cached_property
    def spelling(self) -> str:
        """How tokens are spelled: "bytes", "marks" or "plain"."""
        try:
            found = spelling(self.parts)
        except Unknown:
            found = "plain"
        return "marks" if found == "plain" and (self.setting("byte_fallback") or self.kind == "Unigram") else found

    def entries(self) -> Iterator[tuple[str, int]]:
        """Every token of the model as it is spelled, and its id."""
        scan, at = self.scan, self.model.get("vocab")
        if at is None:
            raise scan.window.error(self.places["model"], "expected the model to have a vocab")
        if scan.data[at : at + 1] == b"[":
            yield from self._scored(at)
            return
        at = scan.blank(at + 1)
        while found := _ENTRY.match(scan.data, at):
            yield scan.text_of(found[1], at), int(found[2])
            at = found.end()
        if scan.data[at : at + 1] != b"}":
            raise scan.window.error(at, "expected a token, a colon and its id")

    def _scored(self, at: int) -> Iterator[tuple[str, int]]:
        for token, place in enumerate(self.scan.elements(at)):
            found = _SCORED.match(self.scan.data, place)
            if found is None:
                raise self.scan.window.error(place, "expected a piece and its score")
            yield self.scan.text_of(found[1], place), token

    def merges(self) -> Iterator[tuple[str, str]]:
        """The pairs of the model's merges."""
        scan, at = self.scan, self.scan.blank(self.model["merges"] + 1)
        while found := _MERGE.match(scan.data, at):
            if found[1] is not None:
                pair = pair_of_line(scan.text_of(found[1], at))
            else:
                pair = scan.text_of(found[2], at), scan.text_of(found[3], at)
            if pair is None:
                raise scan.window.error(at, "expected two tokens with a space between")
            yield pair
            at = found.end()
        if scan.data[at : at + 1] != b"]":
            raise scan.window.error(at, "expected a merge of two tokens")

    @cached_property
    def added(self) -> tuple[AddedToken, ...]:
        """The added tokens."""
        at = self.places.get("added_tokens")
        if at is None or self.scan.data.startswith(b"null", at):
            return ()
        return tuple(self._added(place) for place in self.scan.elements(at))

    def _added(self, place: int) -> AddedToken:
        entry = self.scan.small(place)
        if isinstance(entry, dict) and type(entry.get("id")) is int and isinstance(entry.get("content"), str):
            if 0 <= entry["id"] <= self.most:
                special = entry.get("special") is True or MARK_OF_CONTROL in entry["content"]
                return AddedToken(entry["id"], entry["content"], special)
            raise self.scan.window.error(place, f"id {entry['id']:,} is beyond what the file can hold")
        raise self.scan.window.error(place, "expected an added token with an id and its content")


def read_hf_json(scan: JsonScan, places: dict[str, int], config: HfConfig) -> TokenizerFile:
    """The tokenizer of a tokenizer.json; `places` are those of its top keys."""
    file = HfJson(scan, places, config)
    tokens = _tokens(file)
    names = {added.content: added.id for added in file.added}
    ends = _ends(file, names)
    special = frozenset(added.id for added in file.added if added.special).union(ends)
    unused = frozenset(i for i, data in enumerate(tokens) if not data) - special
    pipeline, problem = _pipeline(file)
    notes = [Note("warning", _ALONE + problem)] if problem else []
    if not config.eos_tokens:
        named = ", ".join(tokens[i].decode(errors="replace") for i in ends) or "none was found"
        notes.append(Note("warning", f"the file does not say which token ends a text; by its name: {named}"))
    vocabulary = Vocabulary(PurePath(scan.window.name).name, tuple(tokens), ends, special, unused, tuple(notes))

    def make() -> Tokenizer:
        encoder = _encoder(file, vocabulary, pipeline) if pipeline else None
        plain = {added.id: added.content for added in file.added if added.id not in special and added.content}
        spaced = pipeline is not None and pipeline.normaliser.prefix != "never"
        bos = names.get(config.bos_token)
        return Tokenizer(
            vocabulary,
            encoder,
            added_ids=frozenset(plain),
            added_names=plain,
            strip_first_space=spaced,
            bos_id=bos,
            chat_template=config.chat_template,
        )

    return TokenizerFile(f"tokenizer.json ({file.kind})", vocabulary, make)


def _tokens(file: HfJson) -> list[bytes]:
    """The bytes of every id, empty where there is none; added tokens are spelled as they are."""
    spell = _SPELL[file.spelling]
    tokens: list[bytes] = []
    for text, token in file.entries():
        if token >= len(tokens):
            if token > file.most:
                raise file.scan.window.error(None, f"id {token:,} of {text[:40]!r} is beyond what the file can hold")
            tokens += [b""] * (token + 1 - len(tokens))
        tokens[token] = spell(text)
    for added in file.added:
        tokens += [b""] * (added.id + 1 - len(tokens))
        marked = file.spelling == "marks" and not added.special
        tokens[added.id] = marked_bytes(added.content) if marked else added.content.encode()
    return tokens


def _ends(file: HfJson, names: dict[str, int]) -> tuple[int, ...]:
    """The end-of-sequence ids: what the configuration says, else the first well-known name there is."""
    special = {added.content for added in file.added if added.special}
    wanted = file.config.eos_tokens or [next((name for name in WELL_KNOWN_ENDS if name in special), "")]
    return tuple(sorted({names[name] for name in wanted if name in names}))


WELL_KNOWN_ENDS = (
    "<|endoftext|>",
    "<|end_of_text|>",
    "<\uff5cend\u2581of\u2581sentence\uff5c>",
    "</s>",
    "<eos>",
    "<|eot_id|>",
    "<|im_end|>",
    "<|return|>",
    "[SEP]",
)


def _pipeline(file: HfJson) -> tuple[Pipeline | None, str]:
    """How text is prepared, or why it cannot be."""
    if file.kind != "BPE":
        return None, f"{file.kind} is not supported"
    if file.setting("continuing_subword_prefix") or file.setting("end_of_word_suffix"):
        return None, "marks inside words are not supported"
    if "merges" not in file.model:
        return None, "the file lists no merges"
    try:
        return pipeline_of(file.parts), ""
    except Unknown as step:
        return None, f"{step} is not known here"


def _encoder(file: HfJson, vocabulary: Vocabulary, pipeline: Pipeline) -> Encoder:
    id_of = dict(file.entries())
    triples = triples_of_pairs(file.merges(), id_of)
    if pipeline.splitter is not None:
        whole = file.setting("ignore_merges") is True
        return byte_listed(vocabulary, triples, pipeline.splitter, whole, pipeline.normaliser)
    unknown = file.setting("unk_token")
    byte_ids = id_of_each_byte(id_of) if file.setting("byte_fallback") else None
    unknown_id = id_of.get(unknown) if isinstance(unknown, str) else None
    fallback = Fallback(vocabulary.name, byte_ids, unknown_id, file.setting("fuse_unk") is True)
    return char_listed(vocabulary, id_of, triples, fallback, pipeline.normaliser, pipeline.split_marks)


def _spelled_bytes(text: str) -> bytes:
    data = unspelled(text)
    return text.encode() if data is None else data


def _marked(text: str) -> bytes:
    byte = byte_of_piece(text) if text.startswith("<0x") else None
    return marked_bytes(text) if byte is None else bytes([byte])


_SPELL: dict[str, Callable[[str], bytes]] = {"bytes": _spelled_bytes, "marks": _marked, "plain": str.encode}
