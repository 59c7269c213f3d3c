"""The engines side by side, behind one small interface: compile a case, start a text, ask for masks, take tokens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

import maskscope.pipeline
from bench.cases import Case
from maskscope.guide.guide import Guide
from maskscope.vocab.vocabulary import Vocabulary

_GPT2_SPLIT = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


class Writer(Protocol):
    """One text being written."""

    def mask(self) -> Any:
        """Ask what may come next; what comes back is read by `bits` only."""

    def take(self, token: int) -> None:
        """Go on with a token."""

    def bits(self) -> NDArray[np.uint32]:
        """The mask last asked for, one bit a token."""


class Engine(Protocol):
    """A way to compile grammars for one vocabulary."""

    name: str

    def compile(self, case: Case) -> Callable[[], Writer]:
        """Compile a case; each call of the result starts a text. Raises where the engine refuses the grammar."""


def engines(vocabulary: Vocabulary) -> Iterator[Engine]:
    """Ours, and each peer that is installed."""
    yield Maskscope(vocabulary)
    for peer in (Llguidance, Xgrammar):
        try:
            yield peer(vocabulary)
        except ImportError:
            print(f"{peer.__name__.lower()} is not installed; its columns are left out")


class Maskscope:
    """This package."""

    name = "maskscope"

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary

    def compile(self, case: Case) -> Callable[[], Writer]:
        guide = Guide(maskscope.pipeline.compile(case.kind, case.text), self._vocabulary)
        return lambda: _MaskscopeWriter(guide)


class _MaskscopeWriter:
    def __init__(self, guide: Guide) -> None:
        self._guide, self._state = guide, guide.start

    def mask(self) -> Any:
        return self._guide.bitmask(self._state)

    def take(self, token: int) -> None:
        self._state = self._guide.advance(self._state, token)

    def bits(self) -> NDArray[np.uint32]:
        return self._guide.bitmask(self._state)


class Llguidance:
    """llguidance (Rust), compact JSON as ours, through its numpy interface."""

    name = "llguidance"

    def __init__(self, vocabulary: Vocabulary) -> None:
        import llguidance
        import llguidance.numpy
        from llguidance.gbnf_to_lark import gbnf_to_lark

        self._module, self._to_lark = llguidance, gbnf_to_lark
        self._bitmask = llguidance.numpy.allocate_token_bitmask(1, vocabulary.size)
        self._fill = llguidance.numpy.fill_next_token_bitmask
        self._tokenizer = llguidance.LLTokenizer.from_tiktoken(  # type: ignore[attr-defined]
            encoder={vocabulary.token(i): i for i in vocabulary.text_ids()},
            special_tokens={vocabulary.token(i).decode(): i for i in vocabulary.special_ids},
            pattern=_GPT2_SPLIT,
            eos_token=vocabulary.eos_ids[0],
        )

    def compile(self, case: Case) -> Callable[[], Writer]:
        matcher = self._module.LLMatcher(self._tokenizer, self._grammar(case))
        if matcher.is_error():
            raise ValueError(matcher.get_error())
        return lambda: _LlguidanceWriter(matcher.deep_copy(), self._bitmask, self._fill)

    def _grammar(self, case: Case) -> str:
        if case.kind == "json_schema":
            overrides = {"whitespace_flexible": False}
            return str(self._module.LLMatcher.grammar_from_json_schema(case.text, overrides=overrides))
        if case.kind == "regex":
            return str(self._module.LLMatcher.grammar_from_regex(case.text))
        return str(self._to_lark(case.text))


class _LlguidanceWriter:
    def __init__(self, matcher: Any, bitmask: NDArray[np.int32], fill: Callable[..., None]) -> None:
        self._matcher, self._bitmask, self._fill = matcher, bitmask, fill

    def mask(self) -> Any:
        self._fill(self._matcher, self._bitmask)

    def take(self, token: int) -> None:
        self._matcher.consume_token(token)

    def bits(self) -> NDArray[np.uint32]:
        return self._bitmask[0].view(np.uint32)


class Xgrammar:
    """XGrammar (C++), compact JSON as ours, grammar cache off."""

    name = "xgrammar"

    def __init__(self, vocabulary: Vocabulary) -> None:
        import xgrammar

        tokens = [vocabulary.token(i) for i in range(vocabulary.size)]
        info = xgrammar.TokenizerInfo(tokens, vocab_size=vocabulary.size, stop_token_ids=list(vocabulary.eos_ids))
        self._module, self._size = xgrammar, vocabulary.size
        self._compiler = xgrammar.GrammarCompiler(info, max_threads=1, cache_enabled=False)

    def compile(self, case: Case) -> Callable[[], Writer]:
        compiled = self._compiled(case)
        bitmask = self._module.allocate_token_bitmask(1, self._size)
        return lambda: _XgrammarWriter(self._module.GrammarMatcher(compiled), bitmask)

    def _compiled(self, case: Case) -> Any:
        if case.kind == "json_schema":
            return self._compiler.compile_json_schema(
                json.dumps(case.text), any_whitespace=False, separators=(",", ":"), strict_mode=False
            )
        return (
            self._compiler.compile_regex(case.text)
            if case.kind == "regex"
            else self._compiler.compile_grammar(case.text)
        )


class _XgrammarWriter:
    def __init__(self, matcher: Any, bitmask: Any) -> None:
        self._matcher, self._bitmask = matcher, bitmask

    def mask(self) -> Any:
        self._matcher.fill_next_token_bitmask(self._bitmask)

    def take(self, token: int) -> None:
        self._matcher.accept_token(token)

    def bits(self) -> NDArray[np.uint32]:
        return np.asarray(self._bitmask)[0].view(np.uint32)
