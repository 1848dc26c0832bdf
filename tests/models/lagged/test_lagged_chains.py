"""Many digits: functions with only the break points that play needs, against full iteration and a check in
fractions."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from zerosum.games.gleason import Gleason
from zerosum.models.lagged.functions import Scale, hull
from zerosum.models.lagged.recursion import COL, ROW, Operator
from zerosum.models.lagged.solve import solve
from zerosum.models.lagged.solve.chains import Core, needed_break_points, with_bends
from zerosum.models.lagged.solve.iteration import iterate

DIGITS = "0933353474172842011405062981321147627757152822308701891805242229"
"""Gleason's value without its sign, behind the point, from iteration with all break points."""


def game(*nodes: int) -> Gleason:
    return Gleason(nodes=tuple(map(Fraction, nodes)))


def test_forty_digits_are_verified_in_fractions() -> None:
    solution = solve(Gleason(), digits=40)
    assert solution.ended == "chains"
    assert Fraction(solution.value.gap) < Fraction(1, 10**40)
    assert abs(Fraction(solution.value.lower) * 10**64 + int(DIGITS)) < 10**24
    assert solution.verify().holds


@pytest.mark.parametrize("digits", [31, 150])
def test_more_digits_stay_within_fewer(digits: int) -> None:
    coarse, fine = (solve(Gleason(), digits=d).value for d in (30, digits))
    assert coarse.lower <= fine.lower <= fine.upper <= coarse.upper
    assert Fraction(fine.gap) < Fraction(1, 10**digits)


@pytest.mark.long
def test_a_thousand_digits() -> None:
    solution = solve(Gleason(), digits=1000)
    assert Fraction(solution.value.gap) < Fraction(1, 10**1000)
    less = solve(Gleason(), digits=60).value
    assert less.lower <= solution.value.lower <= solution.value.upper <= less.upper


def test_other_rings_agree_with_full_iteration() -> None:
    rng = random.Random(31)
    for _ in range(6):
        ring = game(*(rng.randint(-3, 3) for _ in range(3)))
        plain, fine = solve(ring).value, solve(ring, digits=33, pieces=3000).value
        assert plain.lower <= fine.upper, ring
        assert fine.lower <= plain.upper, ring


def test_a_ring_with_endless_break_points_and_one_without_chains() -> None:
    endless = solve(game(-1, 0, 1), digits=45).value
    assert endless.lower <= 0 <= endless.upper
    assert Fraction(endless.gap) < Fraction(1, 10**45)
    pure = solve(game(2, -1, 3, -2), digits=45, pieces=3000).value
    plain = solve(game(2, -1, 3, -2)).value
    assert plain.lower <= pure.upper
    assert pure.lower <= plain.upper


def test_needed_break_points_secure_as_much_as_all() -> None:
    """What is left after pruning adds as much in two moves, at each of its break points, as the whole functions do."""
    board = Gleason().layout()
    operator = Operator(board, Scale(200))
    rough = iterate(
        Operator(board, Scale()), Operator(board, Scale()).zero(ROW), 1e-12, 10**6, lambda *_: None
    )
    for player, functions in ((ROW, rough.row), (COL, rough.col)):
        whole = {
            node: hull(f.q, f.w, operator.scale)
            for node, f in ((n, g.convert(operator.scale)) for n, g in functions.items())
        }
        middle = operator.step_back(whole, 1 - player)
        after = operator.step_back(middle, player)
        needed = needed_break_points(board, middle, after)
        few = {node: hull(f.q[needed[node]], f.w[needed[node]], operator.scale) for node, f in after.items()}
        assert sum(f.pieces for f in few.values()) < sum(f.pieces for f in after.values()) / 2
        again = operator.step_back(operator.step_back(few, 1 - player), player)
        rises = np.concatenate([again[node].values(f.q) - f.w for node, f in few.items()])
        assert operator.scale.fraction(rises.max() - rises.min()) < Fraction(1, 10**11)


def test_bends_are_added_and_values_kept() -> None:
    scale = Scale(100)
    line = {0: hull(scale.array([0, scale.one]), scale.array([0, 0]), scale)}
    bends = [(0, scale.number(x), scale.number(m)) for x, m in ((0.25, 0.5), (0.5, 0.125), (0.75, 0.25))]
    f = with_bends(line, bends)[0]
    assert f.w[0] == f.w[-1] == 0
    assert [scale.fraction(x) for x in f.q] == [0, Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), 1]
    assert [scale.fraction(x) for x in f.slope[:-1] - f.slope[1:]] == [
        Fraction(1, 2),
        Fraction(1, 8),
        Fraction(1, 4),
    ]


def test_chains_of_gleason_begin_at_the_large_bends() -> None:
    solution = solve(Gleason(), digits=40)
    functions = {node: f.convert(Scale(400)) for node, f in solution.functions[COL].items()}
    core = Core(Operator(Gleason().layout(), Scale(400)), functions)
    assert len(core.roots) == 2
    assert core.passed == {2}
