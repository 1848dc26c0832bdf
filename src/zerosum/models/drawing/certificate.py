"""The certificate of a drawing game: stick or pull with every hand, against every card of the rival's."""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.family import Certificate
from zerosum.core.value import Value
from zerosum.models.drawing.answer import DrawingSolution
from zerosum.models.drawing.rules import DrawingGame
from zerosum.models.drawing.verify import bounds


def write(solution: DrawingSolution) -> Data:
    """The acts by the rival's card and by hand, both as text."""
    return {
        "acts": {
            str(card): {",".join(map(str, hand)): spot.act for hand, spot in by_hand.items()}
            for card, by_hand in solution.spots.items()
        }
    }


def prove(game: DrawingGame, claimed: Value, data: Data) -> Value:
    """The bounds that the acts in the file prove."""
    acts = {
        int(card): {tuple(int(n) for n in hand.split(",")): act for hand, act in by_hand.items()}
        for card, by_hand in data["acts"].items()
    }
    return bounds(game, acts)


CERTIFICATE = Certificate(write, prove)
