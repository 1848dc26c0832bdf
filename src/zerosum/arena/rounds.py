"""A round: one play of a game, moment by moment, as logic without input or output."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from zerosum.arena.players import Mix, Observation
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side


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
    def observation(self, side: Side) -> Observation:
        """What a side that must choose may see, and its moves."""

    @abstractmethod
    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> Round:
        """The moment that follows, given the moves of the choosers."""

    @abstractmethod
    def scene(self, side: Side) -> Sequence[str]:
        """The table as this side may see it, in lines of plain text."""

    @abstractmethod
    def news(self, side: Side) -> Sequence[str]:
        """What has just happened, as this side learns it; nothing at the start."""

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """What chance may pick now, if that can be listed: in words, its probability, and the moment after."""
        return ()

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The same as data, for a front end that draws: what kind of table it is, and what lies on it."""
        return {}

    def move_text(self, move: Move) -> str:
        """A move as a person says it at this moment."""
        return str(move)


class SimultaneousGame(Protocol):
    """A game in which both sides move at once, at positions that both know."""

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """The moves of row and of col; empty at the end."""


@dataclass(frozen=True)
class SimultaneousRound(Round):
    """A position that both know, what was paid on the way to it, and the moves that led here."""

    game: SimultaneousGame
    position: Position
    paid: float = 0.0
    last: tuple[tuple[Side, Move], ...] = ()
    reward: float = 0.0
    """What the last moves paid to row."""
    happened: tuple[str, ...] = ()
    """What chance has just shown."""

    @property
    def over(self) -> bool:
        """Whether nobody has a move left."""
        return not self.moves("row")

    def choosers(self) -> Sequence[Side]:
        """The sides with more than one move; a single move plays itself."""
        return tuple(side for side in SIDES if len(self.moves(side)) > 1)

    def moves(self, side: Side) -> Sequence[Move]:
        """What a side may do."""
        return self.game.moves(self.position)[SIDES.index(side)]

    def played(self, moves: Mapping[Side, Move]) -> dict[Side, Move]:
        """The moves of the choosers, and those that play themselves."""
        return {side: moves[side] if side in moves else self.moves(side)[0] for side in SIDES}

    def won(self, side: Side) -> float:
        """What a side has won so far."""
        return (self.paid if side == "row" else -self.paid) + 0.0

    def so_far(self, side: Side) -> Sequence[str]:
        """The same in a line; nothing where nothing was won."""
        won = self.won(side)
        return [f"won so far {won:+g}"] if won else []


class SoloRound(Round):
    """A round in which only row chooses."""

    @property
    @abstractmethod
    def acts(self) -> Sequence[str]:
        """What row may do now; nothing when the round is over."""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return not self.acts

    def choosers(self) -> Sequence[Side]:
        """Row, as long as there is something to do."""
        return () if self.over else ("row",)

    @property
    @abstractmethod
    def view(self) -> Position:
        """What row may look at: never the cards that are still hidden."""

    def observation(self, side: Side) -> Observation:
        """The view, and what may be done."""
        return Observation(side, self.view, self.acts)


@dataclass(frozen=True)
class Advice:
    """What the solution would do, and what each move is worth to the one who asks."""

    mix: Mix
    worth: Mapping[Move, float]
    """The expected payoff of each move against the solution, to the side that moves; empty if not known."""
    caveat: str = ""
    """What a person should know of this advice, if there is something."""

    def cost(self, move: Move) -> float | None:
        """What a move loses on average against the solution."""
        return max(self.worth.values()) - self.worth[move] if self.worth else None


def payment_text(paid: float, side: Side) -> Sequence[str]:
    """What a payment to row means to a side, in a line; nothing where nothing was paid."""
    won = paid if side == "row" else -paid
    return [f"{'you win' if won > 0 else 'you lose'} {abs(won):g}"] if won else []
