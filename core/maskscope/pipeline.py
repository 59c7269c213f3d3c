"""From a grammar text to its language: the stages in order, each named, timed and kept.

    text ── read ──▶ ir.Grammar ── build ──▶ Language

`compile` is all most people need. `stages` yields after each step what it gave and how long it took, so that a view can
show progress and every intermediate form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from maskscope.automaton.emptiness import refuse_empty
from maskscope.automaton.language import Language, build_language
from maskscope.errors import GrammarError
from maskscope.ir.nodes import Grammar
from maskscope.limits import DEFAULT_LIMITS, Limits
from maskscope.reading.json_document import WrittenSource, check_depth
from maskscope.reading.size import check_size
from maskscope.text import Source, Span

KINDS = ("regex", "gbnf", "json_schema")


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One finished step of a compile: `name` is "read" or "build", `result` a Grammar or the Language."""

    name: str
    seconds: float
    result: Grammar | Language


def compile(
    kind: str, text: str | dict[str, Any] | bool, *, limits: Limits = DEFAULT_LIMITS, **options: Any
) -> Language:
    """The language of a regex, a GBNF grammar or a JSON Schema.

    `kind` is "regex", "gbnf" (option `root`) or "json_schema" (options `whitespace`, `order`, `closed`, `formats`; the
    text may be a parsed schema, a dict or bool). Raises GrammarError at the place that is wrong, UnsupportedError,
    UnsatisfiableError, or LimitExceeded; TypeError for an option the kind does not have.

    >>> language = compile("regex", "[0-9]{4}-[0-9]{2}")
    >>> language.accepts("2026-08"), language.accepts("2026-8")
    (True, False)
    """
    language: Grammar | Language | None = None
    for stage in stages(kind, source_of(kind, text), limits=limits, **options):
        language = stage.result
    assert isinstance(language, Language)
    return language


def stages(kind: str, source: Source, *, limits: Limits = DEFAULT_LIMITS, **options: Any) -> Iterator[Stage]:
    """The steps of `compile`, each yielded when it is done."""
    reader = _reader(kind, options)
    _check_text(source, limits)
    started = perf_counter()
    grammar = reader(source, limits)
    yield Stage("read", perf_counter() - started, grammar)
    started = perf_counter()
    language = build_language(grammar, source, limits, kind)
    refuse_empty(language.nfa, source)
    yield Stage("build", perf_counter() - started, language)


def source_of(kind: str, text: str | dict[str, Any] | bool, name: str | None = None) -> Source:
    """The text with the name that opens its messages; a parsed schema has its JSON text when it is asked for."""
    if isinstance(text, str):
        return Source(name or kind, text)
    if kind == "json_schema" and isinstance(text, (dict, bool)):
        return WrittenSource(name or kind, text)
    raise TypeError(f"a {kind} grammar is a str, not {type(text).__name__}")


def _reader(kind: str, options: dict[str, Any]) -> Callable[[Source, Limits], Grammar]:
    # Each reader is imported when it is asked for: a third of all modules, of which a page needs one kind at its start.
    if kind == "json_schema":
        from maskscope.syntax.schema.options import SchemaOptions
        from maskscope.syntax.schema.read import read_schema

        chosen = SchemaOptions(**options)
        return lambda source, limits: read_schema(source, limits, chosen)
    if kind == "gbnf":
        from maskscope.syntax.gbnf_read import read_gbnf

        root = options.pop("root", "root")
        _no_more(kind, options)
        return lambda source, limits: read_gbnf(source, limits, root=root)
    if kind == "regex":
        from maskscope.syntax.regex_read import read_regex

        _no_more(kind, options)
        return read_regex
    raise ValueError(f"unknown kind {kind!r}: one of {', '.join(KINDS)}")


def _no_more(kind: str, options: dict[str, Any]) -> None:
    if options:
        raise TypeError(f"{kind} has no option {next(iter(options))!r}")


def _check_text(source: Source, limits: Limits) -> None:
    if isinstance(source, WrittenSource):  # its text is made when a place is asked for
        return check_depth(source.value, limits)
    check_size(source.text, limits)
    try:
        source.text.encode()
    except UnicodeEncodeError as error:
        span = Span(error.start, error.start + 1)
        raise GrammarError("a lone surrogate is not a character", source, span, "write the character itself") from None
    return None
