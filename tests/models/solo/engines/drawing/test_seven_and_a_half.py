"""Seven-and-a-half: a second game for the same solver, checked by another recursion and by simulation."""

import math
from fractions import Fraction

import numpy as np
import pytest
from tests.rows import rows_of

import zerosum
from zerosum.core.errors import GameError, InputError
from zerosum.games.seven_and_a_half import SevenAndAHalf
from zerosum.models.solo.engines.drawing.certificate import verify
from zerosum.models.solo.engines.drawing.round import deal
from zerosum.models.solo.engines.drawing.rules import STAND
from zerosum.models.solo.engines.drawing.solve import solve


@pytest.mark.parametrize("rules", [{}, {"stand": 6.5, "dealer_card": "seen", "ante": 2}])
def test_verification_agrees(rules):
    game = SevenAndAHalf(**rules)
    solution = solve(game)
    proved = verify(solution)
    assert proved.lower <= solution.value.lower <= proved.upper
    assert proved.gap < 1e-8


def test_a_plan_earns_its_edge_when_dealt():
    game = SevenAndAHalf()
    solution = solve(game)
    rng = np.random.default_rng(8)
    rounds = 8_000
    won = 0
    for _ in range(rounds):
        now = deal(game, rng)
        while now.acts:
            now = now.stand() if solution.spot(now.hand).act == STAND else now.hit()
        won += bool(now.wins)
    edge = 2 * won / rounds - 1
    assert edge == pytest.approx(float(solution.edge), abs=4.5 / math.sqrt(rounds))


def test_the_pack_has_the_cards_that_the_game_counts():
    game = SevenAndAHalf()
    kinds = [card.kind for card in game.pack()]
    assert tuple(kinds.count(kind) for kind in range(8)) == game.supply
    assert len({card.name for card in game.pack()}) == 40


def test_questions_and_answers():
    solution = solve(SevenAndAHalf())
    assert solution.at(hand="K 7").row == {"stand": 1}
    assert solution.at(hand="J Q").row == {"hit": 1}
    assert solution.spot(SevenAndAHalf().read_hand("K 7")).stand > Fraction(1, 2)
    for bad in ("8", "7 7", "A A A A A"):
        with pytest.raises(InputError):
            solution.at(hand=bad)
    for stand in (0, 8, 5.3):
        with pytest.raises(GameError):
            SevenAndAHalf(stand=stand)


def test_no_bet_is_listed_without_a_card() -> None:
    lines = [line for line in rows_of(zerosum.solve("seven-and-a-half")) if line.move == "fold"]
    assert {line.information for line in lines} == {"A", "2", "3", "4", "5", "6", "7", "J"}
