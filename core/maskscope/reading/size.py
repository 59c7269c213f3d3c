"""The limit on the size of a text that is read, the same for every language."""

from __future__ import annotations

from maskscope.errors import LimitExceeded
from maskscope.limits import Limits


def check_size(text: str, limits: Limits) -> None:
    """Refuse a text of more than `limits.source_bytes` bytes.

    >>> check_size("[0-9]", Limits(source_bytes=5))
    """
    # a text of n characters has at least n bytes and at most 4n: most need no encoding to be judged
    if 4 * len(text) > limits.source_bytes and len(text.encode("utf-8", "replace")) > limits.source_bytes:
        hint = "pass limits=Limits(source_bytes=…)"
        raise LimitExceeded("source_bytes", limits.source_bytes, hint, "reading the text")
