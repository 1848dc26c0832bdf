"""The certificate of a drawing game: stick or pull with every hand, against every card of the rival's."""

from __future__ import annotations

from flint import fmpq

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.rationals import fraction
from zerosum.core.value import Value
from zerosum.models.drawing.answer import DrawingSolution
from zerosum.models.drawing.verify import bet_worth, edges_of, hand_text, prove


def write(solution: DrawingSolution) -> Data:
    """The acts by the rival's card and by hand, both as text."""
    return {
        "acts": {
            str(card): {hand_text(hand): spot.act for hand, spot in by_hand.items()}
            for card, by_hand in solution.spots.items()
        }
    }


def verify(solution: DrawingSolution) -> Value:
    """The bounds that the solution's acts give: on the value of the game, or of the hands that it is about."""
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


CERTIFICATE = Certificate(write, prove)
