"""The certificate of a drawing game: stick or pull with every hand, against every card of the rival's."""

from __future__ import annotations

from zerosum.core.data import Data
from zerosum.core.errors import InputError
from zerosum.core.family import Certificate
from zerosum.core.value import Value
from zerosum.models.drawing.answer import DrawingSolution
from zerosum.models.drawing.rules import DrawingGame, Hand, bettor_hands
from zerosum.models.drawing.verify import bounds, deck_without, rival_cards


def write(solution: DrawingSolution) -> Data:
    """The acts by the rival's card and by hand, both as text."""
    return {
        "acts": {
            str(card): {_text(hand): spot.act for hand, spot in by_hand.items()}
            for card, by_hand in solution.spots.items()
        }
    }


def prove(game: DrawingGame, claimed: Value, data: Data) -> Value:
    """The bounds that the acts in the file prove."""
    cards = {str(card): card for card in rival_cards(game)}
    if list(data) != ["acts"] or data["acts"].keys() != cards.keys():
        raise InputError(
            "the certificate must say what to do against every card of the rival's, and nothing else"
        )
    acts = {}
    for name, card in cards.items():
        said = data["acts"][name]
        hands = {
            _text(hand): hand for level in bettor_hands(game, deck_without(game, card)) for hand in level
        }
        for text in (*hands, *said):
            if text not in said or text not in hands:
                here = "lacks" if text in hands else "has"
                raise InputError(f"against the rival's card {name} the certificate {here} the cards {text!r}")
        acts[card] = {hand: said[text] for text, hand in hands.items()}
    return bounds(game, acts)


def _text(hand: Hand) -> str:
    return ",".join(map(str, hand))


CERTIFICATE = Certificate(write, prove)
