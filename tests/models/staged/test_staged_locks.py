"""Locked positions and ranges of staged games: against the same game as a tree, and against best responses."""

import random
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.models.staged import lock
from zerosum.models.staged.extensive import StagedTree

F = Fraction


@dataclass(frozen=True)
class RandomStages(zerosum.StagedGame):
    """Two stages of random matrices with random chances; the second is one of three."""

    seed: int = 0

    start = "first"

    @cached_property
    def tables(self):
        draw = random.Random(self.seed)
        return {
            where: {(i, j): (draw.randint(-4, 4), draw.randint(0, 4)) for i in "abc" for j in "xy"}
            for where in ("first", "left", "right")
        }

    def moves(self, position):
        return ((), ()) if position == "over" else ("abc", "xy")

    def play(self, position, row, col):
        paid, odds = self.tables[position][row, col]
        if position != "first":
            return [(1, paid, "over")]
        return [(F(odds, 4), paid, "left"), (F(4 - odds, 4), 0, "right")]


def as_tree(game, side, mix, where):
    """The same lock in the game as a tree, at every node of the position: an independent solver."""
    known = [
        one.information
        for one in zerosum.solve(StagedTree(game)).evs
        if one.side == side and (one.information == "start") == (where == "first")
    ]
    return zerosum.solve(StagedTree(game), locks={f"{side}: {one}": mix for one in known})


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("mix", [{"a": 1}, {"a": "1/3"}, {"a": "1/4", "b": "1/4"}])
def test_the_first_position_against_the_tree(seed, mix):
    game = RandomStages(seed)
    locked = zerosum.solve(game, locks={"row: first": mix})
    assert locked.value == as_tree(game, "row", mix, "first").value
    assert locked.costs["row"] >= 0
    assert locked.verify().holds


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_side_against_the_best_response(seed):
    game = RandomStages(seed)
    locked = zerosum.solve(game, locks={"col": "uniform"})
    assert abs(float(locked.value) - float(zerosum.match(game, "best-response", "uniform").mean)) < 1e-12
    both = zerosum.solve(game, locks=["row: uniform", "col: uniform"])
    assert abs(float(both.value) - float(zerosum.match(game, "uniform", "uniform").mean)) < 1e-12


def test_what_is_left_open_and_what_changes():
    locked = zerosum.solve("rps", locks="row: rock 1/2")
    assert locked.value == F(-1, 6)
    assert locked.json()["strategies"]["row"]["start"] == {"rock": "1/2", "paper": "1/6", "scissors": "1/3"}
    assert {(one.side, one.move) for one in locked.changes() if one.locked} == {("row", "rock")}
    assert zerosum.solve("rps", locks="row: rock 1/3").costs == {"row": 0}


def test_seats_have_names():
    named = zerosum.solve("pursuit", locks="hunter: uniform")
    assert named.value == zerosum.solve("pursuit", locks={"hunter": "uniform"}).value
    assert named.owners == {"row"}


def test_trick_and_subtraction_games():
    locked = zerosum.solve("jujitsu", cards=3, locks="row: uniform")
    best = zerosum.match("jujitsu", "uniform", "best-response", cards=3)
    assert abs(float(locked.value) - float(best.mean)) < 1e-12
    taken = zerosum.solve("matches", matches=9, locks="col: uniform")
    best = zerosum.match("matches", "best-response", "uniform", matches=9)
    assert abs(float(taken.value) - float(best.mean)) < 1e-12
    [row, col] = zerosum.solve("jujitsu", cards=3).evs
    assert all(earned.regret >= -1e-12 for one in (row, col) for earned in one.moves.values())
    ranges = zerosum.solve("jujitsu", cards=3).ranges
    assert all(0 <= found.least <= found.most <= 1 for one in ranges for found in one.moves.values())


def test_ranges_need_no_flag():
    [row, col] = zerosum.solve("pennies").ranges
    assert row.moves["heads"].least == row.moves["heads"].most == F(3, 8)
    assert col.is_unique


@pytest.mark.parametrize(
    ("locks", "said"),
    [
        ("rock 1/2", "gives moves"),
        ("start: rock 1/2", "both players move"),
        ("row: nowhere: rock 1", "there is no decision at a position"),
        ("row: lizard 1", "not a move"),
        ("row: rock 1e-400", "'rock' at 'start' is below 1e-100"),
        (["row: rock 1", "row: start: paper 0"], "locked twice"),
    ],
)
def test_refused(locks, said):
    with pytest.raises(InputError, match=said):
        zerosum.solve("rps", locks=locks)


@pytest.mark.parametrize("game", ["jujitsu", RandomStages()])
@pytest.mark.parametrize("wrong", ["nonsense: a 1", "start: nonsense 1"])
def test_a_lock_of_nothing_is_rejected_before_anything_is_solved(game, wrong, monkeypatch):
    def refuse(*_, **__):
        raise AssertionError("nothing is to be solved")

    monkeypatch.setattr(lock, "solve", refuse)
    small = {"cards": 4} if game == "jujitsu" else {}
    with pytest.raises(InputError, match="nonsense"):
        zerosum.solve(game, locks=wrong, **small)


def test_a_first_trick_is_locked_by_the_name_that_reports_give_it():
    solution = zerosum.solve("goofspiel", cards=3)
    assert {one.information for one in solution.evs} == {"prize 1", "prize 2", "prize 3"}
    locked = zerosum.solve("goofspiel", cards=3, locks={"row: prize 3": {"1": 1}})
    assert locked.costs["row"] > 0
    again = zerosum.solve(
        "goofspiel", cards=3, locks={"row: row 1 2 3, col 1 2 3, hidden 1 2, stake 3, score 0": {"1": 1}}
    )
    assert again.value == locked.value
