"""The certificate of a drawing game: stand or hit with every hand, against every card of the opponent."""

from __future__ import annotations

from flint import fmpq

from zerosum.core.data import Data
from zerosum.core.rationals import fraction
from zerosum.core.value import Value
from zerosum.models.solo.engines.drawing.answer import DrawingSolution
from zerosum.models.solo.engines.drawing.verify import bet_worth, edges_of, hand_text, prove


def write(solution: DrawingSolution) -> Data:
    """Return the actions by the opponent's card and by hand, both as strings."""
    return {
        "acts": {
            str(card): {hand_text(hand): spot.act for hand, spot in by_hand.items()}
            for card, by_hand in solution.spots.items()
        }
    }


def verify(solution: DrawingSolution) -> Value:
    """Return the bounds on the value of the game, or of the requested hands, that the solution's actions prove."""
    game = solution.game
    if not solution.asked:
        return prove(game, solution.value, write(solution))
    acts = {
        card: {hand: spot.act for hand, spot in by_hand.items()} for card, by_hand in solution.spots.items()
    }
    lower = upper = fmpq(0)
    weights = 0
    for card, held in solution.asked.items():
        earned, best = edges_of(game, card, acts[card])
        for hand, _ in held:
            weight = solution.weight(card, hand)
            weights += weight
            one = sum(hand) == 1
            lower += weight * (bet_worth(game, earned[hand]) if one else earned[hand])
            upper += weight * (bet_worth(game, best[hand]) if one else best[hand])
    return Value(fraction(lower / weights), fraction(upper / weights))
