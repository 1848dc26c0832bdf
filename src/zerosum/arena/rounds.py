"""A round: one play of a game, step by step, without input or output."""

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
    """One moment of one play; `after` gives the next. Rounds do not change."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the play has ended."""

    @property
    @abstractmethod
    def payoff(self) -> float:
        """What row has been paid so far; the final payoff when the play is over."""

    @abstractmethod
    def choosers(self) -> Sequence[Side]:
        """The sides that must choose now: both, one, or none where it is chance's turn."""

    @abstractmethod
    def observation(self, side: Side) -> Observation:
        """What a side may see, and the moves it may choose from."""

    @abstractmethod
    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> Round:
        """The next moment, given the moves of the choosers."""

    @abstractmethod
    def scene(self, side: Side) -> Sequence[str]:
        """The table as this side sees it, in lines of text."""

    @abstractmethod
    def news(self, side: Side) -> Sequence[str]:
        """What has just happened, as far as this side learns it; empty at the start."""

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """The outcomes of chance now, if they can be listed: text, probability, and the next moment."""
        return ()

    def as_data(self, side: Side) -> Mapping[str, object]:
        """The scene as data, for a front end that draws it: the kind of table, and what is on it."""
        return {}

    def move_text(self, move: Move) -> str:
        """The name of a move, as it is shown to a person."""
        return str(move)


class SimultaneousGame(Protocol):
    """A game in which both sides move at once, at positions that both know."""

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """The moves of row and of col; empty at the end."""


@dataclass(frozen=True)
class SimultaneousRound(Round):
    """A position that both sides know and at which they move at once; what was paid so far, and the last moves."""

    game: SimultaneousGame
    position: Position
    paid: float = 0.0
    last: tuple[tuple[Side, Move], ...] = ()
    reward: float = 0.0
    """What the last moves paid to row."""
    happened: tuple[str, ...] = ()
    """What chance has just revealed."""

    @property
    def over(self) -> bool:
        """Whether nobody has a move left."""
        return not self.moves("row")

    def choosers(self) -> Sequence[Side]:
        """The sides with more than one move; a single move is played without asking."""
        return tuple(side for side in SIDES if len(self.moves(side)) > 1)

    def moves(self, side: Side) -> Sequence[Move]:
        """The moves of a side."""
        return self.game.moves(self.position)[SIDES.index(side)]

    def played(self, moves: Mapping[Side, Move]) -> dict[Side, Move]:
        """The moves of both sides: the chosen ones, and single moves."""
        return {side: moves[side] if side in moves else self.moves(side)[0] for side in SIDES}

    def won(self, side: Side) -> float:
        """The payoff to a side so far."""
        return (self.paid if side == "row" else -self.paid) + 0.0

    def so_far(self, side: Side) -> Sequence[str]:
        """The payoff so far as a line of text; none where it is 0, or at the end, which tells the result."""
        won = 0.0 if self.over else self.won(side)
        return [f"won so far {'+' * (won > 0)}{paid_text(won)}"] if won else []


class SoloRound(Round):
    """A round in which only row chooses."""

    @property
    @abstractmethod
    def acts(self) -> Sequence[str]:
        """Row's moves; empty when the round is over."""

    @property
    def over(self) -> bool:
        """Whether row has no move left."""
        return not self.acts

    def choosers(self) -> Sequence[Side]:
        """Row, until the round is over."""
        return () if self.over else ("row",)

    @property
    @abstractmethod
    def view(self) -> Position:
        """What row may see: not the cards that are still hidden."""

    def observation(self, side: Side) -> Observation:
        """The view, and row's moves."""
        return Observation(side, self.view, self.acts)


@dataclass(frozen=True)
class Advice:
    """The solution's mix for a side, and what each move is worth to it."""

    mix: Mix
    worth: Mapping[Move, float]
    """The expected payoff of each move against the solution, to the side that moves; empty if unknown."""
    caveat: str = ""
    """What a person should know about this advice; usually empty."""

    def cost(self, move: Move) -> float | None:
        """What a move loses on average against the solution; None if unknown."""
        return max(self.worth.values()) - self.worth[move] if self.worth else None


def payment_text(paid: float, side: Side) -> Sequence[str]:
    """A payment to row as a line for a side, "you win 2"; none where nothing was paid."""
    won = paid if side == "row" else -paid
    return [f"{'you win' if won > 0 else 'you lose'} {paid_text(abs(won))}"] if won else []


def paid_text(x: float) -> str:
    """An amount as a person at the table reads it: a whole number, or three digits."""
    return f"{x:.0f}" if float(x).is_integer() else f"{x:.3g}"
