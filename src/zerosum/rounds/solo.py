"""Rounds with one decision maker: the bettor is row, and his rival only follows rules."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zerosum.arena.players import Function, Player, Seen
from zerosum.rounds.course import Advice, GameDealer, Round
from zerosum.sides import Side

__all__ = ["SoloDealer", "SoloRound"]


class SoloRound(Round):
    """A round in which only row chooses."""

    @property
    @abstractmethod
    def acts(self) -> Sequence[str]:
        """What the bettor may do now; nothing when the round is over."""

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return not self.acts

    def choosers(self) -> Sequence[Side]:
        """Row, as long as there is something to do."""
        return () if self.over else ("row",)

    @property
    @abstractmethod
    def view(self) -> Any:
        """What the bettor may look at: never the cards that are still hidden."""

    def seen(self, side: Side) -> Seen:
        """The view, and what may be done."""
        return Seen(side, self.view, self.acts)


@dataclass(frozen=True)
class SoloDealer(GameDealer):
    """Deals rounds to a bettor."""

    sides: Sequence[Side] = ("row",)

    @property
    def equilibrium(self) -> Player:
        """The bettor who follows the solution."""
        return Function("equilibrium", lambda seen: self.judged(seen.position, seen.moves).mix)

    def advice(self, round: Round, side: Side) -> Advice:
        """What the solution would do."""
        seen = round.seen(side)
        return self.judged(seen.position, seen.moves)

    @abstractmethod
    def judged(self, view: Any, acts: Sequence[str]) -> Advice:
        """What the solution makes of a view."""
