"""Every bound on work that a user's input can cause, with its name, its default and the remedy.

A loop over user input stops at one of these and says which: `LimitExceeded("repetitions", ...)`. Raising one is a
keyword away: `compile(..., limits=Limits(depth=20_000))`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one compile and on the language it gives; every field is a count unless its name says bytes."""

    source_bytes: int = 8_000_000  # size of a grammar text
    depth: int = 10_000  # nesting of groups, rules or schemas in the source
    repetitions: int = 1_000_000_000  # a bound written in {m,n}, maxLength, maxItems …
    nfa_states: int = 2_000_000  # states of the compiled automaton, before determinisation
    states: int = 1_000_000  # states a language meets while it is walked
    dfa_states: int = 20_000  # states of an explicit automaton, made for display or set operations
    work: int = 20_000_000  # elementary steps of one call: a product, a closure, a search
    mask_cache_bytes: int = 64_000_000  # cached masks of one guide

    def __post_init__(self) -> None:
        for f in fields(self):
            if getattr(self, f.name) < 1:
                raise ValueError(f"limit {f.name} must be at least 1")


DEFAULT_LIMITS = Limits()
