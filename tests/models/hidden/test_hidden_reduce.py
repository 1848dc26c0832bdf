"""Dominated and forced moves: what goes, what stays, and that nothing is lost."""

import random

import pytest
from tests.models.hidden.hidden_games import Kuhn

from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.models.hidden.certificate import verify
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import solve
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.program import TREMBLE, ProgramSolver, exact_vertex
from zerosum.models.hidden.solve.reduce import reduce_game


def value_without_reduction(game):
    arrays = bilinear_game(discover(game))
    solver = ProgramSolver(arrays.program, arrays.against_uniform)
    found = exact_vertex(arrays.program, solver.solve(TREMBLE))
    row, col = found.row, found.col
    gains = arrays.matrix @ [float(y / col[0]) for y in col]
    return float(sum(x / row[0] * g for x, g in zip(row, gains, strict=True)) / arrays.scale)


@pytest.mark.parametrize("game", [Kuhn(), Leduc(), LiarsDice(sides=4)])
def test_the_value_is_that_of_the_whole_game(game):
    assert float(solve(game).value) == pytest.approx(value_without_reduction(game), abs=1e-12)


def test_kuhn_loses_the_moves_that_everyone_calls_silly():
    """The best card calls, the worst folds: four moves go, and so do the checks and bets that then are one."""
    less = reduce_game(bilinear_game(discover(Kuhn())))
    form = discover(Kuhn())
    gone = {
        (form.seen("col", i)[0][1], form.seen("col", i)[1][1], move)
        for i in range(len(form.col))
        for move, kept in zip(form.col.moves[i], less.kept["col"][form.col.first[i] :], strict=False)
        if not kept
    }
    assert {(1, "bet", "call"), (3, "bet", "fold"), (3, "check", "check")} <= gone
    assert less.game.col.sequences < form.col.sequences


def test_liars_dice_shrinks():
    arrays = bilinear_game(discover(LiarsDice(sides=4)))
    less = reduce_game(arrays)
    assert less.game.row.sequences < arrays.row.sequences / 3


class Random(HiddenGame):
    """A random tree of chance, open and hidden moves, and payoffs; what players know they were told."""

    def __init__(self, seed):
        object.__setattr__(self, "seed", seed)

    def turn(self, position):
        depth, public = len(position), tuple(position[::2])
        shape = random.Random(f"{self.seed} {depth} {len(public)}")
        luck = random.Random(f"{self.seed} {position}")
        if depth >= 5:
            return end(luck.randint(-4, 4))
        if depth < 2:
            return deal(range(shape.randint(1, 2)), to="row" if depth == 0 else "col")
        side = shape.choice(["row", "col"])
        return choose(side, range(shape.randint(1, 3)), hidden=shape.random() < 0.4)


@pytest.mark.parametrize("seed", range(60))
def test_random_games_are_proved(seed):
    game = Random(seed)
    solution = solve(game)
    assert solution.value.is_exact
    assert verify(solution) == solution.value
    assert float(solution.value) == pytest.approx(value_without_reduction(game), abs=1e-9)
