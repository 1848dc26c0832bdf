"""Strategies of the unlimited deck played with a pack: what they are worth is what the true game says."""

from fractions import Fraction

import pytest
from tests.models.hidden.test_dealers_rule import Small, Soft

from zerosum.games.free_dealer import FreeDealer
from zerosum.models.hidden.solve import solve
from zerosum.models.hidden.verify import response_bound
from zerosum.papers.checks.dealer_with_pack import PlayedWithPack

CARDS = tuple(map(Fraction, (1, 2, 3)))


@pytest.mark.parametrize(("rules", "soft"), [(Small, 0), (Soft, 2)])
@pytest.mark.parametrize("suits", [2, 4])
def test_the_best_dealer_against_the_bettor_is_that_of_the_true_game(rules, soft, suits):
    """The verifier walks all histories of the game with a pack; there the bettor does what he does without one."""
    solution = solve(rules())
    played = PlayedWithPack(solution, suits)

    def bettor(side, seen, turn):
        mix = dict(solution.mix(side, seen)) if seen in played.sets else {"hit": 0, "stand": 1}
        onward = any((*seen, ("row", "hit"), ("chance", card)) in played.sets for card in CARDS)
        if "hit" in mix and (not onward or "hit" not in turn.moves):
            mix = {"hit": 0, "stand": 1}
        return {move: Fraction(mix[move]) for move in turn.moves}

    true = FreeDealer(goal=5, cards=CARDS, copies=suits, soft=soft)
    assert played.least() == pytest.approx(float(-response_bound(true, True, bettor, "col")), abs=1e-12)


@pytest.mark.parametrize(("rules", "soft"), [(Small, 0), (Soft, 2)])
@pytest.mark.parametrize("stand", [3, 4, 5])
def test_the_best_bettor_against_a_rule_is_that_of_the_true_game(rules, soft, stand):
    played = PlayedWithPack(solve(rules(stand=stand)), 4)
    true = solve(FreeDealer(goal=5, cards=CARDS, copies=4, soft=soft, stand=stand))
    assert played.most() == pytest.approx(float(true.value), abs=1e-12)


@pytest.mark.parametrize("suits", [2, 3, 4])
def test_the_value_with_a_pack_lies_between(suits):
    played = PlayedWithPack(solve(Small()), suits)
    assert played.least() <= solve(FreeDealer(goal=5, cards=CARDS, copies=suits)).value.lower <= played.most()
