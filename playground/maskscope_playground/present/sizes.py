"""How large a compiled grammar is, as facts with their explanations."""

from __future__ import annotations

from maskscope_playground.compiled import Compiled


def sizes_of(compiled: Compiled) -> list[list[str]]:
    """Name, value and explanation of each size."""
    language = compiled.language
    facts = [
        ["NFA", f"{language.n_nfa_states:,}", "States of the compiled automaton, before any is determinised"],
        ["seen", f"{language.n_states:,}", "Deterministic states made so far, by walking and by masks"],
    ]
    if compiled.milliseconds is not None:
        spent = f"{compiled.milliseconds:.1f} ms"
        facts.insert(0, ["compiled in", spent, "From the text to an automaton that can be walked"])
    size = compiled.machine.size
    if size is not None:
        facts.append(["minimal DFA", f"{size:,}", "States of the explicit minimal automaton"])
    elif not language.is_finite_state:
        facts.append(["minimal DFA", "none", "The grammar is recursive: it needs a stack"])
    else:
        facts.append(["minimal DFA", "large", "Too many states to be made for a drawing"])
    return facts
