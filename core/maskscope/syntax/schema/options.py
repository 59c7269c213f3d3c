"""What a user can choose about how a JSON Schema is read and how its texts are written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

MAX_BLANKS = 64  # more in a row serve nobody, and every one is a state


@dataclass(frozen=True, slots=True)
class SchemaOptions:
    """`whitespace`: "none" (compact), "json" (any, wherever JSON allows it) or an int: at most that many in a row.

    `order`: keys as declared, or in any order. `closed`: an absent `additionalProperties` is false, as OpenAI's and
    llama.cpp's readers take it. `formats`: `format` is asserted (what people mean) or an annotation (what 2020-12
    says by default).
    """

    whitespace: Literal["none", "json"] | int = "none"
    order: Literal["declared", "any"] = "declared"
    closed: bool = False
    formats: Literal["assert", "annotate"] = "assert"

    def __post_init__(self) -> None:
        if isinstance(self.whitespace, bool) or not (
            self.whitespace in ("none", "json")
            or (isinstance(self.whitespace, int) and 0 <= self.whitespace <= MAX_BLANKS)
        ):
            raise ValueError(f'whitespace is "none", "json" or a number up to {MAX_BLANKS}, not {self.whitespace!r}')
        if self.order not in ("declared", "any"):
            raise ValueError(f'order is "declared" or "any", not {self.order!r}')
        if self.formats not in ("assert", "annotate"):
            raise ValueError(f'formats is "assert" or "annotate", not {self.formats!r}')
