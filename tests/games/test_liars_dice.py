"""Liar's dice with other wild faces and unequal numbers of dice, against published values."""

from __future__ import annotations

from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import GameError


@pytest.mark.parametrize(
    ("sides", "value"),
    [
        (2, Fraction(1)),
        (3, Fraction(1, 3)),
        (4, Fraction(0)),
        (5, Fraction(0)),
        pytest.param(6, Fraction(-7, 327), marks=pytest.mark.long),
    ],
)
def test_one_die_each_and_ones_wild(sides: int, value: Fraction) -> None:
    assert zerosum.solve("liars-dice", sides=sides, wild="ones").value.lower == value


@pytest.mark.parametrize(
    ("sides", "value"),
    [(4, Fraction(345, 1696)), pytest.param(5, Fraction(2128, 8375), marks=pytest.mark.long)],
)
def test_two_dice_against_one_and_nothing_wild(sides: int, value: Fraction) -> None:
    found = zerosum.solve("liars-dice", sides=sides, wild="none", dice=2, col_dice=1)
    assert found.value.lower == found.value.upper == value


def test_titles_and_what_is_refused() -> None:
    kind = zerosum.load("liars-dice")
    assert kind(dice=2, col_dice=1, wild="none", sides=4).title == (  # type: ignore[call-arg]
        "Liar's dice · 2 dice against 1 die of 4 faces · bids by quantity · nothing wild"
    )
    with pytest.raises(GameError, match="cannot have -1 dice"):
        kind(col_dice=-1)  # type: ignore[call-arg]
