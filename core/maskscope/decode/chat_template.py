"""A model's own chat template (Jinja), run where it can do no harm, on texts that cannot become control tokens.

Templates come with model files, from anybody: jinja2's immutable sandbox lets them compute text and nothing else. They
give one string in which markers and texts are mixed, so before a text goes in, every special token that it spells is
broken by a character that no text has (a Unicode noncharacter); in the result, what is still whole is a marker, and
the breaking character is taken out of the rest. So templates may trim, split or test texts as they like.

Limits: a template that spells a marker half itself and half with a user's text would be believed; none does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NoReturn

from jinja2 import TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from maskscope.decode.prompt_parts import Control, Message, Part, Plain
from maskscope.errors import VocabularyError
from maskscope.vocab.tokenizer import Tokenizer, Verbatim

_NONCHARACTERS = [chr(point) for point in range(0xFDD0, 0xFDF0)]

_LONGEST = 1_000_000  # characters or items that a template may make by one multiplication


class Sandbox(ImmutableSandboxedEnvironment):
    """jinja2's sandbox, which also refuses to multiply texts and numbers beyond measure."""

    intercepted_binops = frozenset({"*", "**"})

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        sizes = [len(x) if hasattr(x, "__len__") else abs(x) for x in (left, right)]
        long = hasattr(left, "__len__") or hasattr(right, "__len__")
        if (long and sizes[0] * sizes[1] > _LONGEST) or (operator == "**" and sizes[1] > 64):
            raise TemplateError(f"{operator} makes too much")
        return super().call_binop(context, operator, left, right)


def template_parts(
    tokenizer: Tokenizer, messages: Sequence[Message], think: bool = False, variables: Mapping[str, Any] | None = None
) -> list[Part]:
    """The messages as the tokenizer's chat template lays them out, ready for the answer to begin.

    `variables` are handed to the template beside the usual ones. VocabularyError if there is no template or it fails.
    """
    breaker = _unused_character([message.content for message in messages])
    finder = Verbatim.of(tokenizer.control_ids)
    names = {token: name for name, token in tokenizer.control_ids.items()}
    broken = [{"role": m.role, "content": _broken(m.content, finder, names, breaker)} for m in messages]
    text = render(tokenizer, broken, {"enable_thinking": think, "thinking": think, **(variables or {})})
    return list(_found(text, finder, names, breaker))


def render(tokenizer: Tokenizer, messages: Sequence[Mapping[str, str]], variables: Mapping[str, Any]) -> str:
    """What the template makes of the messages, as one string."""
    name = tokenizer.vocabulary.name
    if not tokenizer.chat_template:
        raise VocabularyError(name, None, "the file has no chat template")
    environment = Sandbox(trim_blocks=True, lstrip_blocks=True, extensions=["jinja2.ext.loopcontrols"])
    environment.globals |= {"raise_exception": _raise, "strftime_now": _today}
    environment.filters["tojson"] = _json  # jinja2's own writes for HTML
    special = {i: token.decode(errors="replace") for token, i in tokenizer.vocabulary.special_tokens.items()}
    ends = tokenizer.vocabulary.eos_ids
    usual = {
        "messages": list(messages),
        "add_generation_prompt": True,
        "bos_token": special.get(tokenizer.bos_id, "") if tokenizer.bos_id is not None else "",
        "eos_token": special.get(ends[0], "") if ends else "",
    }
    try:
        return environment.from_string(tokenizer.chat_template).render({**usual, **variables})
    except (
        TemplateError,
        ArithmeticError,
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        RecursionError,
    ) as error:
        raise VocabularyError(name, None, f"its chat template fails: {error}") from None


def _raise(message: str) -> NoReturn:
    raise TemplateError(message)


def _json(value: Any, indent: int | None = None) -> str:
    return json.dumps(value, ensure_ascii=False, indent=indent)


def _today(form: str) -> str:
    return date.today().strftime(form)


def _unused_character(texts: Sequence[str]) -> str:
    used = "".join(texts)
    free = next((character for character in _NONCHARACTERS if character not in used), None)
    if free is None:
        raise ValueError("a message holds all of U+FDD0 to U+FDEF, none of which is a character")
    return free


def _broken(text: str, finder: Verbatim, names: Mapping[int, str], breaker: str) -> str:
    """The text with every control token that it spells made unrecognisable."""
    found = finder.stretches(text)
    return "".join(names[part][:1] + breaker + names[part][1:] if isinstance(part, int) else part for part in found)


def _found(text: str, finder: Verbatim, names: Mapping[int, str], breaker: str) -> Iterator[Part]:
    for part in finder.stretches(text):
        yield Control(names[part]) if isinstance(part, int) else Plain(part.replace(breaker, ""))
