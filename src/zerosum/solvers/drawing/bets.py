"""The first act of drawing games: with the first card's edge known, fold or bet as in a wager game."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from zerosum.models.drawing import DrawingGame
from zerosum.models.wager import Stakes
from zerosum.numerics.rational import Number
from zerosum.solvers.drawing.plan import CLOSED, Plan

__all__ = ["Plans", "best_bets", "expectation", "first_act", "mean_edge", "starts"]

Plans = Mapping[int, Plan]
"""A plan for each open card of the rival's, or one for his closed card."""


def starts(game: DrawingGame, plans: Plans) -> list[tuple[int, int, Fraction, Fraction]]:
    """The rival's card and the bettor's first, with their chance and the edge of a unit at stake."""
    total = sum(game.supply)
    found = []
    for card, plan in plans.items():
        seen = Fraction(1) if card == CLOSED else Fraction(game.supply[card], total)
        unseen = total - (card != CLOSED)
        for kind, count in enumerate(game.supply):
            left = count - (kind == card)
            if left:
                hand = tuple(int(k == kind) for k in range(len(game.supply)))
                found.append((card, kind, seen * Fraction(left, unseen), plan[hand].best))
    return sorted(found)


def first_act(stakes: Stakes, edge: Fraction) -> tuple[str, Number]:
    """The best first act with this edge, and its worth."""
    win = (1 + edge) / 2
    act = stakes.best(win)
    return act, stakes.worth(act, win)


def mean_edge(game: DrawingGame, plans: Plans) -> Fraction:
    """What a unit at stake gains, over the first cards, if the bettor never folds."""
    return sum((chance * edge for *_, chance, edge in starts(game, plans)), Fraction(0))


def expectation(game: DrawingGame, plans: Plans) -> Fraction:
    """What the whole game is worth, with the best bets."""
    parts = (chance * Fraction(first_act(game.stakes, edge)[1]) for *_, chance, edge in starts(game, plans))
    return sum(parts, Fraction(0))


def best_bets(game: DrawingGame, plans: Plans) -> dict[str, Number]:
    """How often each first act is taken."""
    shares: dict[str, Number] = dict.fromkeys(game.stakes.acts, Fraction(0))
    for *_, chance, edge in starts(game, plans):
        shares[first_act(game.stakes, edge)[0]] += chance
    return shares
