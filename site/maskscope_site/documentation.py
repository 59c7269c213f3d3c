"""The documentation page: Markdown of `docs/`, with tables filled in from the code that the tests use.

A document writes `{{ keywords }}` where a table goes; the table is made from the one place that knows, so it cannot be
out of date: the keyword table, the formats, the limits, the command line's own help.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from typing import cast

import click
from jinja2 import Environment, StrictUndefined
from markdown_it import MarkdownIt

import maskscope.limits
from maskscope.limits import DEFAULT_LIMITS
from maskscope.syntax.schema.formats import FORMATS
from maskscope.syntax.schema.support import TABLE
from maskscope_playground.cli import main as command_line
from maskscope_site.pins import SITE


def documentation_html() -> str:
    """The whole page's content."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    fill = Environment(undefined=StrictUndefined, autoescape=False)  # Markdown, not HTML: markdown-it escapes it
    tables = {"keywords": keywords(), "formats": formats(), "limits": limits(), "commands": commands()}
    documents = sorted((SITE / "docs").glob("*.md"))
    html = "".join(reader.render(fill.from_string(path.read_text("utf-8")).render(tables)) for path in documents)
    return _with_anchors(html)


def keywords() -> str:
    """Every keyword of JSON Schema: how it is meant, and in which drafts."""
    rows = ((f"`{k.name}`", k.level, k.what, _drafts(k.since, k.until)) for k in TABLE)
    return _table(("keyword", "level", "what is built", "drafts"), rows)


def formats() -> str:
    """Every format that is asserted."""
    rows = ((f"`{f.name}`", f.source, f.narrowed or "exactly that") for f in FORMATS.values())
    return _table(("format", "defined by", "built"), rows)


def limits() -> str:
    """Every bound on work, its default and what it bounds: the comments of limits.py."""
    text = Path(maskscope.limits.__file__).read_text("utf-8")
    said = dict(re.findall(r"^    (\w+): int = .*?# (.*)$", text, re.M))
    rows = ((f"`{f.name}`", f"{getattr(DEFAULT_LIMITS, f.name):,}", said[f.name]) for f in fields(DEFAULT_LIMITS))
    return _table(("limit", "default", "bounds"), rows)


def commands() -> str:
    """Every command of `maskscope` with its one line."""
    rows = ((f"`maskscope {name}`", command.get_short_help_str(120)) for name, command in _commands().items())
    return _table(("command", "does"), rows)


def _commands() -> dict[str, click.Command]:
    group = cast(click.Group, command_line)
    context = click.Context(group)
    found = ((name, group.get_command(context, name)) for name in group.list_commands(context))
    return {name: command for name, command in found if command is not None}


def _drafts(since: int, until: int) -> str:
    names = {4: "04", 6: "06", 7: "07", 2019: "2019-09", 2020: "2020-12"}
    return "all" if (since, until) == (4, 2020) else f"{names[since]} to {names[until]}"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _with_anchors(html: str) -> str:
    """Headings get an id, so that a link can point at them."""

    def named(match: re.Match[str]) -> str:
        slug = re.sub(r"[^a-z0-9]+", "-", re.sub(r"<[^>]+>", "", match[2]).lower()).strip("-")
        return f'<h{match[1]} id="{slug}">{match[2]}</h{match[1]}>'

    return re.sub(r"<h([123])>(.*?)</h\1>", named, html)
