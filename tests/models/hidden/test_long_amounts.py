"""Amounts with more digits than a float holds: fractions are proved all the same, and so is the range."""

from fractions import Fraction

import pytest
from tests.models.hidden.hidden_games import Reported

from zerosum.arena.players import uniform
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.poker import Kuhn, Raise
from zerosum.models.continuum.solve import cards
from zerosum.models.family import arena_for
from zerosum.models.hidden.solve import bilinear

LONG = Fraction("1.2345678901234567")


@pytest.mark.parametrize(
    "game", [Leduc(ranks=2, bets=(LONG, 2 * LONG)), Kuhn(bet=LONG), Raise(cards=4, bet=LONG)]
)
def test_seventeen_digits_are_solved_in_fractions_with_a_range(game):
    arena = arena_for(game)
    assert arena.solution.value.is_exact
    assert arena.solution.verify()
    found = arena.range(uniform)
    met = arena.match(arena.equilibrium, uniform).mean
    assert found.least == found.worst <= met <= found.best == found.most


@pytest.mark.parametrize("game", [Leduc(), LiarsDice(sides=3), Reported(), Kuhn(), Raise(cards=5)])
def test_integers_of_any_size_give_what_floats_that_are_exact_give(game, monkeypatch):
    plain = arena_for(game)
    value, ends = plain.solution.value, plain.range(uniform)
    for module in (bilinear, cards):
        monkeypatch.setattr(module, "MAX_INTEGER", 0.0)
    other = arena_for(game)
    assert other.solution.value == value
    assert other.solution.value.is_exact
    found = other.range(uniform)
    assert (found.worst, found.best) == (ends.worst, ends.best)
