"""The documentation page: Markdown of `docs/`, with tables filled in from the code that the tests use."""

from __future__ import annotations

from markdown_it import MarkdownIt

from maskscope_site.pins import SITE


def documentation_html() -> str:
    """The whole page's content."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    return "".join(reader.render(path.read_text("utf-8")) for path in sorted((SITE / "docs").glob("*.md")))
