"""Verdicts, guides and tokens as static HTML, for a notebook that has no server to ask.

Everything is text from strangers: it is escaped here, and nothing but styles written in this file goes into a tag.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from maskscope.guide.wording import shown

if TYPE_CHECKING:
    from maskscope.guide.guide import Guide
    from maskscope.guide.verdict import Verdict

_CHIP = (
    "display:inline-block;margin:2px;padding:1px 6px;border:1px solid #888;border-radius:6px;font-family:monospace;"
    "white-space:pre"
)
_ALLOWED, _REFUSED = "#1a7f37", "#b3261e"  # contrast with white and near-black of at least 4.5
_MOST_CHIPS = 40


def chip(data: bytes, title: str) -> str:
    """One token as a little box; its title shows when it is pointed at.

    >>> "&lt;b&gt;" in chip(b"<b>", "token 1")
    True
    """
    return f'<span style="{_CHIP}" title="{escape(title)}">{escape(shown(data))}</span>'


def chips(tokens: Iterable[tuple[int, bytes]], most: int = _MOST_CHIPS) -> str:
    """Tokens in a row, ids in their titles; past `most` a count stands for the rest."""
    listed = list(tokens)
    more = f" … and {len(listed) - most:,} more" if len(listed) > most else ""
    return "".join(chip(data, f"token {token}") for token, data in listed[:most]) + more


def verdict_html(verdict: Verdict) -> str:
    """The sentence, after the word that sums it up."""
    word, colour = ("Allowed", _ALLOWED) if verdict.is_allowed else ("Refused", _REFUSED)
    return f'<p><b style="color:{colour}">{word}</b> {escape(str(verdict))}</p>'


def guide_html(guide: Guide) -> str:
    """What the guide puts together, and the tokens a text may begin with."""
    vocabulary, allowed = guide.vocabulary, guide.allowed(guide.start)
    head = (
        f"<p><b>Guide</b>: {escape(guide.language.kind or 'a language')} × {escape(vocabulary.name)}, "
        f"{len(allowed):,} of {vocabulary.size:,} tokens may come first, "
        f"the shortest text has {guide.distance(guide.start):,} bytes</p>"
    )
    return head + chips((token, vocabulary.token(token)) for token in allowed.tolist())
