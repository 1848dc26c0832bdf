"""Drawing games: cards drawn from a deck that is not replaced, against a house with a rule."""

from zerosum.models.drawing.rules import (
    CLOSED,
    FOLD,
    PULL,
    STICK,
    DrawingGame,
    Hand,
    PlayingCard,
    Rule,
    bettor_hands,
    with_card,
)

__all__ = [
    "CLOSED",
    "FOLD",
    "PULL",
    "STICK",
    "DrawingGame",
    "Hand",
    "PlayingCard",
    "Rule",
    "bettor_hands",
    "with_card",
]
