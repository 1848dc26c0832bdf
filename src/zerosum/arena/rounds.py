"""A round: one play of a game, step by step, without input or output."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from zerosum.arena.players import Mix, Observation
from zerosum.core.boards import Happening, Tabletop
from zerosum.core.game import Move, Position
from zerosum.core.numbers import Number
from zerosum.core.sides import SIDES, Side


class Round(ABC):
    """One moment of one play; `after` returns the next. Rounds are immutable."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the play has ended."""

    @property
    @abstractmethod
    def payoff(self) -> float:
        """The amount paid to row so far; the final payoff when the play is over."""

    @abstractmethod
    def choosers(self) -> Sequence[Side]:
        """Return the sides that must choose now: both, one, or none (at a chance move)."""

    @abstractmethod
    def observation(self, side: Side) -> Observation:
        """Return what a side may see, and its available moves."""

    @abstractmethod
    def after(self, moves: Mapping[Side, Move], random: np.random.Generator) -> Round:
        """Return the next moment, given the moves of the choosers."""

    @abstractmethod
    def description(self, side: Side) -> Sequence[str]:
        """Describe the table as this side sees it, in lines of text."""

    def held(self, side: Side) -> str:
        """Return the private information that chance dealt a side, in a few words; empty if there is none."""
        return ""

    @abstractmethod
    def latest_events(self, side: Side) -> Sequence[str]:
        """Return the latest events that this side observes; empty at the start."""

    def remarks(self, side: Side) -> Sequence[str]:
        """Return remarks that a review of the round adds to a moment, such as the average payoff of an ending like
        this.
        """
        return ()

    @property
    def description_has_events(self) -> bool:
        """Whether the description lists the latest events, so that they need not be repeated."""
        return False

    def outcomes(self) -> Sequence[tuple[str, Number, Round]]:
        """Return the outcomes of chance now, if they can be listed: text, probability, and next moment."""
        return ()

    def board(self, side: Side) -> Tabletop:
        """Return the board as this side sees it, for a front end that draws it."""
        return Tabletop()

    def happenings(self, side: Side) -> Sequence[Happening]:
        """Return the actions of the step that led here, as this side observes them; empty at the start."""
        return ()

    def outcome(self, side: Side) -> str:
        """Describe the end of the round to a side in a few words; empty if the payoff says everything."""
        return ""

    def consequence(self, side: Side, move: Move) -> str:
        """Describe the effect of a side's move in a few words; return an empty text if the name of the move is
        enough.
        """
        return ""

    def situation(self, side: Side) -> str:
        """Return a side's information, in a few words that can begin a sentence."""
        return "; ".join(self.description(side)) or "At the start"

    def move_text(self, move: Move) -> str:
        """Return the name of a move for display."""
        return str(move)


class PlacedNumber(str):
    """A line with a number in [0, 1], such as "your hand 0.345"; a terminal marks the number on a bar.

    Examples
    --------
    >>> from zerosum.arena.rounds import PlacedNumber
    >>> line = PlacedNumber("your hand", 0.3451)
    >>> str(line), line.label, line.number
    ('your hand 0.345', 'your hand', 0.3451)
    """

    label: str
    number: float

    def __new__(cls, label: str, number: float) -> PlacedNumber:
        line = super().__new__(cls, f"{label} {number:.3f}")
        line.label, line.number = label, number
        return line

    def __getnewargs__(self) -> tuple[str, float]:  # type: ignore[override]
        return self.label, self.number


class SimultaneousGame(Protocol):
    """A game in which both sides move simultaneously, at positions known to both."""

    def moves(self, position: Position) -> tuple[Sequence[Move], Sequence[Move]]:
        """Return the moves of row and of col; empty at the end."""


@dataclass(frozen=True)
class SimultaneousRound(Round):
    """A position known to both sides, who move simultaneously, with the payments and the last moves."""

    game: SimultaneousGame
    position: Position
    paid: float = 0.0
    last: tuple[tuple[Side, Move], ...] = ()
    reward: float = 0.0
    """The payment to row for the last moves."""
    happened: tuple[str, ...] = ()
    """The outcome of chance that was just revealed."""

    @property
    def over(self) -> bool:
        return not self.moves("row")

    def choosers(self) -> Sequence[Side]:
        """Return the sides with more than one move; a single move is played without asking."""
        return tuple(side for side in SIDES if len(self.moves(side)) > 1)

    def moves(self, side: Side) -> Sequence[Move]:
        return self.game.moves(self.position)[SIDES.index(side)]

    def played(self, moves: Mapping[Side, Move]) -> dict[Side, Move]:
        """Return the moves of both sides: chosen moves, and forced ones."""
        return {side: moves[side] if side in moves else self.moves(side)[0] for side in SIDES}

    def won(self, side: Side) -> float:
        """Return the payoff to a side so far."""
        return (self.paid if side == "row" else -self.paid) + 0.0

    def so_far(self, side: Side) -> Sequence[str]:
        """Return the payoff so far as a line of text; no line if it is 0, or at the end, where the result states it."""
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
        return not self.acts

    def choosers(self) -> Sequence[Side]:
        """Return row as the only side to move, until the round is over."""
        return () if self.over else ("row",)

    @property
    @abstractmethod
    def view(self) -> Position:
        """Return what row may see, without the cards that are still hidden."""

    def observation(self, side: Side) -> Observation:
        return Observation(side, self.view, self.acts)


@dataclass(frozen=True)
class Advice:
    """The solution's mix for a side, and the EV of each of its moves."""

    mix: Mix
    worth: Mapping[Move, float]
    """The expected payoff of each move against the solution, to the side that moves; empty if unknown."""
    caveat: str = ""
    """A remark on this advice for the user; usually empty."""

    def cost(self, move: Move) -> float | None:
        """Return the EV loss of a move against the solution; None if unknown."""
        return max(self.worth.values()) - self.worth[move] if self.worth else None


def deed(who: Side, side: Side, what: str) -> Happening:
    """Return a description of a player's move, for a side."""
    return Happening("you" if who == side else "opponent", what)


def situation(hold: str, history: Sequence[str]) -> str:
    """Return a player's private information and the previous moves, in words that can begin a sentence."""
    after = f"after {', '.join(history)}" if history else "at the start"
    return f"With {hold} {after}" if hold else f"{after[0].upper()}{after[1:]}"


def payment_text(paid: float, side: Side) -> Sequence[str]:
    """Return a payment to row as a line for a side, "you win 2"; no line if nothing was paid."""
    won = paid if side == "row" else -paid
    return [f"{'you win' if won > 0 else 'you lose'} {paid_text(abs(won))}"] if won else []


def paid_text(x: float) -> str:
    """Return an amount in a readable form: a whole number, or three digits."""
    return f"{x:.0f}" if float(x).is_integer() else f"{x:.3g}"
