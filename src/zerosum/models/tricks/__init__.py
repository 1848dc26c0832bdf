"""Trick games: two hands of cards, one card each a trick."""

from zerosum.core.moved import renamed
from zerosum.models.tricks.rules import OUTCOMES, TIE, Chance, Coded, Context, TrickGame, exactly, in_order

__all__ = ["OUTCOMES", "TIE", "Chance", "Coded", "Context", "TrickGame", "exactly", "in_order"]

__getattr__ = renamed(
    __name__,
    {
        "Played": "zerosum.models.tricks.answer:SolvedPosition",
        "TrickAnswer": "zerosum.models.tricks.answer:TrickSolution",
    },
)
