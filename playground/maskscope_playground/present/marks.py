"""What is marked in the source: colours of its words, the parts that are live, what is wrong, what has a note.

Marks are (start, end, class) in code points and may overlap. Colouring is a matter of one regular expression a kind,
each without nested repetition, so its time is linear; a very long text stays plain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from maskscope.errors import Note
from maskscope.text import Span

Mark = tuple[int, int, str]

_LONGEST = 40_000  # code points that are coloured
_MOST_LIVE = 400

_JSON = re.compile(
    r'(?P<key>"(?:[^"\\\n]|\\.)*"(?=\s*:))|(?P<str>"(?:[^"\\\n]|\\.)*")|(?P<num>-?\d[\d.eE+-]*)'
    r"|(?P<name>true|false|null)|(?P<op>[{}\[\],:])"
)
_GBNF = re.compile(
    r'(?P<com>#[^\n]*)|(?P<str>"(?:[^"\\\n]|\\.)*"|\[(?:[^\]\\\n]|\\.)*\])|(?P<key>[A-Za-z][\w-]*(?=\s*::=))'
    r"|(?P<name>[A-Za-z][\w-]*)|(?P<num>\{\d*,?\d*\})|(?P<op>::=|[|*+?().!<>])"
)
_REGEX = re.compile(
    r"(?P<key>\\(?:[pPuxck]\{?\w*\}?|.))|(?P<str>\[\^?\]?(?:[^\]\\\n]|\\.)*\])|(?P<num>\{\d*,?\d*\}[?+]?|[*+?])"
    r"|(?P<op>\(\?[:=!<a-zA-Z-]*>?|[()|^$.])",
    re.DOTALL,
)
_WORDS = {"json_schema": _JSON, "gbnf": _GBNF, "regex": _REGEX}


def colours(kind: str, text: str) -> Iterator[Mark]:
    """The words of a grammar text, each with its class."""
    if len(text) > _LONGEST:
        return
    for match in _WORDS[kind].finditer(text):
        yield match.start(), match.end(), match.lastgroup or ""


def all_marks(kind: str, text: str, live: Iterable[Span], wrong: Iterable[Span], notes: Iterable[Note]) -> list[Mark]:
    """Everything to mark, colours first."""
    marks = list(colours(kind, text))
    marks += live_marks(text, list(live)[:_MOST_LIVE])
    marks += [
        (n.span.start, n.span.end, "note") for n in notes if n.span and "\n" not in text[n.span.start : n.span.end]
    ]
    marks += [(span.start, span.end, "bad") for span in wrong]
    return marks


def live_marks(text: str, spans: list[Span]) -> list[Mark]:
    """The live parts: what fits on a line is marked strongly, and what spans lines (a whole object) only tinted."""
    narrow = [span for span in spans if "\n" not in text[span.start : span.end]]
    wide = [span for span in spans if "\n" in text[span.start : span.end]]
    strong = [(span.start, span.end, "live") for span in merged(narrow)]
    return [*((span.start, span.end, "wide") for span in merged(wide)), *strong]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans in order; those that touch or lie inside another become one.

    >>> merged([Span(0, 4), Span(2, 3), Span(4, 6), Span(9, 9)])
    [Span(start=0, end=6), Span(start=9, end=9)]
    """
    out: list[Span] = []
    for span in sorted(spans):
        if out and span.start <= out[-1].end:
            out[-1] = out[-1].to(span)
        else:
            out.append(span)
    return out
