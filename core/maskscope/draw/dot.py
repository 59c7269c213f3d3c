"""The same graph in Graphviz's DOT language, for those who want to go on with it elsewhere."""

from __future__ import annotations

from maskscope.draw.graph import Graph


def dot_of(graph: Graph, name: str = "automaton") -> str:
    """DOT text: left to right, double circles for accepting states."""
    lines = [f"digraph {_quoted(name)} {{", "  rankdir=LR;", '  node [shape=circle, fontname="monospace"];']
    for i, state in enumerate(graph.states):
        shape = "doublecircle" if graph.accepting[i] else "circle"
        lines.append(f"  {i} [label={_quoted(str(state))}, shape={shape}];")
    lines += [f"  {e.source} -> {e.target} [label={_quoted(e.title)}];" for e in graph.edges]
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """A DOT string: backslashes doubled, since DOT reads escapes of its own."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
