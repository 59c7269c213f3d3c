"""What other engines make of a keyword that is exact here: notes for schemas that are to run elsewhere too.

As of 2026-08: llama.cpp, XGrammar 0.2, Outlines (outlines-core 0.2), llguidance 1.9, and OpenAI's strict mode.
"""

from __future__ import annotations

_LOGIC = "Outlines, XGrammar and llama.cpp ignore it, llguidance and OpenAI's strict mode refuse it"
ELSEWHERE = {
    "allOf": (
        "allOf: Outlines concatenates the branches, XGrammar takes one, llama.cpp merges properties; "
        "OpenAI's strict mode refuses it"
    ),
    "oneOf": (
        "oneOf: Outlines and llama.cpp read it as anyOf, XGrammar where branches overlap; "
        "OpenAI's strict mode has it only below the root"
    ),
    "not": f"not: {_LOGIC}",
    "if": f"if: {_LOGIC}",
}
OPEN = (
    "an absent additionalProperties leaves an object open; llama.cpp, and XGrammar in strict mode, close it, "
    "and OpenAI's strict mode asks for false"
)
