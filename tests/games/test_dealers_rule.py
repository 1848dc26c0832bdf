"""Blackjack and seven-and-a-half for two at the table: real cards, real results, and the means that the rules pay."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import zerosum
from zerosum.arena import Session
from zerosum.arena.players import uniform
from zerosum.games.dealers_rule import BlackjackForTwo, DealersRule, SevenAndAHalfForTwo
from zerosum.models.family import arena_for
from zerosum.models.hidden.rules import Choice, Deal, End

GAMES = [BlackjackForTwo(goal=5), SevenAndAHalfForTwo(goal=2)]


def ends(game: DealersRule, count: int, random: np.random.Generator) -> list:
    """Positions at the end of random plays."""
    found = []
    while len(found) < count:
        position = game.start
        while not isinstance(turn := game.turn(position), End):
            picks = [what for what, _ in turn.outcomes] if isinstance(turn, Deal) else [*turn.moves]
            assert isinstance(turn, Deal | Choice)
            position = game.after(position, picks[int(random.integers(len(picks)))])
        found.append(position)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_cards_that_are_dealt_pay_the_mean_of_the_rules(game: DealersRule) -> None:
    random, checked = np.random.default_rng(7), 0
    for position in dict.fromkeys(ends(game, 60, random)):
        lottery = game.lottery(position)
        if lottery is None:
            continue
        mean = game.turn(position).payoff
        assert sum(paid * p for paid, p in lottery.items()) == mean
        assert sum(lottery.values()) == 1
        stake = game.stakes[position.bet]
        plays = [game.play_out(position, random) for _ in range(200)]
        assert {float(one.payoff) for one in plays} <= {float(stake), float(-stake)}
        spread = max(stake * 0.05, float(np.std([float(one.payoff) for one in plays])))
        assert np.mean([float(one.payoff) for one in plays]) == pytest.approx(
            float(mean), abs=5 * spread / 20
        )
        assert all(one.cards or one.payoff == -stake for one in plays)
        checked += 1
    assert checked > 10


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rounds_matches_and_samples_pay_whole_stakes(game: DealersRule) -> None:
    arena = arena_for(game, lambda: zerosum.solve(game))
    whole = {-1.0, *(float(sign * (game.ante + bet)) for bet in game.bets for sign in (1, -1))}
    results, dealt = Counter[float](), 0
    for seed in range(20):
        sitting = Session(arena, side="row", opponent=arena.equilibrium, seed=seed)
        while not sitting.over:
            moves = [move for move in sitting.observation().moves if move != "fold"]
            sitting.move(str(moves[-1]))
        results[sitting.result] += 1
        (dealer,) = sitting.round.board("row").theirs
        dealt += bool(dealer.cards)
        if sitting.round.remarks("row"):
            assert any("average payoff" in line for line in sitting.round.remarks("row"))
            assert not any(
                "average payoff" in line for line in [*sitting.latest_events, *sitting.description()]
            )
    assert set(results) <= whole
    assert dealt > 5
    match = arena.match(arena.equilibrium, uniform)
    assert {float(paid) for paid in match.results} <= whole
    sampled = zerosum.match(game, "equilibrium", "uniform", plays=40_000, seed=2)
    assert {float(paid) for paid in sampled.results} <= whole
    assert float(sampled.mean) == pytest.approx(float(match.mean), abs=5 * float(match.deviation) / 200)
