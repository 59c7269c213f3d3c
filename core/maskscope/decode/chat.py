"""Chats as prompts: the markers that a model was trained with, around texts that stay texts.

    >>> chat_prompt("deepseek-v4", "Be brief.", "Hi", think="none")
    '<｜begin▁of▁sentence｜>Be brief.<｜User｜>Hi<｜Assistant｜></think>'

A prompt is a row of parts: control tokens and texts. Given a tokenizer it becomes ids, and then what a user typed stays
plain BPE: `<｜User｜>` inside a prompt is eight characters, never the token. The layouts built in are DeepSeek's as ds4
writes them; any other model is written by its own template (`chat_template.py`).

| layout, think | row |
|---|---|
| V4 none | BOS · system · User · prompt · Assistant · `</think>` |
| V4 high | the same, ending `<think>` |
| V4 max | an effort paragraph between BOS and system; ends `<think>` |
| V4.1 1–100 | BOS · System · effort line, blank line, system · User · prompt · Assistant · `<think>` |
| V4.1 0 | BOS · System and system, if there is a system text · User · prompt · Assistant · `</think>` |
"""

from __future__ import annotations

from collections.abc import Iterable

from maskscope.decode.prompt_parts import Control, Message, Part, Plain, ids_of_parts, text_of_parts
from maskscope.vocab.tokenizer import Tokenizer

BOS, SYSTEM = Control("<｜begin▁of▁sentence｜>"), Control("<｜System｜>")
USER, ASSISTANT = Control("<｜User｜>"), Control("<｜Assistant｜>")
THINK, NO_THINK = Control("<think>"), Control("</think>")
EFFORT_LINE = "Reasoning effort: {level}"  # the wording is the model's; pass `effort` for another
LAYOUTS = ("deepseek-v4", "deepseek-v4.1", "template")
_V41_LEVELS = {"none": 0, "high": 75, "max": 100}

Think = str | int | bool | None


def chat_prompt(
    layout: str,
    system: str = "",
    user: str = "",
    think: Think = None,
    *,
    tokenizer: Tokenizer | None = None,
    effort: str | None = None,
) -> list[int] | str:
    """The prompt of one question: its ids if a `tokenizer` is given, else its text, to look at.

    `layout` is one of LAYOUTS; "template" uses the tokenizer's own chat template. `think` is "none", "high" or "max",
    for V4.1 also a level 0 to 100; True means high, False and None mean none. `effort` is the model's own effort
    paragraph (V4 max, where it must be given) or line (V4.1, in which {level} stands for the number).

    VocabularyError if the tokenizer lacks a marker of the layout.
    """
    parts = list(_parts(layout, system, user, think, tokenizer, effort))
    return text_of_parts(parts) if tokenizer is None else ids_of_parts(parts, tokenizer)


def _parts(
    layout: str, system: str, user: str, think: Think, tokenizer: Tokenizer | None, effort: str | None
) -> Iterable[Part]:
    if layout == "deepseek-v4":
        return _v4(system, user, _named(think), effort)
    if layout == "deepseek-v4.1":
        return _v41(system, user, _level(think), effort or EFFORT_LINE)
    if layout == "template":
        if tokenizer is None:
            raise ValueError("the layout 'template' needs a tokenizer, whose template it is")
        from maskscope.decode.chat_template import template_parts  # jinja2 takes longer to import than all of this

        messages = [Message("system", system)] if system else []
        return template_parts(tokenizer, [*messages, Message("user", user)], bool(think) and think != "none")
    raise ValueError(f"unknown layout {layout!r}: one of {', '.join(LAYOUTS)}")


def _v4(system: str, user: str, think: str, effort: str | None) -> list[Part]:
    if think == "max" and effort is None:
        raise ValueError("thinking 'max' needs the model's effort paragraph: pass effort=…")
    before = (effort or "") + system if think == "max" else system
    return [BOS, Plain(before), USER, Plain(user), ASSISTANT, NO_THINK if think == "none" else THINK]


def _v41(system: str, user: str, level: int, effort: str) -> list[Part]:
    if level:
        opening: list[Part] = [SYSTEM, Plain(f"{effort.replace('{level}', str(level))}\n\n{system}")]
    else:
        opening = [SYSTEM, Plain(system)] if system else []
    return [BOS, *opening, USER, Plain(user), ASSISTANT, THINK if level else NO_THINK]


def _named(think: Think) -> str:
    name = "high" if think is True else think or "none"
    if name not in ("none", "high", "max"):
        raise ValueError(f"unknown thinking mode {think!r}: one of none, high, max")
    return str(name)


def _level(think: Think) -> int:
    if isinstance(think, int) and not isinstance(think, bool):
        if 0 <= think <= 100:
            return think
        raise ValueError(f"thinking level {think} is not within 0..100")
    return _V41_LEVELS[_named(think)]
