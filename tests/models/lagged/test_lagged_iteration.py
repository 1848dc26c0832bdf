"""Leaps: boards on which plain iteration creeps, and the same values with and without."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zerosum.core.progress import silent
from zerosum.games.gleason import Gleason
from zerosum.models.lagged.functions import FLOATS
from zerosum.models.lagged.recursion import COL, ROW, Operator
from zerosum.models.lagged.rules import ring
from zerosum.models.lagged.solve import solve
from zerosum.models.lagged.solve.iteration import iterate, leap
from zerosum.models.lagged.solve.regions import ConfinedOperator, regions


class Plain(Operator):
    """The recursion without leaps."""

    leap_after = 0


class Creeping(ConfinedOperator):
    """The recursion in a region, without leaps."""

    leap_after = 0


def iterated(payoffs, kind=Operator, rounds=256, discount=Fraction(1)):
    """The functions of a ring after some rounds."""
    operator = kind(ring([Fraction(a) for a in payoffs]), FLOATS, discount)
    return iterate(operator, operator.zero(ROW), 1e-12, 20_000, silent, ROW, rounds)


@pytest.mark.parametrize("payoffs", [(-1, 1, -1, 1, 0), (0, -1, 1, -1, 1), (-1, 0, 1, -1, 1)])
def test_a_board_on_which_plain_iteration_creeps_is_solved_at_once(payoffs):
    assert iterated(payoffs, Plain, 512).gap > 1e-6
    assert iterated(payoffs).ended == "done"


def test_the_command_solves_it_too():
    found = solve(Gleason(nodes=(-10, 10, -10, 10, 0)))
    assert 0 in found.value
    assert found.value.gap < 1e-12


@settings(max_examples=20, deadline=None)
@given(payoffs=st.lists(st.integers(-4, 4), min_size=3, max_size=4))
def test_leaps_change_the_way_and_not_the_value(payoffs):
    fast, slow = iterated(payoffs, rounds=256), iterated(payoffs, Plain, 256)
    assert fast.rounds <= slow.rounds
    if fast.ended == slow.ended == "done":
        nodes = tuple(Fraction(a) for a in payoffs)
        operator = Plain(ring(nodes), FLOATS)
        step = operator.step_back(operator.step_back(slow.row, 1 - ROW), ROW)
        drift = np.mean([step[k].values(np.array([0.5]))[0] - f.values(np.array([0.5]))[0]
                         for k, f in slow.row.items()])  # fmt: skip
        assert float(solve(Gleason(nodes=nodes)).value) == pytest.approx(drift / 2, abs=1e-10)


def test_a_leap_from_the_solution_stays_there():
    operator = Operator(ring([Fraction(a) for a in (1, 2, -3)]), FLOATS)
    done = iterate(operator, operator.zero(ROW), 1e-12, 20_000, silent)
    there = leap(operator, done.row, ROW)
    shift = there[0].values(np.array([0.5])) - done.row[0].values(np.array([0.5]))
    for node, f in done.row.items():
        assert there[node].values(f.q) - shift == pytest.approx(f.w, abs=1e-9)


def test_leaps_hasten_a_player_who_is_confined_to_a_region():
    """Column's region on this ring, in which exits are forbidden and announcements forced."""
    board = ring([Fraction(a) for a in (-2, 1, -2, 0, 2, -2, 0)])
    region = next(one for one in regions(board) if sorted(one.own) == [0, 1, 3, 5, 6])
    gaps = []
    for kind in (Creeping, ConfinedOperator):
        operator = kind(board, FLOATS, Fraction(1), region, COL)
        gaps.append(iterate(operator, operator.zero(COL), 1e-12, 2000, silent, COL, 64).gap)
    assert gaps[1] < gaps[0] / 10


def test_a_discount_near_one_takes_few_rounds():
    assert iterated((1, 2, -3), rounds=80, discount=Fraction(999, 1000)).ended == "done"


@pytest.mark.long
def test_a_ring_whose_parts_the_counter_seldom_leaves():
    """Newton's step on few thousand break points, where plain iteration creeps."""
    found = solve(Gleason(nodes=(-2, -1, 1, -2, -3, 1, 3)))
    assert found.ended == "done"
    assert found.value.gap < 1e-12
    assert float(found.value) == pytest.approx(-0.3750389393065, abs=1e-12)
