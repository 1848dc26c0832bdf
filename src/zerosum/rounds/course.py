"""What a round is, and who deals it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from zerosum.arena.public import Solve
from zerosum.models.game import Game
from zerosum.players import NAMED, Mix, Player, Seen
from zerosum.sides import SIDES, Side

__all__ = ["Advice", "Dealer", "GameDealer", "Round", "simple_players", "told"]


class Round(ABC):
    """One moment of one play; frozen."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the play has ended."""

    @property
    @abstractmethod
    def payoff(self) -> float:
        """What row has been paid so far; all of it when the play is over."""

    @abstractmethod
    def choosers(self) -> Sequence[Side]:
        """The sides that must choose now: both, one, or none where chance alone goes on."""

    @abstractmethod
    def seen(self, side: Side) -> Seen:
        """What a side that must choose may see, and its moves."""

    @abstractmethod
    def after(self, moves: Mapping[Side, Any], random: np.random.Generator) -> Round:
        """The moment that follows, given the moves of the choosers."""

    @abstractmethod
    def scene(self, side: Side) -> Sequence[str]:
        """The table as this side may see it, in lines of plain text."""

    @abstractmethod
    def news(self, side: Side) -> Sequence[str]:
        """What has just happened, as this side learns it."""

    def said(self, move: Any) -> str:
        """A move as a person says it at this moment."""
        return str(move)


@dataclass(frozen=True)
class Advice:
    """What the solution would do, and what each move is worth to the one who asks."""

    mix: Mix
    worth: Mapping[Any, float]
    """The expected payoff of each move against the solution, to the side that moves; empty if not known."""

    def cost(self, move: Any) -> float | None:
        """What a move loses on average against the solution."""
        return max(self.worth.values()) - self.worth[move] if self.worth else None


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


def told(paid: float, side: Side) -> Sequence[str]:
    """What a payment to row means to a side, in a line; nothing where nothing was paid."""
    won = paid if side == "row" else -paid
    return [f"{'you win' if won > 0 else 'you lose'} {abs(won):g}"] if won else []
