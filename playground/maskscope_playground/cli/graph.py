"""`maskscope graph`: the automaton as a picture, for Graphviz, or as numbers.

A recursive grammar has states without end; then the first ones are drawn, breadth first, and a line says so.
"""

from __future__ import annotations

import json
from collections import deque
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from maskscope_playground.cli.inputs import GrammarFile, takes_grammar

if TYPE_CHECKING:
    from maskscope.automaton.language import Language
    from maskscope.draw.graph import Graph
    from maskscope.text import Span

_FORMATS = ("svg", "dot", "json", "html")


@dataclass(frozen=True, slots=True)
class Automaton:
    """States 0..n-1, of which 0 is the start; `moves` are state → target → bits of the bytes that lead there."""

    moves: dict[int, dict[int, int]]
    accepting: list[bool]
    distance: list[int]
    origins: list[tuple[Span, ...]]
    is_whole: bool


@click.command("graph")
@takes_grammar
@click.option(
    "-o", "--out", required=True, type=click.Path(dir_okay=False, writable=True), help="OUT.svg, .dot, .json or .html."
)
@click.option(
    "--max-states", "most", type=click.IntRange(1), default=500, show_default=True, help="Draw at most so many states."
)
def command(grammar: GrammarFile, out: str, most: int) -> None:
    """Draw the automaton: SVG, Graphviz DOT, JSON, or a page with the grammar beside it.

    \b
    Example:
      maskscope graph regex date.txt -o date.svg
    """
    form = Path(out).suffix.lstrip(".").lower()
    if form not in _FORMATS:
        raise click.UsageError(f"the name of the output must end in one of {', '.join('.' + f for f in _FORMATS)}")
    language = grammar.language()
    automaton = _automaton(language, most)
    text = {"svg": _svg, "dot": _dot, "json": _json, "html": _html}[form](language, automaton)
    try:
        Path(out).write_text(text, encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror or error}") from None
    if not automaton.is_whole:
        click.echo(f"{grammar.name}: more than {most:,} states; {out} shows the first {most:,}", err=True)
    click.echo(f"{out}: {len(automaton.accepting):,} states")


def _automaton(language: Language, most: int) -> Automaton:
    """The first `most` states of the minimal automaton where there is one, else of the language as it is walked."""
    from maskscope.draw.picture import moves_of
    from maskscope.errors import LimitExceeded

    if not language.is_finite_state:
        return _first_states(language, most)
    try:
        dfa = language.dfa()
    except LimitExceeded:
        return _first_states(language, most)
    kept = slice(0, most)  # its states are numbered breadth-first
    moves = {
        state: {target: bits for target, bits in targets.items() if target < most}
        for state, targets in moves_of(dfa.transitions[kept]).items()
    }
    origins = list(dfa.origins[kept])
    return Automaton(moves, dfa.accepting[kept].tolist(), dfa.distance[kept].tolist(), origins, dfa.n_states <= most)


def _first_states(language: Language, most: int) -> Automaton:
    numbers = {language.start: 0}
    queue, moves, left_out = deque([language.start]), {}, False
    while queue:
        state = queue.popleft()
        targets: dict[int, int] = {}
        for b, target in language.live(state):
            if target not in numbers and len(numbers) >= most:
                left_out = True
                continue
            if target not in numbers:
                numbers[target] = len(numbers)
                queue.append(target)
            targets[numbers[target]] = targets.get(numbers[target], 0) | 1 << b
        moves[numbers[state]] = targets
    states = list(numbers)
    return Automaton(
        moves,
        [language.is_accepting(s) for s in states],
        [language.distance(s) for s in states],
        [language.origins(s) for s in states],
        not left_out,
    )


def _graph(automaton: Automaton) -> Graph:
    from maskscope.draw.fold import fold_graph

    return fold_graph(automaton.moves, automaton.accepting.__getitem__, automaton.distance.__getitem__, 0, "auto")


def _svg(language: Language, automaton: Automaton) -> str:
    from maskscope.draw.layout import lay_out
    from maskscope.draw.svg import svg_of

    graph = _graph(automaton)
    return svg_of(graph, lay_out(graph), "auto", title=language.source.name) + "\n"


def _dot(language: Language, automaton: Automaton) -> str:
    from maskscope.draw.dot import dot_of

    return dot_of(_graph(automaton), language.source.name)


def _json(language: Language, automaton: Automaton) -> str:
    """Every state and every move, unfolded; bytes as ranges, both ends included."""
    states = [
        {"accepting": end, "distance": distance, "origins": [[span.start, span.end] for span in origins]}
        for end, distance, origins in zip(automaton.accepting, automaton.distance, automaton.origins)
    ]
    value: dict[str, Any] = {"kind": language.kind, "start": 0, "complete": automaton.is_whole, "states": states}
    value["moves"] = [
        {"from": state, "to": target, "bytes": _ranges(bits)}
        for state, targets in sorted(automaton.moves.items())
        for target, bits in sorted(targets.items())
    ]
    return json.dumps(value) + "\n"


def _ranges(bits: int) -> list[list[int]]:
    from maskscope.sets.byteset import ByteSet

    return [list(run) for run in ByteSet(bits).ranges()]


def _html(language: Language, automaton: Automaton) -> str:
    """A page that stands alone: the grammar's text and the picture."""
    name, text = escape(language.source.name), escape(language.source.text)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{name}</title>\n'
        '<meta name="viewport" content="width=device-width"><style>body{font-family:system-ui;margin:2rem}'
        "pre{overflow:auto}:root{color-scheme:light dark}</style></head>\n"
        f"<body><h1>{name}</h1>\n<pre>{text}</pre>\n{_svg(language, automaton)}</body></html>\n"
    )
