"""The Why box: what somebody typed, read as a token id or as text, and the verdict in a sentence."""

from __future__ import annotations

from maskscope.guide.guide import Guide
from maskscope_playground.present.words import quoted

_LONGEST = 400


def verdict_words(guide: Guide, state: int, typed: str) -> tuple[str, str]:
    """A first word and a sentence. `#123` is a token id; anything else is text, whether it is a token or not."""
    number = typed[1:]
    if typed.startswith("#") and number.isdecimal() and len(number) < 10:
        return _of_id(guide, state, int(number))
    data = typed[:_LONGEST].encode("utf-8", "replace")
    token = guide.vocabulary.ids.get(data)
    verdict = guide.why(state, data)
    single = "" if token is None else f" (it is token {token})"
    return ("Allowed" if verdict.is_allowed else "Refused"), f"{verdict}{single}"


def _of_id(guide: Guide, state: int, token: int) -> tuple[str, str]:
    if token >= guide.vocabulary.size:
        return "Refused", f"there is no token {token:,}: {guide.vocabulary.name} has {guide.vocabulary.size:,}"
    verdict = guide.why(state, token)
    return ("Allowed" if verdict.is_allowed else "Refused"), f"{quoted(guide.vocabulary.token(token))}: {verdict}"
