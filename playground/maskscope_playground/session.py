"""One user's playground: inputs that views may set, and what follows from them, which only the session sets.

    kind, grammar, options ──compile──▶ compiled | problem ──▶ a new, empty tape
    vocabulary, seed, budget, strategy                     ──▶ how the tape goes on
    step, run, stop, back, push                            ──▶ tape, status

Views read and watch parameters; they never keep state of their own. No Panel here: all of it can be tested, and is,
without a browser. While the newest text is broken, `compiled` stays the last good one and `problem` says why.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from time import perf_counter
from typing import Any

import numpy as np
import param
from numpy.typing import NDArray

from maskscope.errors import MaskscopeError, Note, VocabularyError
from maskscope.guide.guide import DEAD
from maskscope.text import Span
from maskscope.vocab.load import load_tokenizer, load_vocabulary
from maskscope.vocab.tokenizer import Tokenizer
from maskscope.vocab.vocabulary import Vocabulary
from maskscope_playground.compiled import Compiled, compiled
from maskscope_playground.inputs import LINKED, VOCABULARIES, Inputs, is_preset
from maskscope_playground.present.drawing import Drawing
from maskscope_playground.present.pictures import window
from maskscope_playground.present.stack import stack_rows
from maskscope_playground.present.status import status_of
from maskscope_playground.present.typing_in import fitting_prefix, tokens_of
from maskscope_playground.present.words import counted
from maskscope_playground.strategies import (
    Logits,
    Model,
    Sampling,
    chooser_of,
    model_of,
    shares_of,
)
from maskscope_playground.tape import Chooser, Move, Tape, empty_tape, replayed
from maskscope_presets import preset, presets

_SLICE = 0.008  # seconds of work before the page gets a turn
_PAUSE = 0.004  # seconds of that turn: with none at all a server answers a click on Stop only when the run is over
_SHOWN_EVERY = 0.1  # seconds between looks at a running tape


class Session(Inputs):
    """One user's playground. Views read it and write only its inputs; it alone writes what is derived."""

    def __init__(self, **params: Any) -> None:
        self._tape: Tape | None = None
        self._n_allowed: dict[int, int] = {}  # machine state → tokens allowed there, as far as anybody looked
        self._own_logits: Logits | None = None
        self._own_tokenizers: dict[str, Tokenizer] = {}
        super().__init__(**params)
        if self.grammar:
            self.preset = ""
            self._compile()
        else:
            self._load_preset()

    # -- the grammar

    @param.depends("preset", watch=True)
    def _load_preset(self) -> None:
        if self.preset:
            chosen = preset(self.preset)
            plain = {name: self.param[name].default for name in self.OPTIONS}
            known = {k: v for k, v in chosen.options.items() if k in plain}
            self.param.update(kind=chosen.kind, grammar=chosen.text, **{**plain, **known})

    @param.depends("kind", "grammar", "whitespace", "order", "closed", "formats", watch=True)
    def _compile(self) -> None:
        if self.preset and preset(self.preset).kind != self.kind:
            self.preset = next(one.name for one in presets() if one.kind == self.kind)  # an untouched text goes along
            return
        self._stop_running()
        try:
            fresh = compiled(self.kind, self.grammar, self.options, self.tokens)
        except MaskscopeError as error:
            self._derive(problem=error)
            return
        self._adopt(fresh if self.compiled else replace(fresh, milliseconds=None))

    def _adopt(self, fresh: Compiled) -> None:
        self._tape = empty_tape(fresh.guide, self.seed, self.budget)
        self._n_allowed = {}
        with param.parameterized.batch_call_watchers(self):
            self._derive(compiled=fresh, problem=None, findings=None)
            self._publish()

    def lint(self) -> None:
        """Look for what is odd about the grammar with the vocabulary."""
        if self.compiled is None:
            return
        try:
            self._derive(findings=self.compiled.guide.lint())
        except MaskscopeError as error:
            self._derive(findings=(Note("warning", str(error)),))

    @property
    def tokens(self) -> Vocabulary:
        """The vocabulary in use."""
        own = self._own_tokenizers.get(self.vocabulary)
        return own.vocabulary if own else load_vocabulary(self.vocabulary)

    @property
    def tokenizer(self) -> Tokenizer:
        """How text becomes tokens of that vocabulary."""
        return self._own_tokenizers.get(self.vocabulary) or load_tokenizer(self.vocabulary)

    def add_tokenizer(self, tokenizer: Tokenizer) -> None:
        """Use a tokenizer of the reader's own, under its vocabulary's name."""
        name = tokenizer.vocabulary.name
        if name in VOCABULARIES:
            raise VocabularyError(name, None, "a vocabulary that ships has this name; rename the file")
        self._own_tokenizers[name] = tokenizer
        names = self.param["vocabulary"].objects
        if name not in names:
            self.param["vocabulary"].objects = [*names, name]
        if self.vocabulary == name:
            self._change_vocabulary()
        self.vocabulary = name

    def announce(self, words: str) -> None:
        """Say something about a file that is being loaded; an empty text takes it back."""
        self._derive(notice=words)

    @param.depends("vocabulary", watch=True)
    def _change_vocabulary(self) -> None:
        if self.compiled is None:
            return
        try:
            tokens = self.tokens
        except VocabularyError as error:  # in the browser its file may not have come
            self.announce(str(error))
            self.vocabulary = self.compiled.guide.vocabulary.name
            return
        self._stop_running()
        self._adopt(self.compiled.with_vocabulary(tokens))

    def type_grammar(self, text: str) -> None:
        """Take a text from the keyboard: it is no longer the preset's."""
        with param.parameterized.batch_call_watchers(self):
            self.preset = ""
            self.grammar = text

    def restore(self, values: dict[str, Any], tape: list[tuple[int, bool]]) -> None:
        """The screen of a link: the values that fit, the others at default, then its tape as far as allowed."""
        fitting = {name: self.param[name].default for name in LINKED}
        for name, value in values.items():
            fits, fitted = self.fitted(name, value)
            if fits:
                fitting[name] = fitted
        if not is_preset(fitting):
            fitting["preset"] = ""
        with param.parameterized.batch_call_watchers(self):
            self.param.update(**fitting)
        self.reset()
        if self._tape and self.problem is None and tape:
            tokens, by_hand = tuple(t for t, _ in tape), frozenset(i for i, (_, hand) in enumerate(tape) if hand)
            self._tape = replayed(self._tape, tokens, by_hand, self._chooser())
            self._publish()

    # -- the tape

    @property
    def tape(self) -> Tape | None:
        """The tape itself; change it only through this session."""
        return self._tape

    @property
    def state(self) -> int:
        """The guide's state at the end of the tape, DEAD while nothing has compiled."""
        return self._tape.state if self._tape else DEAD

    @property
    def data(self) -> bytes:
        """The bytes on the tape."""
        return self._tape.data if self._tape else b""

    @property
    def machine_state(self) -> int:
        """The same state as the drawing numbers it (the last one before an end token)."""
        return int(self.compiled.machine.after(self.data))

    def reset(self) -> None:
        """An empty tape, and the random numbers from their seed."""
        self._stop_running()
        if self._tape:
            self._tape = empty_tape(self._tape.guide, self.seed, self.budget)
            self._publish()

    def back(self, count: int | None = None) -> None:
        """Keep `count` tokens, by default all but the last."""
        self._stop_running()
        if self._tape:
            self._tape.back_to(max(0, len(self._tape.moves) - 1) if count is None else count)
            self._publish()

    def step(self) -> bool:
        """Take one token by the strategy; False when the run is over."""
        taken = bool(self._tape) and self._tape.step(self._chooser())
        self._publish()
        return taken

    def push(self, token: int) -> bool:
        """Take this very token; False when it is refused."""
        self._stop_running()
        taken = bool(self._tape) and self._tape.push(token)
        self._publish()
        return taken

    def type_text(self, text: str) -> tuple[str, str]:
        """Tokenize a text and take it as far as the grammar goes; a first word and a sentence say how far that was."""
        self._stop_running()
        if not self._tape or self.state < 0:
            return "Refused", "the text is finished, and nothing may follow"
        language, start = self._tape.guide.language, self.state
        data = text.encode("utf-8", "replace")
        taken = fitting_prefix(language, start, data)
        for token in tokens_of(self.tokenizer, data[:taken]):
            if not self._tape.push(token):
                break
        self._publish()
        if taken == len(data):
            return "Taken", f"{counted(taken, 'byte')}"
        return "Refused", str(self._tape.guide.why(start, data))

    async def run(self) -> None:
        """Take tokens until the run is over or `stop` is called, giving the page a turn every few milliseconds."""
        if self.running or not self._tape:
            return
        self._derive(running=True)
        shown = perf_counter()
        while self.running and self._advance():
            if perf_counter() - shown > _SHOWN_EVERY:
                self._publish()
                shown = perf_counter()
            await asyncio.sleep(_PAUSE)
        self._derive(running=False)
        self._publish()

    def stop(self) -> None:
        """End a run at the next turn."""
        self._derive(running=False)

    def _advance(self) -> bool:
        """One slice of a run; False when it is over."""
        choose, until = self._chooser(), perf_counter() + _SLICE
        while perf_counter() < until:
            if not (self._tape and self._tape.step(choose)):
                return False
        return True

    def _chooser(self) -> Chooser:
        sampling = Sampling(self.temperature, self.top_k, self.top_p, self.min_p)
        return chooser_of(self.strategy, self._model()[0], sampling)

    def _model(self) -> tuple[Model, str]:
        return model_of(self.model, self.tokens, self._own_logits)

    @property
    def model_note(self) -> str:
        """What stands in for the model where it cannot be had; empty where it can, or none is asked."""
        return "" if self.strategy == "monkey" else self._model()[1]

    def use_logits(self, logits: Logits) -> None:
        """Take the reader's own logits, the same at every step."""
        self._own_logits = logits
        self.model = "own"
        self.reset()

    @param.depends("seed", "budget", "strategy", "model", "temperature", "top_k", "top_p", "min_p", watch=True)
    def _change_plan(self) -> None:
        """A new seed or budget begins with an empty tape: what is shown is always what they give."""
        self.reset()

    # -- what the views ask for

    @property
    def live_spans(self) -> tuple[Span, ...]:
        """The parts of the source that could consume the next byte in the state that is shown."""
        state = self.shown_state[0]
        return self.compiled.language.origins(state) if state >= 0 else ()

    @property
    def stack(self) -> list[list[str]]:
        """The rules a recursive grammar has open, outermost first; empty where there are none."""
        state = self.shown_state[0]
        return stack_rows(self.compiled.language, state) if self.compiled and state >= 0 else []

    @property
    def shares(self) -> NDArray[np.float64] | None:
        """Probabilities of the tokens allowed at the tape's end, where a model is asked: float64 (allowed,)."""
        if self.strategy == "monkey" or self.looked_at is not None or not self._tape or self.state < 0:
            return None
        temperature = self.temperature if self.strategy == "sampler" else 1.0
        return shares_of(self._model()[0](self._tape.tokens), self._tape.guide.allowed(self.state), temperature)

    # -- publishing

    def _stop_running(self) -> None:
        if self.running:
            self._derive(running=False)

    def _publish(self) -> None:
        moves: tuple[Move, ...] = tuple(self._tape.moves) if self._tape else ()
        with param.parameterized.batch_call_watchers(self):
            self.looked_at = None
            self._derive(moves=moves, status=status_of(self._tape))
            self._draw()

    @param.depends("fold", "radius", watch=True)
    def _draw(self) -> None:
        if self.compiled is None:
            return
        machine = self.compiled.machine
        data, here = self.data, self.machine_state
        picture = self.compiled.whole(self.fold) or window(machine, data, self.radius, self.fold)
        if self.state >= 0:
            self._n_allowed[here] = len(self.compiled.guide.allowed(self.state))
        walked = picture.walked(data)
        self._derive(drawing=Drawing(picture, here, self.looked_at, walked, dict(self._n_allowed)))

    def look_at(self, state: int | None) -> None:
        """Show the tokens of a state of the drawing without moving the tape; None, or the tape's own, looks back."""
        self.looked_at = None if state == self.machine_state else state
        self._draw()

    @property
    def shown_state(self) -> tuple[int, int]:
        """The state whose tokens are shown, as the guide numbers it and as the drawing does."""
        machine = self.compiled.machine
        if self.looked_at is None:
            return self.state, self.machine_state if self.state >= 0 else DEAD
        way = machine.shortest_way(self.looked_at)
        return (
            self.compiled.language.run(machine.language.start, way) if way is not None else self.looked_at
        ), self.looked_at

    def _derive(self, **values: Any) -> None:
        with param.edit_constant(self):
            self.param.update(**values)
