"""Drawing games: cards drawn from a deck without replacement, against a house with a fixed rule."""

from zerosum.models.solo.engines.drawing.rules import (
    FACE_DOWN,
    FOLD,
    HIT,
    STAND,
    DrawingGame,
    Hand,
    PlayingCard,
    Rule,
    bettor_hands,
    with_card,
)

__all__ = [
    "FACE_DOWN",
    "FOLD",
    "HIT",
    "STAND",
    "DrawingGame",
    "Hand",
    "PlayingCard",
    "Rule",
    "bettor_hands",
    "with_card",
]
