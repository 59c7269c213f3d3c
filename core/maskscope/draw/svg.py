"""The picture of a graph as SVG text: no script, no font file, nothing fetched.

Colours stand in one `<style>` as custom properties, light and dark; `theme="auto"` follows the reader's system. Every
text from a grammar is escaped here.
"""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import Literal

from maskscope.draw.curves import Points, arrowhead, point_along
from maskscope.draw.graph import Graph, Place
from maskscope.draw.layout import LABEL_HEIGHT, Layout
from maskscope.draw.palette import DARK, LIGHT, Palette, distance_steps, shade_of

Theme = Literal["auto", "light", "dark"]

_RULES = """
.ms-g{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;background:var(--g-paper)}
.ms-g .e{fill:none;stroke:var(--g-line);stroke-width:1.4}
.ms-g .h{fill:var(--g-line)}
.ms-g .w{stroke:var(--g-walk);stroke-width:3}
.ms-g .hw{fill:var(--g-walk)}
.ms-g .n{stroke:var(--g-ring);stroke-width:1.5}
.ms-g .r{fill:none;stroke:var(--g-ring);stroke-width:1.2}
.ms-g .c{stroke:var(--g-now);stroke-width:3.5}
.ms-g .b{fill:var(--g-now);stroke:var(--g-paper);stroke-width:2}
.ms-g .p{fill:var(--g-paper)}
.ms-g text{font-size:12px;fill:var(--g-text);text-anchor:middle;dominant-baseline:central;white-space:pre}
.ms-g .i{font-size:11px;font-weight:600}
.ms-g .m{font-size:10.5px;fill:var(--g-soft)}
"""


def svg_of(
    graph: Graph,
    layout: Layout,
    theme: Theme = "auto",
    current: Place | None = None,
    walked: Collection[int] = (),
    title: str = "automaton",
    fluid: bool = True,
) -> str:
    """A standalone `<svg>`: `current` is the state to fill, `walked` the edges (by number) to draw thick.

    `fluid` lets it shrink with the page around it; a picture that is used as an image keeps its size.
    """
    size = (
        f'width="{layout.width:.0f}" height="{layout.height:.0f}" viewBox="0 0 {layout.width:.0f} {layout.height:.0f}"'
    )
    fit = 'style="max-width:100%;height:auto" ' if fluid else ""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ms-g ms-g-{theme}" {size} role="img" '
        f'{fit}aria-label="{escape(_described(graph, title))}">',
        f"<title>{escape(title)}</title><style>{_style(theme)}</style>",
        *_lines(layout, walked),
        *_labels(graph, layout),
        *_nodes(graph, layout, current),
        *_bead(layout, current),
        "</svg>",
    ]
    return "".join(parts)


def _described(graph: Graph, title: str) -> str:
    accepting = sum(graph.accepting)
    return f"{title}: {graph.n} states, {accepting} accepting, {len(graph.edges)} edges"


def _style(theme: Theme) -> str:
    if theme != "auto":
        return f".ms-g-{theme}{{{_variables(DARK if theme == 'dark' else LIGHT)}}}{_RULES}"
    dark = f"@media (prefers-color-scheme:dark){{.ms-g-auto{{{_variables(DARK)}}}}}"
    return f".ms-g-auto{{{_variables(LIGHT)}}}{dark}{_RULES}"


def _variables(palette: Palette) -> str:
    named = {
        "paper": palette.paper,
        "line": palette.line,
        "walk": palette.walk,
        "ring": palette.ring,
        "now": palette.now,
        "now-text": palette.now_text,
        "text": palette.text,
        "soft": palette.soft,
    }
    shades = {f"d{i}": shade for i, shade in enumerate(palette.shades)}
    return ";".join(f"--g-{name}:{value}" for name, value in {**named, **shades}.items())


def _lines(layout: Layout, walked: Collection[int]) -> list[str]:
    out = []
    for i, line in enumerate(layout.lines):
        thick = i in walked
        out.append(f'<path class="{"e w" if thick else "e"}" d="{_path(line.points[:-1])}"/>')
        out.append(f'<path class="{"hw" if thick else "h"}" d="{_path(arrowhead(line.points))}Z"/>')
    return out


def _path(points: Points) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _labels(graph: Graph, layout: Layout) -> list[str]:
    out, drawn = [], set()
    for edge, line in zip(graph.edges, layout.lines):
        place = (line.label, line.label_x, line.label_y)
        if place in drawn:
            continue
        drawn.add(place)
        width = line.label_width
        left, top = line.label_x - width / 2, line.label_y - LABEL_HEIGHT / 2
        out.append(
            f'<g><title>{escape(edge.title)}</title><rect class="p" x="{left:.1f}" y="{top:.1f}" '
            f'width="{width:.1f}" height="{LABEL_HEIGHT:.0f}" rx="4"/>'
            f'<text x="{line.label_x:.1f}" y="{line.label_y:.1f}">{escape(line.label)}</text></g>'
        )
    return out


def _nodes(graph: Graph, layout: Layout, current: Place | None) -> list[str]:
    steps = distance_steps(graph.distance)
    now = current.node if current else None
    return [_node(graph, layout, i, shade_of(graph.distance[i], steps), i == now) for i in range(graph.n)]


def _node(graph: Graph, layout: Layout, i: int, shade: int, is_now: bool) -> str:
    x, y, r = layout.x[i], layout.y[i], layout.radius
    fill = "var(--g-now)" if is_now else f"var(--g-d{shade})"
    ring = f'<circle class="r" cx="{x:.1f}" cy="{y:.1f}" r="{r - 3.5:.1f}"/>' if graph.accepting[i] else ""
    ink = ' style="fill:var(--g-now-text)"' if is_now else ""
    more = f'<text class="m" x="{x:.1f}" y="{y + r + 9:.1f}">+{graph.more[i]:,} more</text>' if i in graph.more else ""
    words = f"state {graph.states[i]}, {_bytes(graph.distance[i])}" + (", accepting" if graph.accepting[i] else "")
    return (
        f'<g><title>{words}</title><circle class="{"n c" if is_now else "n"}" cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" '
        f'style="fill:{fill}"/>{ring}<text class="i" x="{x:.1f}" y="{y:.1f}"{ink}>{graph.states[i]}</text></g>{more}'
    )


def _bytes(distance: int) -> str:
    return f"{distance:,} byte{'' if distance == 1 else 's'} from a complete text"


def _bead(layout: Layout, current: Place | None) -> list[str]:
    """The current state when it stands inside an edge: a bead on the line."""
    if current is None or current.edge is None:
        return []
    x, y = point_along(layout.lines[current.edge].points, current.along)
    return [f'<circle class="b" cx="{x:.1f}" cy="{y:.1f}" r="7"/>']
