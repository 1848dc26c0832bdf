"""The poker tournament, all-in or fold: its hands against push or fold, its proof against wrong values, and play."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import zerosum
from zerosum.core.errors import InputError
from zerosum.games.preflop import BOARDS, PAIRS, counts
from zerosum.games.push_fold import PushFold
from zerosum.papers.checks.tournament import AllInTournament, proved, solved, tournament, tournament_share

F = Fraction


@pytest.mark.parametrize("chips", [7, 20, 40, 65])
def test_a_hand_for_chips_is_push_or_fold_with_the_smaller_stack(chips):
    """If chips are worth their number, the hand is the one-hand game, whose value is exact."""
    _, _, value = AllInTournament(80, 3, 6).hand(chips, np.arange(81.0))
    stack = F(min(chips, 80 - chips), 6)
    assert value == pytest.approx(chips + 6 * float(zerosum.solve(PushFold(stack)).value.lower), abs=1e-7)


def test_when_everybody_is_all_in_the_value_is_a_recurrence():
    """With 300 chips each the blinds take all: the small blind wins, or ties and has the big blind."""
    ties = float(counts().ties.sum() / (PAIRS.sum() * BOARDS))
    solution = solved(600, 300, 600)
    assert solution.tournament.chips == 2
    assert solution.values[1] == pytest.approx(((1 - ties) / 2 + ties) / (1 + ties))


def test_the_values_are_what_play_wins():
    solution = solved(2400, 300, 600)
    game, random = solution.tournament, np.random.default_rng(52)
    wins, ties = counts()
    deals = PAIRS / PAIRS.sum()
    pairs = random.choice(deals.size, 60_000, p=deals.ravel())
    won, played, mine, button, k = 0, 0, 4, True, 0
    while k < len(pairs):
        one, other = divmod(int(pairs[k]), 169)
        k += 1
        chips = mine if button else 8 - mine
        stake, sign = min(chips, 8 - chips), 1 if button else -1
        if random.random() >= solution.shoves[chips, one] / 1e8:
            mine -= sign * game.small
        elif random.random() >= solution.calls[chips, other] / 1e8:
            mine += sign * game.big
        else:
            u = random.random() * PAIRS[one, other] * BOARDS - wins[one, other]
            mine += sign * stake * (1 if u < 0 else 0 if u < ties[one, other] else -1)
        button = not button
        if mine in (0, 8):
            won, played = won + (mine == 8), played + 1
            mine, button = 4, True
    assert played > 5_000
    assert won / played == pytest.approx(solution.values[4], abs=4 * 0.5 / played**0.5)


def test_bounds_are_proved_from_the_strategy_alone():
    solution = solved(6000, 300, 600)
    bounds = proved(solution)
    assert all(bound.gap < 1e-8 for bound in bounds)
    assert all(
        bound.lower <= v <= bound.upper for bound, v in zip(bounds, solution.values[1:-1], strict=True)
    )
    # another strategy proves less, and what it proves is proved
    careless = replace(solution, calls=np.full_like(solution.calls, 10**8))
    worse = proved(careless)[9]
    assert worse.lower <= bounds[9].lower
    assert worse.upper >= bounds[9].upper
    assert worse.gap > 1e-3


def test_a_strategy_with_which_nobody_ever_wins_is_refused():
    solution = solved(2400, 300, 600)
    never = replace(solution, shoves=0 * solution.shoves, calls=0 * solution.calls)
    with pytest.raises(InputError, match="give one that ends"):
        proved(never)


def test_wrong_values_are_told_from_right_ones():
    assert tournament(2400, 300, 600, f"{solved(2400, 300, 600).values[4]:.6f}").holds
    assert not tournament(2400, 300, 600, "0.6").holds
    assert not tournament_share(2400, 300, 600, "0.0001").holds
