"""The first act of drawing games: with the first card's edge known, fold or bet as in a wager game."""

from __future__ import annotations

from fractions import Fraction

from zerosum.core.numbers import Number
from zerosum.models.drawing.rules import DrawingGame
from zerosum.models.drawing.spots import Spots, first_act, starts

__all__ = ["best_bets", "expectation", "mean_edge"]


def mean_edge(game: DrawingGame, spots: Spots) -> Fraction:
    """What a unit at stake gains, over the first cards, if the bettor never folds."""
    return sum((chance * edge for *_, chance, edge in starts(game, spots)), Fraction(0))


def expectation(game: DrawingGame, spots: Spots) -> Fraction:
    """What the whole game is worth, with the best bets."""
    parts = (chance * Fraction(first_act(game.stakes, edge)[1]) for *_, chance, edge in starts(game, spots))
    return sum(parts, Fraction(0))


def best_bets(game: DrawingGame, spots: Spots) -> dict[str, Number]:
    """How often each first act is taken."""
    shares: dict[str, Number] = dict.fromkeys(game.stakes.acts, Fraction(0))
    for *_, chance, edge in starts(game, spots):
        shares[first_act(game.stakes, edge)[0]] += chance
    return shares
