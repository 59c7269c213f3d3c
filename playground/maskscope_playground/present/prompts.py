"""A prompt before a grammar: its tokens, and how the last of them is healed. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from maskscope.decode.chat import chat_prompt
from maskscope.errors import MaskscopeError
from maskscope.guide.guide import Guide
from maskscope.vocab.tokenizer import Tokenizer
from maskscope_playground.present.pieces import LONGEST, text_chip
from maskscope_playground.present.words import counted, quoted

PLAIN = "plain"
LAYOUTS = {
    "plain text": PLAIN,
    "DeepSeek V4": "deepseek-v4",
    "DeepSeek V4.1": "deepseek-v4.1",
    "the file's own template": "template",
}
THINKING = {"no thinking": "none", "thinking": "high", "thinking, most": "max"}
_MOST_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, and how it is laid out; `begun` is text that the answer is made to begin with."""

    layout: str = PLAIN
    system: str = ""
    user: str = ""
    think: str = "none"
    begun: str = ""


def prompt_tokens(tokenizer: Tokenizer, prompt: Prompt) -> tuple[list[int], str]:
    """The prompt's ids, and why there are none."""
    if len(prompt.system) + len(prompt.user) + len(prompt.begun) > LONGEST:
        return [], f"The prompt is longer than {LONGEST:,} characters."
    try:
        if prompt.layout == PLAIN:
            return tokenizer.encode(prompt.user + prompt.begun), ""
        laid = chat_prompt(prompt.layout, prompt.system, prompt.user, prompt.think, tokenizer=tokenizer)
        assert isinstance(laid, list)  # with a tokenizer it is ids
        return [*laid, *tokenizer.encode_plain(prompt.begun, is_first=False)], ""
    except (MaskscopeError, ValueError) as error:
        return [], str(error)


def prompt_chips(tokenizer: Tokenizer, ids: list[int]) -> list[dict[str, Any]]:
    """One chip a token; control tokens look like the end of a text, which is one of them."""
    vocabulary, names = tokenizer.vocabulary, {token: name for name, token in tokenizer.control_ids.items()}
    return [
        text_chip(token, vocabulary.token(token))
        if vocabulary.is_text(token)
        else _control_chip(token, names.get(token, f"#{token}"))
        for token in ids
    ]


def _control_chip(token: int, name: str) -> dict[str, Any]:
    title = f"control token {token}: {name}"
    return {"id": token, "parts": [["eos", name]], "said": name, "hex": "", "title": title, "end": True}


def prompt_words(tokenizer: Tokenizer, ids: list[int]) -> str:
    """How many tokens there are, and of what sort."""
    control = sum(not tokenizer.vocabulary.is_text(token) for token in ids)
    return counted(len(ids), "token") + (f", {counted(control, 'control token')} among them" if control else "")


def healing_words(guide: Guide, ids: list[int]) -> str:
    """What happens where the prompt ends and the grammar begins."""
    healing = guide.heal(ids)
    allowed = healing.guide.allowed(healing.state)
    first = [quoted(healing.guide.vocabulary.token(int(token))) for token in allowed[:_MOST_EXAMPLES]]
    more = ", …" if len(allowed) > len(first) else ""
    choice = f"{counted(len(allowed), 'token')} may come first{': ' if first else ''}{', '.join(first)}{more}"
    if not healing.dropped:
        return f"Nothing to heal: the grammar begins after the last token. {choice}"
    return f"Token healing takes the last token, {quoted(healing.data)}, back; what comes must spell it first. {choice}"
