"""Allocation games against full matrices, and the proofs of large ones."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from tests.by_name import computed, exploited, sampled

import zerosum
from zerosum.certificates import certify, check
from zerosum.core.errors import GameError, TooLargeError
from zerosum.games.battlefields import Battlefields
from zerosum.games.blotto import Blotto, divisions
from zerosum.models.family import arena_for
from zerosum.models.matrix_game.engines.allocation import solve as solver

F = Fraction


def full(game: Battlefields) -> Fraction:
    """The value of the matrix of all divisions."""
    rows, cols = (list(divisions(game.armies[side], game.count)) for side in ("row", "col"))
    paid = [
        [
            sum((game.pays(i, a, b) for i, (a, b) in enumerate(zip(one, two, strict=True), 1)), F(0))
            for two in cols
        ]
        for one in rows
    ]
    return zerosum.solve(zerosum.MatrixGame.of(paid), exact=True).value.lower


@pytest.mark.parametrize(
    ("soldiers", "enemy", "fields", "ties"),
    [
        (4, 3, (1, 1, 2), "nobody"),
        (6, 5, (1, 1, 2), "nobody"),
        (5, 7, (1, 2, 3), "row"),
        (5, 5, (F(1, 2), 1, 3), "col"),
        (3, 0, (1, 1), "nobody"),
        (0, 0, (1,), "col"),
        (4, 3, (2, 1, 1, 1), "nobody"),
    ],
)
def test_the_value_is_that_of_the_full_matrix(soldiers, enemy, fields, ties):
    game = Battlefields(soldiers, enemy, fields, ties)
    solution = zerosum.solve(game)
    assert solution.value.lower == solution.value.upper == full(game)
    assert solution.verify().proved == solution.value


@pytest.mark.parametrize(("soldiers", "enemy", "posts"), [(8, 6, 3), (7, 7, 4)])
def test_equal_fields_are_the_posts_of_blotto(soldiers, enemy, posts):
    blotto = zerosum.solve(Blotto(soldiers, enemy, posts, counts="posts"), exact=True)
    assert zerosum.solve(Battlefields(soldiers, enemy, (1,) * posts)).value == blotto.value


@pytest.mark.parametrize(("soldiers", "enemy", "count"), [(20, 15, 5), (20, 20, 5), (12, 17, 4)])
def test_all_divisions_up_to_order(soldiers, enemy, count):
    """With equal fields the order of a division may be random: what is left is a matrix of all partitions.

    20 soldiers on 5 fields are divided in 10,626 ways, which are 192 up to order.
    """

    def partitions(army):
        return sorted({tuple(sorted(one)) for one in divisions(army, count)})

    def mean(one, two):
        first, second = Counter(one), Counter(two)
        won = sum(p * q * ((a > b) - (a < b)) for a, p in first.items() for b, q in second.items())
        return F(won, count)

    one, two = (1, 2, 3), (0, 2, 4)  # the mean over all orders of a division is that over pairs of fields
    orders = [sum((a > b) - (a < b) for a, b in zip(one, order, strict=True)) for order in permutations(two)]
    assert F(sum(orders), 6) == F(sum((a > b) - (a < b) for a in one for b in two), 3)
    rows, cols = partitions(soldiers), partitions(enemy)
    value = zerosum.solve(zerosum.MatrixGame.of([[mean(a, b) for b in cols] for a in rows]), exact=True).value
    found = zerosum.solve(Battlefields(soldiers, enemy, (1,) * count))
    assert found.value.lower <= value.lower <= value.upper <= found.value.upper
    assert found.value.upper - found.value.lower <= 1e-7


def test_interior_points_and_the_simplex_method_agree(monkeypatch):
    game = Battlefields(12, 9, (1, 2, 2))
    exact = zerosum.solve(game)
    assert exact.value.is_exact
    monkeypatch.setattr(solver, "MAX_FOR_VERTEX", 0)
    proved = zerosum.solve(game)
    assert not proved.value.is_exact
    assert exact.value.lower in proved.value
    assert proved.value.upper - proved.value.lower < 1e-6
    assert proved.verify().holds


def test_a_large_game_has_a_certificate(tmp_path):
    solution = zerosum.solve("battlefields", soldiers=60, enemy=48, fields=(1, 2, 3, 4, 5))
    assert solution.value.upper - solution.value.lower < 1e-5
    file = tmp_path / "it.cert"
    file.write_text(certify(solution), encoding="utf-8")
    assert check(file).holds


def test_the_marginals_belong_to_divisions_of_the_whole_army():
    solution = zerosum.solve("battlefields")
    assert solution.value.lower == solution.value.upper == F(11, 9)
    for side, army in (("row", 20), ("col", 15)):
        assert sum(k * p for mix in solution.marginals[side] for k, p in mix.items()) == army
        assert all(sum(mix.values()) == 1 for mix in solution.marginals[side])


def test_players_best_responses_and_samples():
    game = Battlefields(6, 5, (1, 1, 2))
    solution = zerosum.solve(game)
    arena = arena_for(game, lambda: solution)
    value = solution.value.lower
    assert computed(arena, "equilibrium", "equilibrium").mean == value
    assert exploited(arena, "equilibrium") == (value, value)
    row, col = exploited(arena, "uniform")
    assert row < value < col
    mean, match = (
        computed(arena, "uniform", "equilibrium").mean,
        sampled(arena, "uniform", "equilibrium", plays=4000),
    )
    assert abs(float(mean) - float(match.mean)) < 5 * match.standard_error
    best = arena.best_response(arena.roster("col")["uniform"], "row")
    assert arena.match(best.player, arena.roster("col")["uniform"]).mean == best.value == col


def test_what_is_refused():
    with pytest.raises(GameError, match="soldiers cannot be negative"):
        Battlefields(-1)
    with pytest.raises(GameError, match="must be positive"):
        Battlefields(fields=(1, 0))
    with pytest.raises(GameError, match="up to 1,000 soldiers"):
        Battlefields(soldiers=10**6)
    with pytest.raises(TooLargeError, match="linear program"):
        zerosum.solve(Battlefields(1000, 1000, (1,) * 20))
    with pytest.raises(GameError, match="must be one of"):
        Battlefields(ties="me")
