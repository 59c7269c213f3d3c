"""maskscope: regex, GBNF and JSON Schema to token masks, exactly. The public names; README.md is the tour."""

from maskscope.automaton.compare import Comparison, compare
from maskscope.automaton.dfa import Dfa
from maskscope.automaton.language import DEAD, Language
from maskscope.decode.chat import chat_prompt
from maskscope.decode.mask_effect import MaskEffect, mask_effect
from maskscope.decode.monkey import monkey, monkey_step
from maskscope.decode.rng import Rng
from maskscope.decode.run import Run, Step
from maskscope.decode.samplers import sample
from maskscope.errors import (
    GrammarError,
    LimitExceeded,
    MaskscopeError,
    Note,
    UnsatisfiableError,
    UnsupportedError,
    VocabularyError,
)
from maskscope.guide.guide import FINISHED, Guide
from maskscope.guide.verdict import Allowed, NoText, OutOfBudget, RefusedAt, Special, TooSoonToEnd, Verdict
from maskscope.limits import Limits
from maskscope.pipeline import compile
from maskscope.sets.byteset import ByteSet
from maskscope.text import Span
from maskscope.vocab.load import load_tokenizer, load_vocabulary
from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary

__all__ = [
    "DEAD",
    "FINISHED",
    "Allowed",
    "ByteSet",
    "Comparison",
    "Dfa",
    "GrammarError",
    "Guide",
    "Language",
    "LimitExceeded",
    "Limits",
    "MaskEffect",
    "MaskscopeError",
    "NoText",
    "Note",
    "OutOfBudget",
    "RefusedAt",
    "Rng",
    "Run",
    "Span",
    "Special",
    "Step",
    "Tokenizer",
    "TooSoonToEnd",
    "UnsatisfiableError",
    "UnsupportedError",
    "Verdict",
    "Vocabulary",
    "VocabularyError",
    "chat_prompt",
    "compare",
    "compile",
    "load_tokenizer",
    "load_vocabulary",
    "mask_effect",
    "monkey",
    "monkey_step",
    "sample",
]
