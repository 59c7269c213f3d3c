"""Folding: what a person need not see goes into an edge, and no state gets lost."""

from __future__ import annotations

from draw.machines import graph_of, json_string, random_machine, word_machine


def test_a_short_chain_stays_open_and_a_long_one_becomes_one_edge() -> None:
    assert graph_of(word_machine(b"date")).n == 5
    long = graph_of(word_machine(b"the quick brown fox jumps over the lazy dog"))
    assert long.n == 2
    assert long.edges[0].title == "the␣quick␣brown␣fox␣jumps␣over␣the␣lazy␣dog"


def test_a_state_inside_a_folded_chain_is_a_point_on_its_edge() -> None:
    graph = graph_of(word_machine(b"abcd"), fold="chains")
    place = graph.place_of(2)
    assert place is not None
    assert (place.node, place.edge, place.along) == (None, 0, 0.5)


def test_every_state_has_a_place_however_it_was_folded() -> None:
    for machine in (json_string(12), word_machine(b"admin", b"user", b"guest"), random_machine(3, 40, 3)):
        for fold in ("auto", "chains", "none"):
            graph = graph_of(machine, fold)
            assert [s for s in machine[0] if graph.place_of(s) is None] == []


def test_characters_and_escapes_of_a_json_string_become_one_edge_a_place() -> None:
    graph = graph_of(json_string(12))
    assert graph.n == 15
    titles = {edge.title for edge in graph.edges}
    assert any(title.endswith("|\\…") for title in titles)


def test_nothing_is_folded_when_asked_not_to() -> None:
    moves, ends = json_string(4)
    assert graph_of((moves, ends), "none").n == len(moves)


def test_words_that_share_their_ends_stay_apart() -> None:
    graph = graph_of(word_machine(b"true", b"false", b"null"), fold="chains")
    assert sorted(edge.title for edge in graph.edges) == ["false", "null", "true"]
