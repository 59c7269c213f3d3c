"""A Python value to JSON text, two spaces a level, with the place of every key and value.

The text is exactly that of `json.dumps(value, indent=2)`, but depth costs no Python stack, and where each part lands is
kept, so that an error in a schema given as a dict can point into it. `canonical` is the one spelling in which keys and
enumerated values are generated.
"""

from __future__ import annotations

import json
from decimal import Decimal

from maskscope.reading.json_reader import Json, Spot


def write_json(value: Json) -> tuple[str, Spot]:
    """The indented text of a value and where its parts stand."""
    writer = _Writer()
    root = writer.value(value)
    while writer.todo:
        writer.step()
    return "".join(writer.out), root


def scalar_text(value: Json) -> str:
    """A scalar as `json.dumps` writes it; a Decimal with the digits it has."""
    return format(value, "f") if isinstance(value, Decimal) else json.dumps(value)


class _Writer:
    """`todo` holds open containers: (spot, members left, closing mark)."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.at = 0
        self.todo: list[tuple[Spot, list[tuple[str | None, Json]], str]] = []

    def put(self, text: str) -> Spot:
        spot = Spot(self.at, self.at + len(text))
        self.out.append(text)
        self.at = spot.end
        return spot

    def value(self, value: Json) -> Spot:
        """Write a scalar or an opening mark; what is inside is left for `step`."""
        if isinstance(value, dict) and value:
            return self._opened("{", [(str(k), v) for k, v in value.items()], {}, "}")
        if isinstance(value, list | tuple) and value:
            return self._opened("[", [(None, v) for v in value], [], "]")
        spot = self.put(
            "{}" if value == {} and isinstance(value, dict) else "[]" if value == [] else scalar_text(value)
        )
        spot.parts = {} if isinstance(value, dict) else [] if isinstance(value, list) else None
        return spot

    def _opened(
        self,
        mark: str,
        members: list[tuple[str | None, Json]],
        parts: list[Spot] | dict[str, tuple[Spot, Spot]],
        closing: str,
    ) -> Spot:
        spot = self.put(mark)
        spot.parts = parts
        self.todo.append((spot, members[::-1], closing))
        return spot

    def step(self) -> None:
        """Write the next member of the innermost container, or close it."""
        spot, members, closing = self.todo[-1]
        if not members:
            self.todo.pop()
            self.put("\n" + "  " * len(self.todo) + closing)
            spot.end = self.at
            return
        self.put(("," if spot.parts else "") + "\n" + "  " * len(self.todo))
        key, value = members.pop()
        if key is None:
            spot.parts.append(self.value(value))  # type: ignore[union-attr]
            return
        key_spot = self.put(json.dumps(key))
        self.put(": ")
        spot.parts[key] = (key_spot, self.value(value))  # type: ignore[index, call-overload]
