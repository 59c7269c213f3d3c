"""The picture's promises, measured: no line through a state, no label on a state or on another label, few crossings."""

from __future__ import annotations

import numpy as np
import pytest

from draw.machines import graph_of, json_string, random_machine, word_machine
from maskscope.draw.graph import Graph
from maskscope.draw.layers import back_edges, columns
from maskscope.draw.layout import LABEL_HEIGHT, Layout, lay_out
from maskscope.draw.order import crossings, fewest_crossings

MACHINES = {
    "one state": ({0: {}}, {0}),
    "a self-loop": ({0: {0: 1 << 0x61}}, {0}),
    "words": word_machine(b"if", b"else", b"elif", b"while", b"for", b"from", b"import", b"in", b"is"),
    "a JSON string": json_string(12),
    **{f"random {n}, seed {seed}": random_machine(seed, n, 3) for seed in range(6) for n in (4, 12, 30)},
    "dense": random_machine(7, 14, 6),
    "fifty": random_machine(8, 50, 2),
}


def lines_through_states(graph: Graph, layout: Layout) -> list[tuple[int, int]]:
    """The oracle: (edge, node) for every line that comes nearer to a node's centre than its radius, ends apart."""
    found = []
    for i, (edge, line) in enumerate(zip(graph.edges, layout.lines)):
        for node in set(range(graph.n)) - {edge.source, edge.target}:
            gap = np.hypot(line.points[:, 0] - layout.x[node], line.points[:, 1] - layout.y[node]).min()
            if gap < layout.radius:
                found.append((i, node))
    return found


@pytest.mark.parametrize("name", MACHINES)
def test_no_line_runs_through_a_state(name: str) -> None:
    graph = graph_of(MACHINES[name], fold="none")
    assert lines_through_states(graph, lay_out(graph)) == []


@pytest.mark.parametrize("name", MACHINES)
def test_circles_keep_apart(name: str) -> None:
    layout = lay_out(graph_of(MACHINES[name], fold="none"))
    apart = np.hypot(layout.x[:, None] - layout.x, layout.y[:, None] - layout.y)
    np.fill_diagonal(apart, np.inf)
    assert apart.min(initial=np.inf) >= 2 * layout.radius


@pytest.mark.parametrize("name", MACHINES)
def test_labels_lie_on_no_circle_and_on_no_other_label(name: str) -> None:
    graph = graph_of(MACHINES[name], fold="none")
    layout = lay_out(graph)
    boxes = {(k.label_x, k.label_y): k.label_width for k in layout.lines}
    for (x, y), width in boxes.items():
        inside = (np.abs(layout.x - x) < width / 2) & (np.abs(layout.y - y) < LABEL_HEIGHT / 2)
        assert not inside.any()
        for (other_x, other_y), other_width in boxes.items():
            if (x, y) != (other_x, other_y):
                apart_across = abs(x - other_x) >= (width + other_width) / 2 - 0.5
                assert apart_across or abs(y - other_y) >= LABEL_HEIGHT - 0.5


@pytest.mark.parametrize("name", MACHINES)
def test_everything_is_inside_the_picture(name: str) -> None:
    layout = lay_out(graph_of(MACHINES[name], fold="none"))
    points = [np.stack([layout.x, layout.y], axis=1), *(line.points for line in layout.lines)]
    every = np.concatenate(points)
    assert every.min() >= 0
    assert every[:, 0].max() <= layout.width
    assert every[:, 1].max() <= layout.height


def test_the_start_stands_at_the_left() -> None:
    layout = lay_out(graph_of(random_machine(5, 30, 3), fold="none"))
    assert layout.x[0] == layout.x.min()


def test_the_same_graph_is_drawn_the_same_way() -> None:
    first, second = (lay_out(graph_of(random_machine(11, 30, 3))) for _ in range(2))
    assert first.x.tolist() == second.x.tolist()
    assert first.y.tolist() == second.y.tolist()


def test_edges_that_close_a_loop_are_found() -> None:
    assert back_edges(3, [(0, 1), (1, 2), (2, 0), (1, 1)], 0) == [False, False, True, True]


def test_a_chain_of_ten_thousand_states_is_walked_without_recursion() -> None:
    chain = [(i, i + 1) for i in range(10_000)]
    assert not any(back_edges(10_001, chain, 0))
    assert columns(10_001, chain, 0)[-1] == 10_000


def test_swapping_adjacent_items_removes_crossings() -> None:
    after = [(5,), (4,), (3,), (), (), ()]
    before = [(), (), (), (2,), (1,), (0,)]
    crossed = [[0, 1, 2], [3, 4, 5]]
    assert crossings(crossed, after) == 3
    assert crossings(fewest_crossings(crossed, before, after), after) == 0
