"""A round: one play of a game, moment by moment, as logic without input or output."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from zerosum.arena.players import Mix, Seen
from zerosum.models.game import Move
from zerosum.numerics.rational import Number
from zerosum.sides import Side

__all__ = ["Advice", "Round", "told"]


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

    def shown(self, side: Side) -> Mapping[str, object]:
        """The same as data, for a front end that draws: what kind of table it is, and what lies on it."""
        return {}

    def said(self, move: Move) -> str:
        """A move as a person says it at this moment."""
        return str(move)


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


def told(paid: float, side: Side) -> Sequence[str]:
    """What a payment to row means to a side, in a line; nothing where nothing was paid."""
    won = paid if side == "row" else -paid
    return [f"{'you win' if won > 0 else 'you lose'} {abs(won):g}"] if won else []
