"""What a session holds: the inputs that views may set, with their bounds, and the values that follow from them.

Declarations only; `session` says what follows from what.
"""

from __future__ import annotations

from typing import Any, ClassVar

import param

from maskscope_playground.strategies import MODELS, STRATEGIES
from maskscope_presets import presets

KINDS = {"Regex": "regex", "GBNF": "gbnf", "JSON Schema": "json_schema"}
PRESETS = {"your own": "", **{one.title: one.name for one in presets()}}
WHITESPACE = {"none (compact)": "none", "at most 1 in a row": 1, "at most 2 in a row": 2, "as JSON allows": "json"}
VOCABULARIES = ["gpt2", "cl100k", "o200k", "toy", "bytes"]
LINKED = (  # what a link says besides kind, text and tape
    "whitespace", "order", "closed", "formats", "vocabulary", "strategy", "model",
    "seed", "budget", "temperature", "top_k", "top_p", "min_p",
)  # fmt: skip


class Inputs(param.Parameterized):
    """The parameters of a session: what is typed and chosen, and (constant to everybody else) what is derived."""

    # -- inputs: what the grammar is
    kind = param.Selector(default="json_schema", objects=KINDS, doc="The language the grammar is written in.")
    grammar = param.String(default="", doc="Grammar text, as typed.")
    preset = param.Selector(default="user", objects=PRESETS, doc="The preset that is shown unchanged.")
    whitespace = param.Selector(default="none", objects=WHITESPACE)
    order = param.Selector(default="declared", objects={"as declared": "declared", "any order": "any"})
    closed = param.Boolean(default=False, doc="Read an absent additionalProperties as false.")
    formats = param.Selector(default="assert", objects={"asserted": "assert", "annotations only": "annotate"})
    # -- inputs: how tokens are taken
    vocabulary = param.Selector(default="gpt2", objects=VOCABULARIES, check_on_set=True)
    strategy = param.Selector(default="monkey", objects=STRATEGIES)
    seed = param.Integer(default=42, bounds=(0, 2**53 - 1))
    model = param.Selector(default="ngram", objects=MODELS, doc="Where greedy and sampler get their logits.")
    temperature = param.Number(default=1.0, bounds=(0.0, 3.0), step=0.05)
    top_k = param.Integer(default=0, bounds=(0, 200), doc="0 is off.")
    top_p = param.Number(default=1.0, bounds=(0.0, 1.0), step=0.01)
    min_p = param.Number(default=0.05, bounds=(0.0, 1.0), step=0.01)
    budget = param.Integer(default=64, bounds=(0, 4096), doc="Tokens before winding down.")
    # -- inputs: what is looked at
    looked_at = param.Integer(default=None, allow_None=True, doc="A clicked state of the drawing; None is the tape's.")
    fold = param.Selector(default="auto", objects={"auto": "auto", "long": "chains", "never": "none"})
    radius = param.Integer(default=2, bounds=(1, 4), doc="Choices ahead that a partial drawing shows.")
    page = param.Selector(default="Playground", objects=["Playground", "Gallery", "Compare", "Tokenizer", "Help"])
    dark = param.Boolean(default=False)
    # -- derived
    compiled = param.Parameter(default=None, constant=True, doc="The last good compile.")
    problem = param.Parameter(default=None, constant=True, doc="What is wrong with the newest text.")
    findings = param.Parameter(default=None, constant=True, doc="What lint says of it; None until it was asked.")
    moves = param.Parameter(default=(), constant=True, doc="The tape: a tuple of Move.")
    drawing = param.Parameter(default=None, constant=True, doc="The automaton with the tape's place in it.")
    status = param.Tuple(default=("Ready", ""), length=2, constant=True, doc="Its first word, and why.")
    running = param.Boolean(default=False, constant=True)
    notice = param.String(default="", constant=True, doc="What there is to say about a file that was loaded.")

    OPTIONS: ClassVar = ("whitespace", "order", "closed", "formats")

    @property
    def options(self) -> dict[str, Any]:
        """The options that this kind of grammar has."""
        return {name: getattr(self, name) for name in self.OPTIONS} if self.kind == "json_schema" else {}

    @property
    def options_changed(self) -> bool:
        """Whether any option is not at its default."""
        return any(value != self.param[name].default for name, value in self.options.items())

    def fitted(self, name: str, value: Any) -> tuple[bool, Any]:
        """Whether a value from a link is one this input takes, and that value."""
        parameter = self.param[name]
        if isinstance(parameter, param.Selector):
            known = {str(one): one for one in parameter.objects}
            return str(value) in known, known.get(str(value))
        low, high = getattr(parameter, "bounds", None) or (None, None)
        return (low is None or low <= value) and (high is None or value <= high), value


def is_preset(values: dict[str, Any]) -> bool:
    """Whether kind and text are those of the preset that a link names."""
    named = next((one for one in presets() if one.name == values.get("preset")), None)
    return named is not None and (named.kind, named.text) == (values.get("kind"), values.get("grammar"))
