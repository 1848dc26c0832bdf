"""What a round is, and who deals it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from zerosum.arena.players import NAMED, Player
from zerosum.arena.public import Solve
from zerosum.arena.rounds import Advice, Round, told
from zerosum.models.game import Game
from zerosum.sides import SIDES, Side

__all__ = ["Advice", "Dealer", "GameDealer", "Round", "simple_players", "told"]


class Dealer(Protocol):
    """Deals the rounds of one game, and knows its solution."""

    @property
    def title(self) -> str:
        """Which game this is."""

    @property
    def rules(self) -> Sequence[str]:
        """How it is played, in a few lines."""

    @property
    def sides(self) -> Sequence[Side]:
        """The sides that a person can take."""

    @property
    def players(self) -> Mapping[str, Player]:
        """Players that need no solution and make sense in this game, by name."""

    @property
    def equilibrium(self) -> Player:
        """The player that follows the solution."""

    def deal(self, random: np.random.Generator) -> Round:
        """A new round."""

    def advice(self, round: Round, side: Side) -> Advice:
        """What the solution would do in this side's place."""


@dataclass(frozen=True)
class GameDealer:
    """What the dealers of hidden-hand games share: the game, its solution, and the sides that a person can take."""

    game: Any
    solution: Solve
    sides: Sequence[Side] = SIDES

    @property
    def title(self) -> str:
        """Which game this is."""
        title: str = self.game.title
        return title

    @property
    def rules(self) -> Sequence[str]:
        """How it is played, as the game itself says."""
        told: Sequence[str] = self.game.instructions
        return told

    @property
    def players(self) -> Mapping[str, Player]:
        """Players that need no solution and make sense in this game, by name."""
        return simple_players(self.game)


def simple_players(game: Game) -> Mapping[str, Player]:
    """The players that need no solution and have a move at every position of this game, by name."""
    return {name: NAMED[name] for name in game.players}
