"""What each `format` means: one table, from name to the decoded strings it stands for.

Every entry names the document that defines it and says whether we build exactly that, or something narrower. A format
is a tree over characters like any other language, so it meets patterns and lengths by intersection. The trees are
written as small grammars in `formats_time`, `formats_net` and `formats_uri`, close to the ABNF of their documents.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import MappingProxyType

from maskscope.ir.nodes import Bound, Node
from maskscope.syntax.schema import formats_ids, formats_time


@dataclass(frozen=True, slots=True)
class Format:
    """A format: its builder (cheap; called when a text is built), its source, and what is narrower than the source.

    `lengths` bounds the number of characters, where the definition does so apart from its grammar.
    """

    name: str
    node: Callable[[], Node]
    source: str
    narrowed: str = ""
    lengths: Bound = (0, None)

    @property
    def is_exact(self) -> bool:
        """Whether all strings that the source allows are built."""
        return not self.narrowed


_ALL = (
    Format("date", formats_time.date, "RFC 3339, full-date"),
    Format("uuid", formats_ids.uuid, "RFC 9562, section 4"),
)
FORMATS = MappingProxyType({entry.name: entry for entry in _ALL})
