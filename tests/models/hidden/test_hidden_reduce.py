"""Dominated and forced moves: what goes, what stays, and that nothing is lost."""

import random

import numpy as np
import pytest
from tests.models.hidden.hidden_games import Kuhn

from zerosum.core.sides import SIDES
from zerosum.games.leduc import Leduc
from zerosum.games.liars_dice import LiarsDice
from zerosum.games.phases import SealedBets
from zerosum.models.hidden.certificate import verify
from zerosum.models.hidden.rules import HiddenGame, choose, deal, end
from zerosum.models.hidden.search import discover
from zerosum.models.hidden.solve import reduce, solve
from zerosum.models.hidden.solve.bilinear import bilinear_game
from zerosum.models.hidden.solve.program import TREMBLE, ProgramSolver, exact_vertex
from zerosum.models.hidden.solve.reduce import reduce_game
from zerosum.numerics.sparse import in_full


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


def removed_one_by_one(game, side, kept, reachable):
    """The moves of a side that one round removes, by comparing pairs of forced moves against every plan."""
    mine, foe = game.of(side), game.of("col" if side == "row" else "row")
    payoffs = in_full(game.matrix) if side == "row" else -in_full(game.matrix).T
    kept = kept[side].copy()
    foe_reachable = reachable["col" if side == "row" else "row"]

    def sets_after(tree, sequence):
        return [i for i in range(len(tree)) if tree.parent[i] == sequence]

    def sequences(tree, i):
        return range(tree.first[i], tree.first[i + 1])

    def forced(k):
        left = [[b for b in sequences(mine, i) if kept[b]] for i in sets_after(mine, k)]
        return bool(kept[k]) and all(len(moves) == 1 and forced(moves[0]) for moves in left)

    def earned(k):
        after = [b for i in sets_after(mine, k) for b in sequences(mine, i) if kept[b]]
        return payoffs[k] + sum((earned(b) for b in after), np.zeros(foe.sequences))

    def least(amounts, sequence=0):
        below = [
            min(least(amounts, k) for k in sequences(foe, j) if foe_reachable[k])
            for j in sets_after(foe, sequence)
        ]
        return amounts[sequence] + sum(below)

    for i in range(len(mine) - 1, -1, -1):
        if reachable[side][mine.parent[i]]:
            for a in sequences(mine, i):
                for b in sequences(mine, i):
                    if a != b and forced(a) and forced(b) and least(earned(b) - earned(a)) >= 0:
                        kept[a] = False
    return kept


@pytest.mark.parametrize("way", ["arrays", "small arrays", "compiled"])
@pytest.mark.parametrize("seed", range(12))
def test_a_round_removes_the_moves_that_pairs_show_to_be_dominated(monkeypatch, seed, way):
    if way == "small arrays":
        monkeypatch.setattr(reduce, "AT_ONCE", 1)
    monkeypatch.setattr(reduce.remove_by_pairs, "is_worth_compiling", lambda *given: way == "compiled")
    game = bilinear_game(discover(Random(seed)))
    kept = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    reachable = {side: np.ones(game.of(side).sequences, np.bool_) for side in SIDES}
    for side in (*SIDES, *SIDES):
        expected = removed_one_by_one(game, side, kept, reachable)
        payoffs = reduce.pair_payoffs(game, side)
        removed = reduce.remove_dominated(game, side, payoffs, kept, reachable)
        assert kept[side].tolist() == expected.tolist()
        assert removed <= np.sum(~kept[side])
        assert reachable[side].tolist() == (reachable[side][game.of(side).before] & kept[side]).tolist()


@pytest.mark.parametrize("game", [Leduc(), LiarsDice(sides=4), SealedBets()], ids=lambda game: game.name)
def test_loops_remove_what_arrays_remove(monkeypatch, game):
    arrays = bilinear_game(discover(game))
    found = []
    for compiled in (False, True):
        monkeypatch.setattr(
            reduce.remove_by_pairs, "is_worth_compiling", lambda *given, compiled=compiled: compiled
        )
        less = reduce_game(arrays)
        found.append([part[side].tolist() for part in (less.kept, less.place, less.idle) for side in SIDES])
    assert found[0] == found[1]
