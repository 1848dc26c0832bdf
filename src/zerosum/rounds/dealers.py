"""Which dealer deals a game.

Models whose rounds are their own have a module here of the model's name, with a function `dealer(game, solution)`;
all other games with open positions share one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from zerosum.arena.public import Solve, is_public, public_game
from zerosum.errors import InputError
from zerosum.models.game import Game
from zerosum.rounds.course import Dealer, simple_players
from zerosum.rounds.public import PublicDealer
from zerosum.sides import Side
from zerosum.solving import room

__all__ = ["dealer_for"]

RULE = "Both choose a move at once; whoever has only one is not asked."
"""What every game with open positions has in common."""


def dealer_for(game: Game, solution: Solve) -> Dealer:
    """The dealer of a game; its solution is found when it is first needed."""
    solution = cache(solution)
    own = room(type(game), "rounds")
    if own is not None:
        dealer: Dealer = own.dealer(game, solution)
        return dealer
    if not is_public(game):
        raise InputError(f"{game.title} cannot be played here yet")
    return PublicDealer(
        game.title, (*game.instructions, RULE), public_game(game, solution), _plainly, simple_players(game)
    )


def _plainly(position: Any, side: Side) -> Sequence[str]:
    return [f"the position: {position}"]
