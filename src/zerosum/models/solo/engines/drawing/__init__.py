"""Drawing games: cards drawn from a deck that is not replaced, against a house with a rule."""

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
