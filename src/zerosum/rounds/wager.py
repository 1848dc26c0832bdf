"""Wager games at the table: look at your hand, fold or bet, and see the card turned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from zerosum.arena.public import Solve
from zerosum.errors import InputError
from zerosum.models.wager import Stakes, WagerGame
from zerosum.rounds.course import Advice
from zerosum.rounds.solo import SoloDealer, SoloRound
from zerosum.sides import Side

__all__ = ["WagerDealer", "WagerRound", "dealer"]


@dataclass(frozen=True)
class WagerRound(SoloRound):
    """A dealt hand, and the act once it is chosen."""

    deal: Any
    """The game's own deal: a hand, the next card, and what a bet pays."""
    stakes: Stakes
    act: str = ""

    @property
    def acts(self) -> Sequence[str]:
        """Fold, the least bet, the greatest."""
        return () if self.act else tuple(dict.fromkeys(self.stakes.acts))

    @property
    def payoff(self) -> float:
        """What the act gained."""
        return float(self.deal.payoff(self._bet())) if self.act else 0.0

    @property
    def view(self) -> str:
        """The hand as a person types it; the next card is hidden."""
        return " ".join(map(str, self.deal.hand))

    def after(self, moves: Mapping[Side, Any], random: np.random.Generator) -> WagerRound:
        """The card is turned."""
        return replace(self, act=moves["row"])

    def scene(self, side: Side) -> Sequence[str]:
        """The hand."""
        return [f"your hand  {self.view}"]

    def news(self, side: Side) -> Sequence[str]:
        """The card that was turned."""
        beaten = "your hand beats it" if self.deal.wins else "your hand does not beat it"
        return [f"the next card is {self.deal.next_card}: {beaten}"]

    def _bet(self) -> Fraction | None:
        fold, low, _ = self.stakes.acts
        if self.act == fold:
            return None
        return self.stakes.low if self.act == low else self.stakes.high


@dataclass(frozen=True)
class WagerDealer(SoloDealer):
    """Deals hands of a wager game that can be dealt."""

    def deal(self, random: np.random.Generator) -> WagerRound:
        """A new hand."""
        if not hasattr(self.game, "deal"):
            raise InputError(f"{self.game.title} deals no cards, so it cannot be played")
        return WagerRound(self.game.deal(random), self.game.stakes)

    def judged(self, view: str, acts: Sequence[str]) -> Advice:
        """The act that the hand's chance to win calls for."""
        assert isinstance(self.game, WagerGame)
        win, stakes = self.game.chance_of(view), self.game.stakes
        return Advice({stakes.best(win): 1}, {act: float(stakes.worth(act, win)) for act in acts})


def dealer(game: WagerGame, solution: Solve) -> WagerDealer:
    """Deals rounds of a wager game."""
    return WagerDealer(game, solution)
