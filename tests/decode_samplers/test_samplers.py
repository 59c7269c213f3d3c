"""Samplers: worked examples, equality with the definition, and 100,000 draws against exact probabilities."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.decode.mask_effect import mask_effect
from maskscope.decode.rng import Rng
from maskscope.decode.samplers import candidates, sample
from support.oracles_sampling import drawn_by_definition, kept_by_definition

INF = math.inf
# quarters and eighths: equal logits are common, and no mass falls within rounding of a boundary by chance
scores = st.integers(-40, 40).map(lambda n: n / 4) | st.just(-INF)
rows = st.lists(scores, min_size=1, max_size=30).filter(lambda row: max(row) > -INF)


@given(
    rows,
    st.sampled_from([0.25, 0.7, 1.0, 3.0]),
    st.integers(0, 32),
    st.sampled_from([0.013, 0.31, 0.77, 0.97, 1.0]),
    st.sampled_from([0.0, 0.0501, 0.31, 1.0, 2.0]),
    st.integers(0, 2**64 - 1),
)
def test_sampling_is_its_definition(
    row: list[float], temperature: float, top_k: int, top_p: float, min_p: float, seed: int
) -> None:
    expected = kept_by_definition(row, temperature, top_k, top_p, min_p, None)
    kept = candidates(row, temperature, top_k, top_p, min_p)
    assert kept.ids.tolist() == [i for i, _ in expected]
    assert kept.weights.tolist() == pytest.approx([w for _, w in expected], rel=1e-12)
    uniform = Rng(seed).uniform()
    token = sample(row, Rng(seed), temperature, top_k, top_p, min_p)
    assert token == drawn_by_definition(expected, uniform)


@given(rows, st.sets(st.integers(0, 29), min_size=1), st.sampled_from([0.5, 1.0]))
def test_allowed_restricts_first(row: list[float], allowed: set[int], top_p: float) -> None:
    ids = sorted(i for i in allowed if i < len(row))
    if not any(row[i] > -INF for i in ids):
        with pytest.raises(ValueError, match="no token is left to draw"):
            sample(row, Rng(1), allowed=np.array(ids, np.int32))
        return
    expected = [i for i, _ in kept_by_definition(row, 1.0, 0, top_p, 0.05, ids)]
    mask = np.zeros(len(row), np.bool_)
    mask[ids] = True
    assert candidates(row, top_p=top_p, allowed=np.array(ids, np.int32)).ids.tolist() == expected
    assert candidates(row, top_p=top_p, allowed=mask).ids.tolist() == expected


@pytest.mark.parametrize(
    ("seed", "tokens"),
    [
        (1, [2, 6, 7]),  # draws 0.280835 0.671137 0.725846
        (42, [3, 7, 7]),  # draws 0.339085 0.782256 0.790137
        (0, [0, 3, 6]),  # draws 0.052791 0.331120 0.657317
    ],
)
def test_three_draws_from_ten_equal_tokens(seed: int, tokens: list[int]) -> None:
    rng = Rng(seed)
    assert [sample([0.0] * 10, rng) for _ in range(3)] == tokens


def test_without_top_p_and_top_k_tokens_are_walked_by_id_else_by_weight() -> None:
    logits = [0.0, 3.0]
    assert candidates(logits, min_p=0.0).ids.tolist() == [0, 1]
    assert candidates(logits, min_p=0.0, top_k=2).ids.tolist() == [1, 0]
    # so the same small draw gives another token
    seed = next(s for s in range(100) if Rng(s).uniform() < 0.03)
    assert sample(logits, Rng(seed), min_p=0.0) == 0
    assert sample(logits, Rng(seed), min_p=0.0, top_k=2) == 1


def test_sample_is_one_draw_from_the_candidates() -> None:
    logits, rng, twin = [math.log(n) for n in range(1, 13)], Rng(9), Rng(9)
    kept = candidates(logits)
    assert [sample(logits, rng) for _ in range(300)] == [kept.draw(twin.uniform()) for _ in range(300)]


def test_temperature_zero_takes_the_highest_and_draws_nothing() -> None:
    rng = Rng(5)
    assert sample([1.0, 2.0, 2.0, -INF], rng, temperature=0) == 1
    assert rng.state == Rng(5).state


def test_one_draw_a_token() -> None:
    rng, twin = Rng(5), Rng(5)
    sample([1.0, 2.0], rng)
    twin.uniform()
    assert rng.state == twin.state


@pytest.mark.parametrize(("bad", "index"), [([0.0, math.nan], 1), ([INF, 0.0], 0)])
def test_a_logit_that_is_no_number_is_named(bad: list[float], index: int) -> None:
    with pytest.raises(ValueError, match=f"logit {index} is"):
        sample(bad, Rng(1))


def test_top_p_looks_at_the_mass_before_min_p() -> None:
    # weights 1, 1/2, 1/4, 1/4: half of the mass is 1, so the first token suffices whatever min_p cuts
    logits = [0.0, math.log(0.5), math.log(0.25), math.log(0.25)]
    assert candidates(logits, top_p=0.49, min_p=0.3).ids.tolist() == [0]
    assert candidates(logits, top_p=0.8, min_p=0.3).ids.tolist() == [0, 1]


def test_many_equal_logits_need_more_than_the_first_head() -> None:
    logits = np.zeros(5_000, np.float32)
    assert len(candidates(logits, top_p=0.9001, min_p=0.0).ids) == 4_501
    assert candidates(logits, top_p=0.9001, min_p=0.0).ids.tolist() == list(range(4_501))


def test_a_hundred_thousand_draws_have_the_exact_probabilities() -> None:
    """Chi-square over 12 tokens, 11 degrees of freedom: beyond 31.26 in one run of a thousand; the seed is fixed."""
    logits = [math.log(n) for n in range(1, 13)]
    kept, rng, counts = candidates(logits, min_p=0.0), Rng("chi-square"), [0] * 12
    for _ in range(100_000):
        counts[kept.draw(rng.uniform())] += 1
    expected = [100_000 * n / 78 for n in range(1, 13)]
    assert sum((seen - e) ** 2 / e for seen, e in zip(counts, expected)) < 31.26


def test_what_a_mask_does_to_the_models_choice() -> None:
    effect = mask_effect([math.log(6), math.log(3), math.log(1)], [1, 2])
    assert effect.feasible_mass == pytest.approx(0.4)
    assert (effect.wanted, effect.best_allowed) == (0, 1)
    assert effect.entropy_after == pytest.approx(-0.75 * math.log2(0.75) - 0.25 * math.log2(0.25))
    assert mask_effect([0.0, -INF], [1]).best_allowed is None
