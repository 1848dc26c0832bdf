"""Bounds from few break points, the way to a region, and what the ring -1, 0, 1 needs infinitely many break points
for."""

from fractions import Fraction

import numpy as np
import pytest

from zerosum.core.progress import silent
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.certificate import verify
from zerosum.models.lagged.functions import FLOATS
from zerosum.models.lagged.recursion import ROW, Operator
from zerosum.models.lagged.rules import Board, BoardGame, ring
from zerosum.models.lagged.solve import solve
from zerosum.models.lagged.solve.coarse import choose_break_points, visit_shares
from zerosum.models.lagged.solve.iteration import iterate


class Plain(Operator):
    """The recursion without leaps."""

    leap_after = 0


def test_the_solution_of_the_ring_of_minus_one_nought_one_has_a_break_point_for_every_n():
    """W(1, q) has break points n / (n + 2) and slopes 2 / n; a round finds one more, so that the gap falls like n **
    -3."""
    operator = Plain(ring([Fraction(a) for a in (-1, 0, 1)]), FLOATS)
    some, twice = (iterate(operator, operator.zero(ROW), 1e-12, 20_000, silent, ROW, n) for n in (64, 128))
    assert twice.gap / some.gap == pytest.approx(1 / 8, abs=0.01)
    first = twice.row[0]
    assert first.q[:10] == pytest.approx([n / (n + 2) for n in range(10)], abs=1e-5)
    assert first.slope[:9] == pytest.approx([2 / n for n in range(1, 10)], abs=1e-4)


def test_few_break_points_prove_that_it_is_worth_nothing():
    game = Gleason(nodes=(-1, 0, 1))
    found = solve(game)
    assert found.ended == "done"
    assert max(f.pieces for player in found.functions for f in player.values()) == 1
    for value in (found.value, verify(found)):
        assert 0 in value
        assert value.gap < 1e-12


def test_a_ring_of_seven_that_is_worth_the_mean_of_two_nodes():
    game = Gleason(nodes=(-3, -3, -3, 2, 1, -3, 0))
    found = solve(game)
    for certified in (found.value, verify(found)):
        assert Fraction(-3, 2) in certified
        assert certified.gap < 1e-12


def test_on_a_curved_board_break_points_are_kept_where_play_goes():
    """Most of the rounds are spent on a few break points, and with less than half as many break points the gap is not
    half."""
    operator = Operator(ring([Fraction(a) for a in (2, 2, -3, -2, 0)]), FLOATS)
    even = iterate(operator, operator.zero(ROW), 1e-12, 5000, silent)
    often = [np.diff(upto(even.row[node].q)) for node, upto in visit_shares(operator, even.row, ROW).items()]
    visits = np.sort(np.concatenate(often))[::-1]
    assert visits[: visits.size // 20].sum() > visits.sum() / 2
    chosen = choose_break_points(operator, even, even.gap / 2, even.pieces // 2, silent)
    assert chosen.ended == "done"
    assert chosen.pieces < even.pieces / 2


def test_a_penny_decides_which_of_two_traps():
    """Row goes from s to a or b, column on to a trap without knowing which it was: matching pennies."""
    exits = ((1, 2), (3, 4), (4, 3), (3, 3), (4, 4))
    board = Board(("s", "a", "b", "poor", "rich"), tuple(map(Fraction, (0, 7, 7, 0, 1))), exits, 0)
    found = solve(BoardGame(board))
    assert Fraction(1, 2) in found.value
    assert found.value.gap < 1e-12


def test_break_points_that_fall_together_are_one_place():
    """Some functions on this ring have break points nearer than floats can tell; nothing is divided by their
    distance."""
    found = solve(Gleason(nodes=(2, -1, -2, 3, 0)))
    assert found.value.lower <= 0.5 <= found.value.upper
    assert found.value.gap < 1e-12
