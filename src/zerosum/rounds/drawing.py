"""Drawing games at the table: fold or bet on the first card, then pull or stick."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from zerosum.arena.public import Solve
from zerosum.models.drawing import PULL, STICK, DrawingGame
from zerosum.players import Side
from zerosum.rounds.course import Advice, Round
from zerosum.rounds.solo import SoloDealer, SoloRound

__all__ = ["DrawingDealer", "DrawingRound", "dealer"]

FOLD = "fold"
CLOSED = -1


@dataclass(frozen=True)
class DrawingRound(SoloRound):
    """The cards dealt, the bet, and what the bettor may do next."""

    game: Any
    deal: Any
    """The game's own deal: both hands, and the rest of the deck in its order."""
    bet: int | None = None
    folded: bool = False

    @property
    def acts(self) -> Sequence[str]:
        """A bet first; then pull or stick, while that is open."""
        if self.folded:
            return ()
        if self.bet is None:
            return (FOLD, *(f"bet {bet}" for bet in self.game.bets))
        acts: Sequence[str] = self.deal.acts
        return acts

    @property
    def payoff(self) -> float:
        """What the bet gained; what folding lost."""
        return float(self.deal.payoff(None if self.folded else self.bet)) if self.over else 0.0

    def after(self, moves: Mapping[Side, Any], random: np.random.Generator) -> DrawingRound:
        """The act is done; after a stick the rival draws by his rule."""
        act = moves["row"]
        if act == FOLD:
            return replace(self, folded=True)
        if act in (PULL, STICK):
            return replace(self, deal=self.deal.pull() if act == PULL else self.deal.stick())
        return replace(self, bet=int(act.removeprefix("bet ")))

    def scene(self, side: Side) -> Sequence[str]:
        """The bettor's cards, and the rival's open one."""
        rival = str(self.deal.dealer[0]) if self.game.rival_seen else "closed"
        return [f"your cards   {self.hand()}  ({self.game.label(self.deal.hand)})", f"the dealer's {rival}"]

    def news(self, side: Side) -> Sequence[str]:
        """A card drawn, or the end."""
        if self.over and not self.folded:
            shown = " ".join(map(str, self.deal.dealer))
            if self.game.score(self.deal.hand) is None:
                return [f"your cards {self.hand()}: over"]
            rival = self.game.label(self.deal.dealer_hand)
            return [f"your {self.game.label(self.deal.hand)} against the dealer's {shown} ({rival})"]
        return []

    def hand(self) -> str:
        """The bettor's cards as a person types them."""
        return " ".join(map(str, self.deal.bettor))

    def up(self) -> int:
        """The kind of the rival's open card, or that it is closed."""
        return int(np.argmax(self.deal.dealer_hand)) if self.game.rival_seen else CLOSED


@dataclass(frozen=True)
class DrawingDealer(SoloDealer):
    """Deals a drawing game."""

    @property
    def rules(self) -> Sequence[str]:
        """How it is played."""
        return (
            (type(self.game).__doc__ or "").strip().splitlines()[0],
            "Fold and lose the ante, or bet; then pull cards until you stick. Over the goal you lose at once.",
        )

    def deal(self, random: np.random.Generator) -> DrawingRound:
        """A card each."""
        return DrawingRound(self.game, self.game.deal(random))  # type: ignore[attr-defined]

    def advice(self, round: Round, side: Side) -> Advice:
        """The best act by the exact worth of each."""
        assert isinstance(round, DrawingRound)
        spot = self.solution().spot(round.deal.hand, round.up())
        stakes = round.game.stakes
        if round.bet is None:
            win = (1 + spot.best) / 2
            worth = {act: float(self._bet_worth(stakes, act, win)) for act in round.acts}
        else:
            at_stake = stakes.ante + round.bet
            parts = {STICK: spot.stick, PULL: spot.pull}
            worth = {act: float(at_stake * parts[act]) for act in round.acts}
        return Advice({max(worth, key=lambda act: worth[act]): 1}, worth)

    @staticmethod
    def _bet_worth(stakes: Any, act: str, win: Any) -> Any:
        if act == FOLD:
            return -stakes.ante
        return (stakes.ante + int(act.removeprefix("bet "))) * (2 * win - 1)


def dealer(game: DrawingGame, solution: Solve) -> DrawingDealer:
    """Deals rounds of a drawing game."""
    return DrawingDealer(game, solution)
