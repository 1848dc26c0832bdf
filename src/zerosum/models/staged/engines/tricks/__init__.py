"""Trick games: two hands of cards, one card per player and trick."""

from zerosum.models.staged.engines.tricks.rules import (
    OUTCOMES,
    TIE,
    Chance,
    Coded,
    Context,
    TrickGame,
    exactly,
    in_order,
)

__all__ = ["OUTCOMES", "TIE", "Chance", "Coded", "Context", "TrickGame", "exactly", "in_order"]
