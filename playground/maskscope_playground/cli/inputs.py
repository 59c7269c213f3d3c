"""What the user hands over: grammars, texts, vocabularies, read as UTF-8 whatever the locale.

`@takes_grammar` gives a command the arguments KIND and FILE and the options of `compile`, as one value. A file is read
when the command asks for it, so a problem with it is reported like any other.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from maskscope.automaton.language import Language
    from maskscope.text import Source
    from maskscope.vocab.tokenizer import Tokenizer
    from maskscope.vocab.vocabulary import Vocabulary

KINDS = ("regex", "gbnf", "json_schema")
_OF_KIND = {"regex": (), "gbnf": ("root",), "json_schema": ("whitespace", "order", "closed", "formats")}

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


class Utf8(click.ParamType):  # type: ignore[type-arg]
    """A text on the command line: its bytes are read as UTF-8, though Python decoded them by the locale."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The text; a usage error when the bytes are no UTF-8."""
        try:
            return os.fsencode(value).decode("utf-8")
        except UnicodeError:
            self.fail("this is not UTF-8 text", param, ctx)


class Whitespace(click.ParamType):  # type: ignore[type-arg]
    """`none`, `json`, or the most blanks in a row."""

    name = "none|json|N"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str | int:
        """The value as `compile` takes it."""
        if value in ("none", "json"):
            return str(value)
        if not str(value).isascii() or not str(value).isdigit():
            self.fail(f"{value!r} is neither none, json nor a count", param, ctx)
        return int(value)


@dataclass(frozen=True, slots=True)
class GrammarFile:
    """A grammar that was asked for: where it is and how to compile it."""

    kind: str
    path: str
    options: dict[str, Any]

    @property
    def name(self) -> str:
        """What opens its messages: the file, or the kind when it comes from standard input."""
        return self.kind if self.path == "-" else self.path

    def source(self) -> Source:
        """The text. Of a regex, one final line end is not part of it."""
        from maskscope.text import Source

        text = read_text(self.path, self.name)
        if self.kind == "regex":
            text = text.removesuffix("\n").removesuffix("\r") if text.endswith("\n") else text
        return Source(self.name, text)

    def language(self) -> Language:
        """The grammar, compiled; raises what is wrong with it."""
        from maskscope.automaton.language import Language
        from maskscope.pipeline import stages

        result: object = None
        for stage in stages(self.kind, self.source(), **self.options):
            result = stage.result
        assert isinstance(result, Language)
        return result


def options_of(kind: str) -> tuple[str, ...]:
    """The options of `compile` that a kind has."""
    return _OF_KIND[kind]


def read_text(path: str, name: str) -> str:
    """The file's text, without a byte order mark; exits with 1 when it is not UTF-8 or cannot be read."""
    with reading(name):
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        problem = f"{name}: byte {error.start:,} is not UTF-8; save the file as UTF-8"
        raise click.ClickException(problem) from None


def grammar_file(kind: str, path: str, options: dict[str, Any]) -> GrammarFile:
    """The value for one KIND and FILE; an option that the kind does not have is a usage error."""
    given = {key: value for key, value in options.items() if value is not None}
    for key in given:
        if key not in _OF_KIND[kind]:
            raise click.UsageError(f"--{key} is not for {kind}")
    return GrammarFile(kind, path, given)


_OPTIONS = (
    click.option("--root", type=Utf8(), help="gbnf: the rule to start from."),
    click.option("--whitespace", type=Whitespace(), help="json_schema: none, json (any), or at most N in a row."),
    click.option("--order", type=click.Choice(["declared", "any"]), help="json_schema: the order of keys."),
    click.option("--closed", is_flag=True, default=None, help="json_schema: no keys but the declared ones."),
    click.option("--formats", type=click.Choice(["assert", "annotate"]), help="json_schema: what format means."),
)


def compile_options(command: Callable[..., None]) -> Callable[..., None]:
    """Adds the options of `compile`."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def takes_grammar(command: Callable[..., None]) -> Callable[..., None]:
    """Adds KIND, FILE and the options of `compile`; the command gets them as `grammar`."""

    @functools.wraps(command)
    def with_grammar(
        kind: str, file: str, root: Any, whitespace: Any, order: Any, closed: Any, formats: Any, **rest: Any
    ) -> None:
        options = {"root": root, "whitespace": whitespace, "order": order, "closed": closed, "formats": formats}
        command(grammar=grammar_file(kind, file, options), **rest)

    wrapped = compile_options(with_grammar)
    wrapped = click.argument("file", type=FILE)(wrapped)
    return click.argument("kind", type=click.Choice(KINDS))(wrapped)


vocabulary_option = click.option(
    "--vocab", default="gpt2", show_default=True, metavar="NAME|FILE", help="A vocabulary that ships, or a file."
)


def vocabulary(name: str) -> Vocabulary:
    """The vocabulary of that name, or of the tokenizer file there."""
    from maskscope.vocab.load import load_vocabulary

    with reading(name):
        return load_vocabulary(name)


def tokenizer(name: str, splitter: str | None = None) -> Tokenizer:
    """The tokenizer of that name, or of the file there; `splitter` is for .tiktoken files, which do not name theirs."""
    from maskscope.vocab.load import load_tokenizer
    from maskscope.vocab.split_patterns import SPLITTERS

    if splitter is not None and splitter not in SPLITTERS:
        raise click.UsageError(f"there is no splitter {splitter!r}: it is one of {', '.join(SPLITTERS)}")
    with reading(name):
        return load_tokenizer(name, splitter=splitter)


@contextmanager
def reading(name: str) -> Iterator[None]:
    """A file that cannot be opened is the user's problem: exits with 1 and says why."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"{name}: {error.strerror or error}") from None
