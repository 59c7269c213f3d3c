"""Places in a text, and how they are drawn."""

from maskscope.text.span import Source, Span

__all__ = ["Source", "Span"]
