"""Trick games: two hands of cards, one card each a trick."""

from zerosum.models.tricks.rules import (
    OUTCOMES,
    TIE,
    Chance,
    Coded,
    Context,
    Played,
    TrickAnswer,
    TrickGame,
    exactly,
    in_order,
)

__all__ = [
    "OUTCOMES",
    "TIE",
    "Chance",
    "Coded",
    "Context",
    "Played",
    "TrickAnswer",
    "TrickGame",
    "exactly",
    "in_order",
]
