"""The certificate of a drawing game: to stick or to pull with every hand."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.value import Value
from zerosum.models.drawing.rules import CLOSED, DrawingGame, Hand
from zerosum.models.drawing.spots import DrawingAnswer
from zerosum.models.drawing.verify import verify

__all__ = ["CERTIFICATE"]


def write(solution: DrawingAnswer) -> Data:
    """By the rival's card and by hand."""
    return {
        "acts": {
            str(card): {",".join(map(str, hand)): spot.act for hand, spot in by_hand.items()}
            for card, by_hand in solution.spots.items()
        }
    }


def prove(game: DrawingGame, claimed: Value, data: Data) -> Value:
    """What the plan earns, and what the best plan would."""
    spots = {
        int(card): {
            tuple(int(n) for n in hand.split(",")): SimpleNamespace(act=act) for hand, act in by_hand.items()
        }
        for card, by_hand in data["acts"].items()
    }
    _whole(game, spots)
    return verify(game, SimpleNamespace(spots=spots))


def _whole(game: DrawingGame, spots: Mapping[int, Mapping[Hand, object]]) -> None:
    """Every hand that has not gone over needs its act, or the check would count it as lost."""
    supply = game.supply
    cards = {kind for kind, count in enumerate(supply) if count} if game.rival_seen else {CLOSED}
    if spots.keys() != cards:
        raise InputError("the certificate does not say what to do against every card of the rival's")
    for card, by_hand in spots.items():
        for hand in {(0,) * len(supply), *by_hand}:
            for kind, count in enumerate(supply):
                after = (*hand[:kind], hand[kind] + 1, *hand[kind + 1 :])
                left = count - (kind == card) - hand[kind]
                if left > 0 and after not in by_hand and game.score(after) is not None:
                    raise InputError(f"the certificate does not say what to do with the cards {after}")


CERTIFICATE = Certificate(write, prove)
