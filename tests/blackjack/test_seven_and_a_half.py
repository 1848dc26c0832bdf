"""Seven-and-a-half: a second game for the same solver, checked by another recursion and by simulation."""

import math
from fractions import Fraction

import numpy as np
import pytest

from zerosum.errors import GameError, InputError
from zerosum.games.seven_and_a_half import HALVES, SevenAndAHalf
from zerosum.models.drawing import STICK
from zerosum.solvers.drawing import solve
from zerosum.verify.drawing import verify


@pytest.mark.parametrize("rules", [{}, {"stick": 6.5, "dealer_card": "seen", "ante": 2}])
def test_verification_agrees(rules):
    game = SevenAndAHalf(**rules)
    solution = solve(game)
    bounds = verify(game, solution)
    assert bounds.lower <= solution.value.lower <= bounds.upper
    assert bounds.gap < 1e-8


def test_a_plan_earns_its_edge_when_dealt():
    game = SevenAndAHalf()
    solution = solve(game)
    plan = solution.plans[-1]
    cards = np.repeat(np.arange(len(game.supply)), game.supply)
    rng = np.random.default_rng(8)
    won = 0
    rounds = 20_000
    for _ in range(rounds):
        order = rng.permutation(cards).tolist()
        hand, at = [order[0]], 2
        counts = tuple(hand.count(kind) for kind in range(8))
        while counts in plan and plan[counts].act != STICK:
            hand.append(order[at])
            at += 1
            counts = tuple(hand.count(kind) for kind in range(8))
        mine = sum(HALVES[card] for card in hand)
        dealer = HALVES[order[1]]
        while mine <= 15 and dealer < 10:
            dealer += HALVES[order[at]]
            at += 1
        won += mine <= 15 and (dealer > 15 or mine > dealer)
    edge = 2 * won / rounds - 1
    assert edge == pytest.approx(float(solution.edge), abs=4.5 / math.sqrt(rounds))


def test_questions_and_answers():
    solution = solve(SevenAndAHalf())
    assert solution.at(hand="K 7").row == {"stick": 1}
    assert solution.at(hand="J Q").row == {"pull": 1}
    assert solution.spot(SevenAndAHalf().read_hand("K 7")).stick > Fraction(1, 2)
    for bad in ("8", "7 7", "A A A A A"):
        with pytest.raises(InputError):
            solution.at(hand=bad)
    for stick in (0, 8, 5.3):
        with pytest.raises(GameError):
            SevenAndAHalf(stick=stick)
