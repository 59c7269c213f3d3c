"""The random numbers: worked examples, and what a seed may be."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskscope.decode import rng as module
from maskscope.decode.rng import Rng, hash_of_text


@pytest.mark.parametrize(
    ("seed", "first"),
    [
        (1, [0.280835, 0.671137, 0.725846]),
        (42, [0.339085, 0.782256, 0.790137]),
        (0, [0.052791, 0.331120, 0.657317]),
    ],
)
def test_the_first_three_numbers_of_a_seed(seed: int, first: list[float]) -> None:
    rng = Rng(seed)
    assert [round(rng.uniform(), 6) for _ in range(3)] == first


def test_a_text_seed_is_the_hash_of_its_utf8_bytes() -> None:
    assert hash_of_text("") == 0xCBF29CE484222325
    assert hash_of_text("foobar") == 0x85944171F73967E8
    assert Rng("foobar").uniform() == Rng(0x85944171F73967E8).uniform()


def test_seeds_count_modulo_two_to_the_64() -> None:
    assert Rng(-1).uniform() == Rng(2**64 - 1).uniform()
    assert Rng(2**64).uniform() == Rng(0).uniform()


@given(st.integers(), st.integers(1, 10**6))
def test_below_is_the_uniform_number_scaled_and_cut(seed: int, n: int) -> None:
    rng = Rng(seed)
    twin = rng.copy()
    assert rng.below(n) == int(twin.uniform() * n)
    assert rng.state == twin.state


@given(st.integers(0, 2**64 - 1))
def test_numbers_are_multiples_of_two_to_the_minus_24_below_one(seed: int) -> None:
    u = Rng(seed).uniform()
    assert 0 <= u < 1
    assert (u * 2**24).is_integer()


def test_nothing_lies_below_zero() -> None:
    with pytest.raises(ValueError, match="nothing lies below 0"):
        Rng(1).below(0)


def test_the_examples_in_the_docstrings_hold() -> None:
    assert doctest.testmod(module).failed == 0
