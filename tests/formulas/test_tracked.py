"""Rules that are followed: their numbers as functions, against the same rules run at random values."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.core.game import option
from zerosum.formulas.line import GameLine
from zerosum.formulas.reading import Shaped, read_numbers
from zerosum.models.matrix_game.rules import MatrixGame

Rule = Callable[[Fraction], Fraction]


def _line(rule: Rule, low: int = 0, high: int = 4) -> GameLine[MatrixGame]:
    return GameLine(lambda t: MatrixGame.of([[rule(t)]]), "bet", "b", Fraction(low), Fraction(high))


def _random_rule(random: random.Random) -> Rule:
    """A sum of products, quotients, and comparisons whose outcome does not matter."""
    a, b, c = (Fraction(random.randint(-9, 9), random.randint(1, 9)) for _ in range(3))

    def rule(t: Fraction) -> Fraction:
        first = (a * t + b) * (t + 5) / (1 + t * t) - c / (2 * t + 1)
        higher, lower = max(first, t), min(first, t)
        return higher + lower + abs(t - 2) ** 2

    return rule


@pytest.mark.parametrize("seed", range(20))
def test_functions_are_the_rules(seed: int) -> None:
    chosen = random.Random(seed)
    rule = _random_rule(chosen)
    reading = read_numbers(_line(rule), lambda game: Shaped(game.shape, game.payoffs[0]))
    assert reading.proved
    for _ in range(20):
        t = Fraction(chosen.randint(1, 399), 100)
        assert reading.functions[0](t) == rule(t)


def test_a_change_between_all_values_that_anyone_would_try() -> None:
    """The payoff differs on an interval of length 1e-30 only."""
    odd = Fraction(7, 3)

    def rule(t: Fraction) -> Fraction:
        return t if abs(t - odd) > Fraction(1, 10**30) else t + 1

    with pytest.raises(InputError, match="of b = "):
        zerosum.MatrixGame.family.formula(_line(rule), pieces=10)


def test_rules_that_cannot_be_followed_are_read() -> None:
    f = zerosum.MatrixGame.family.formula(
        _line(lambda t: Fraction(t.numerator, t.denominator) ** 2), pieces=10
    )
    assert not f.proved
    assert f(3) == 9
    assert "computed at several values" in f.text()
    with pytest.raises(InputError, match="the same formula"):
        zerosum.MatrixGame.family.formula(
            _line(lambda t: Fraction(float(t)) if t < Fraction(399, 100) else t + 1), pieces=10
        )


@dataclass(frozen=True)
class Named(zerosum.HiddenGame):
    """The parameter is in the names of moves, and in positions."""

    bet: Fraction = option(Fraction(1), "the bet")

    def turn(self, position: tuple[object, ...]) -> object:
        """One choice each, and the product."""
        if len(position) < 2:
            side = ("row", "col")[len(position)]
            return zerosum.choose(side, (self.bet, Fraction(2)), hidden=True)
        return zerosum.end(position[0] * position[1] * (1 if position[0] == position[1] else -1))


def test_moves_that_become_equal_are_noticed() -> None:
    with pytest.raises(InputError):
        zerosum.formula(Named, bet="1..4")
    f = zerosum.formula(Named, bet="1..2")
    assert f.proved
    assert f(Fraction(3, 2)) == zerosum.solve(Named(Fraction(3, 2))).value.lower


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("relance", {"bet": "b"}),
        ("raise", {"bet": "0..4", "cards": 3}),
        ("kuhn", {"bet": "b"}),
        ("two-bets", {"low": "1/2", "high": "1/2..3"}),
        ("bets", {"sizes": "1,b,4", "cards": 3}),
        ("toy-river", {"pot": "1..3"}),
        ("leduc", {"ante": "1..3/2", "ranks": 2}),
        ("leduc", {"bets": "2,3..4", "ranks": 2}),
        ("toy-river", {"bets": "0..4"}),
        ("stochastic", {"path": "examples/shapley.toml", "discount": "0..1"}),
    ],
)
def test_games_of_the_catalogue_are_followed(name: str, parameters: dict[str, object]) -> None:
    assert zerosum.formula(name, **parameters).proved  # type: ignore[arg-type]
