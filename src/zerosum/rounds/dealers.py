"""Which dealer deals a game: the module of the model's name here, by its function `dealer(game, solution)`."""

from __future__ import annotations

from functools import cache

from zerosum.arena.public import Solve
from zerosum.errors import InputError
from zerosum.models.game import Game
from zerosum.rounds.course import Dealer
from zerosum.solving import room

__all__ = ["dealer_for"]


def dealer_for(game: Game, solution: Solve) -> Dealer:
    """The dealer of a game; its solution is found when it is first needed."""
    own = room(type(game), "rounds")
    if own is None:
        raise InputError(f"{game.title} cannot be played here yet")
    dealer: Dealer = own.dealer(game, cache(solution))
    return dealer
